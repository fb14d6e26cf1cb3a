#include "report/format/columns_and_csv.hpp"

#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

#include "base/text/number_text.hpp"

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

/// A field, quoted if it has to be; nothing in it is taken for a formula. By hand, since libcsv, which reads
/// results from elsewhere, puts every field into quotes.
std::string field_of(std::string field) {
  if (is_formula(field)) field.insert(0, 1, '\'');
  if (field.find_first_of(",\"\r\n") == field.npos) return field;
  std::string quoted = "\"";
  for (const char character : field) quoted.append(character == '"' ? 2 : 1, character);
  return quoted + '"';
}

std::string line_of(const std::vector<std::string>& fields) {
  std::string line;
  for (const auto& field : fields) line += (&field == &fields.front() ? "" : ",") + field_of(field);
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

Json rounded_json(Json value, int decimals) {
  if (value.is_number_float()) {
    const auto number = value.get<double>();
    return std::isfinite(number) ? Json(rounded(number, decimals)) : Json(nullptr);
  }
  if (value.is_array())
    for (auto& part : value) part = rounded_json(std::move(part), decimals);
  return value;
}

void set_member(Json& object, std::string_view path, Json value) {
  const auto slash = path.find('/');
  auto& member = object[std::string{path.substr(0, slash)}];
  if (slash == path.npos || (value.is_null() && !member.is_object())) {
    member = std::move(value);
  } else {
    member[std::string{path.substr(slash + 1)}] = std::move(value);
  }
}

std::string csv_field(const Json& value, int decimals) {
  if (value.is_null()) return {};
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_float() ? fixed(value.get<double>(), decimals) : value.dump();
}

void append_csv_fields(std::vector<std::string>& fields, const ColumnNames& names, const Json& value,
                       int decimals) {
  for (std::size_t i = 0; i < names.csv.size(); ++i)
    fields.push_back(csv_field(value.is_array() ? value.at(i) : value, decimals));
}

std::string text_cell(const Json& value, int decimals, double scale) {
  if (value.is_null()) return "-";
  return csv_field(value.is_number_float() ? Json(value.get<double>() * scale) : value, decimals);
}

}  // namespace tribunal
