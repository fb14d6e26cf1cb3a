#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace nlohmann {

/// A value that does not exist is null.
template <class Value>
struct adl_serializer<std::optional<Value>> {
  template <class BasicJson>
  static void to_json(BasicJson& json, const std::optional<Value>& value) {
    if (value) {
      json = *value;
    } else {
      json = nullptr;
    }
  }
};

}  // namespace nlohmann

namespace tribunal {

using Json = nlohmann::ordered_json;

/// The version of what commands print as JSON and CSV, in every object and line: their member or column
/// `schema`. It grows when one changes its meaning or goes; new ones may come without it (docs/reports.md).
inline constexpr int report_schema = 2;

/// Decimals of points and probabilities, and of Elo and percentages, in JSON and CSV.
inline constexpr int points_decimals = 6;
inline constexpr int elo_decimals = 4;

/// JSON in one line, without its end; invalid UTF-8 is replaced.
[[nodiscard]] inline std::string json_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// JSON as reports print it: indented, with the end of the last line; invalid UTF-8 is replaced. `ascii`:
/// other characters are escaped.
[[nodiscard]] inline std::string json_text(const Json& json, bool ascii = false) {
  return json.dump(2, ' ', ascii, Json::error_handler_t::replace) + '\n';
}

}  // namespace tribunal
