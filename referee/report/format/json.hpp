#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace nlohmann {

/// Converts an optional value. A missing value becomes null.
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

/// The version of the JSON and CSV that commands print. Every object and line has it as the member or column
/// `schema`. It grows when a member or column changes its meaning or is removed, but not for new ones
/// (docs/reports.md).
inline constexpr int report_schema = 2;

/// The number of decimals in JSON and CSV: of points and probabilities, and of Elo and percentages.
inline constexpr int points_decimals = 6;
inline constexpr int elo_decimals = 4;

/// JSON in one line without its line end. Invalid UTF-8 is replaced.
[[nodiscard]] inline std::string json_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// JSON as reports print it: indented, with a line end. Invalid UTF-8 is replaced. `ascii`: other characters
/// are escaped.
[[nodiscard]] inline std::string json_text(const Json& json, bool ascii = false) {
  return json.dump(2, ' ', ascii, Json::error_handler_t::replace) + '\n';
}

}  // namespace tribunal
