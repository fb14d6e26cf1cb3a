#include "report/format/csv.hpp"

#include <charconv>
#include <string_view>
#include <system_error>

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

}  // namespace

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto field = is_formula(fields[i]) ? '\'' + fields[i] : fields[i];
    if (i > 0) line += ',';
    if (field.find_first_of(",\"\r\n") == std::string::npos) {
      line += field;
      continue;
    }
    line += '"';
    for (const char character : field) {
      if (character == '"') line += '"';
      line += character;
    }
    line += '"';
  }
  return line + "\r\n";
}

}  // namespace tribunal
