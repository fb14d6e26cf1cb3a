#include "report/format/csv.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

#include "report/format/json.hpp"

namespace tribunal {
namespace {

/// `-3.02`, `+4`
bool is_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc{} && read.ptr == end;
}

/// Whether a spreadsheet would take it for a formula.
bool is_formula(std::string_view text) {
  constexpr std::string_view beginnings = "=+@-\t\r";
  return !text.empty() && beginnings.contains(text.front()) && !is_number(text);
}

bool is_special(char character) {
  return character == ',' || character == '"' || character == '\r' || character == '\n';
}

void append_field(std::string& line, std::string_view field) {
  if (std::ranges::none_of(field, is_special)) {
    line += field;
    return;
  }
  line += '"';
  for (const char character : field) {
    if (character == '"') line += '"';
    line += character;
  }
  line += '"';
}

std::string line_of(const std::vector<std::string>& fields) {
  std::string line;
  for (const auto& field : fields) {
    if (&field != &fields.front()) line += ',';
    if (is_formula(field)) {
      append_field(line, '\'' + field);
    } else {
      append_field(line, field);
    }
  }
  return line + "\r\n";
}

}  // namespace

std::string csv_heading(std::vector<std::string> names) {
  names.emplace_back("schema");
  return line_of(names);
}

std::string csv_line(std::vector<std::string> fields) {
  fields.push_back(std::to_string(report_schema));
  return line_of(fields);
}

}  // namespace tribunal
