#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace tribunal {

/// Appends `text` as a JSON string in ASCII: quotes, backslashes, control characters and everything beyond
/// ASCII as escapes; bytes that are not UTF-8 become U+FFFD.
void append_json_string(std::string& out, std::string_view text);
void append_json_number(std::string& out, std::int64_t number);

/// Reads one JSON object of at most `deepest` levels, without duplicate keys; the error is a phrase.
[[nodiscard]] Result<nlohmann::json> parse_json_object(std::string_view text, int deepest);
[[nodiscard]] Result<nlohmann::json> parse_json_object(std::istream& in, int deepest);

/// Takes the members of an untrusted object one by one. It stores the first problem; later values are
/// meaningless. Any value other than an object lacks every member.
class JsonFields {
 public:
  /// `what` names the object in a problem: `the header`. `object`, `problem` and keys must outlive this.
  JsonFields(const nlohmann::json& object, std::string what, std::string& problem);

  [[nodiscard]] bool has(const char* key) const { return object_.contains(key); }
  std::string text(const char* key);
  bool truth(const char* key);
  std::int64_t number(const char* key, std::int64_t lowest, std::int64_t highest);
  std::uint64_t natural(const char* key);
  const nlohmann::json& object(const char* key);
  const nlohmann::json& list(const char* key);
  double real(const char* key, double lowest, double highest);
  std::vector<std::string> texts(const char* key);
  std::vector<std::int64_t> numbers(const char* key, std::int64_t lowest, std::int64_t highest);
  /// A whole number in the member `key`.
  std::int64_t number_in(const nlohmann::json& value, const char* key, std::int64_t lowest,
                         std::int64_t highest);
  /// Refuses the members that were not taken.
  void end();
  /// Keeps `problem` if it is the first.
  void refuse(const std::string& problem);

 private:
  const nlohmann::json& take(const char* key, bool right_type(const nlohmann::json&), const char* type);

  const nlohmann::json& object_;
  std::string what_;
  std::string& problem_;
  std::vector<std::string_view> taken_;
};

}  // namespace tribunal
