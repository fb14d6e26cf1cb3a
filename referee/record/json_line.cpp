#include "record/json_line.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <set>
#include <stdexcept>

#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

using nlohmann::json;

void append_unit(std::string& out, std::uint32_t unit) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += digits[unit >> static_cast<unsigned>(shift) & 15U];
}

void append_escaped(std::string& out, std::uint32_t code_point) {
  if (code_point < 0x10000) return append_unit(out, code_point);
  append_unit(out, 0xd800U + ((code_point - 0x10000U) >> 10U));
  append_unit(out, 0xdc00U + (code_point & 0x3ffU));
}

// Whether a string in JSON has this byte unescaped.
bool is_plain(char byte) { return byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\'; }

// Thrown to stop the parser from inside; parse_json_object catches it.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Refuses objects that are too deep or have a duplicate key, during parsing.
class Guard {
 public:
  explicit Guard(int deepest) : deepest_{deepest} {}

  bool operator()(int depth, json::parse_event_t event, const json& parsed) {
    const bool opens =
        event == json::parse_event_t::object_start || event == json::parse_event_t::array_start;
    if (opens && depth >= deepest_)
      throw Refused{"it is nested more than " + std::to_string(deepest_) + " deep"};
    if (event == json::parse_event_t::object_start) keys_.emplace_back();
    if (event == json::parse_event_t::object_end) keys_.pop_back();
    if (event == json::parse_event_t::key && !keys_.back().insert(parsed.get<std::string>()).second) {
      throw Refused{"the member " + parsed.dump(-1, ' ', true, json::error_handler_t::replace) +
                    " occurs twice"};
    }
    return true;
  }

 private:
  int deepest_;
  std::vector<std::set<std::string>> keys_;
};

Result<json> parse_guarded(auto&& parse) {
  try {
    json value = parse();
    if (!value.is_object()) return std::unexpected{"it should be a JSON object: {...}"};
    return value;
  } catch (const json::parse_error& error) {
    return std::unexpected{"it is not JSON from byte " + std::to_string(error.byte) + " on"};
  } catch (const json::exception&) {
    return std::unexpected{"it contains a number that is too large"};
  } catch (const Refused& refused) {
    return std::unexpected{refused.what()};
  }
}

bool is_text(const json& value) { return value.is_string(); }
bool is_number(const json& value) { return value.is_number_integer(); }
bool is_real(const json& value) { return value.is_number(); }
bool is_natural(const json& value) { return value.is_number_unsigned(); }
bool is_object(const json& value) { return value.is_object(); }
bool is_truth(const json& value) { return value.is_boolean(); }
bool is_list(const json& value) { return value.is_array(); }

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const auto plain = std::ranges::find_if_not(text, is_plain) - text.begin();
    out.append(text, 0, static_cast<std::size_t>(plain));
    text.remove_prefix(static_cast<std::size_t>(plain));
    if (text.empty()) break;
    if (text.front() == '"' || text.front() == '\\') {
      out += '\\';
      out += text.front();
      text.remove_prefix(1);
    } else {
      append_escaped(out, take_code_point(text));
    }
  }
  out += '"';
}

void append_json_number(std::string& out, std::int64_t number) {
  std::array<char, 20> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), end.ptr);
}

Result<json> parse_json_object(std::string_view text, int deepest) {
  return parse_guarded([&] { return json::parse(text.begin(), text.end(), Guard{deepest}); });
}

Result<json> parse_json_object(std::istream& in, int deepest) {
  return parse_guarded([&] { return json::parse(in, Guard{deepest}); });
}

JsonFields::JsonFields(const json& object, std::string what, std::string& problem)
    : object_{object}, what_{std::move(what)}, problem_{problem} {}

void JsonFields::refuse(const std::string& problem) {
  if (problem_.empty()) problem_ = problem;
}

const json& JsonFields::take(const char* key, bool right_type(const json&), const char* type) {
  static const json nothing;
  taken_.emplace_back(key);
  const auto found = object_.find(key);
  if (found != object_.end() && right_type(*found)) return *found;
  const std::string quoted = "\"" + std::string{key} + "\"";
  refuse(found == object_.end() ? what_ + " lacks " + quoted + ", " + type
                                : quoted + " of " + what_ + " should be " + type);
  return nothing;
}

std::string JsonFields::text(const char* key) {
  const auto& value = take(key, is_text, "a text");
  return value.is_null() ? std::string{} : value.get<std::string>();
}

bool JsonFields::truth(const char* key) {
  const auto& value = take(key, is_truth, "true or false");
  return value.is_boolean() && value.get<bool>();
}

std::int64_t JsonFields::number(const char* key, std::int64_t lowest, std::int64_t highest) {
  const auto& value = take(key, is_number, "a whole number");
  return value.is_null() ? lowest : number_in(value, key, lowest, highest);
}

std::int64_t JsonFields::number_in(const json& value, const char* key, std::int64_t lowest,
                                   std::int64_t highest) {
  const bool too_big =
      value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX);
  if (value.is_number_integer() && !too_big) {
    const auto number = value.get<std::int64_t>();
    if (number >= lowest && number <= highest) return number;
  }
  refuse(fmt::format("\"{}\" of {} should be a whole number from {} to {}", key, what_, lowest, highest));
  return lowest;
}

double JsonFields::real(const char* key, double lowest, double highest) {
  const auto& value = take(key, is_real, "a number");
  if (value.is_null()) return lowest;
  const auto number = value.get<double>();
  if (number >= lowest && number <= highest) return number;
  refuse(fmt::format("\"{}\" of {} should be a number from {} to {}", key, what_, lowest, highest));
  return lowest;
}

std::uint64_t JsonFields::natural(const char* key) {
  const auto& value = take(key, is_natural, "a whole number from 0 to 18446744073709551615");
  return value.is_null() ? 0 : value.get<std::uint64_t>();
}

const json& JsonFields::object(const char* key) { return take(key, is_object, "an object: {...}"); }

const json& JsonFields::list(const char* key) { return take(key, is_list, "a list: [...]"); }

std::vector<std::string> JsonFields::texts(const char* key) {
  std::vector<std::string> texts;
  for (const auto& text : list(key)) {
    if (!text.is_string()) refuse("\"" + std::string{key} + "\" of " + what_ + " should list texts");
    texts.push_back(text.is_string() ? text.get<std::string>() : std::string{});
  }
  return texts;
}

std::vector<std::int64_t> JsonFields::numbers(const char* key, std::int64_t lowest, std::int64_t highest) {
  std::vector<std::int64_t> numbers;
  for (const auto& number : list(key)) numbers.push_back(number_in(number, key, lowest, highest));
  return numbers;
}

void JsonFields::end() {
  for (const auto& [key, value] : object_.items()) {
    if (std::ranges::find(taken_, key) != taken_.end()) continue;
    std::string quoted;
    append_json_string(quoted, key);
    refuse(what_ + " has no member " + quoted);
  }
}

}  // namespace tribunal
