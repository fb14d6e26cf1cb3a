#include "report/format/columns_and_csv.hpp"

#include <cmath>

#include "base/text/number_text.hpp"

namespace tribunal {
namespace {

/// Whether the text is a number, such as `-3.02` or `+4`.
bool is_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return number_from<double>(text).has_value();
}

/// Whether a spreadsheet would take the text for a formula.
bool is_formula(std::string_view text) {
  constexpr std::string_view beginnings = "=+@-\t\r";
  return !text.empty() && beginnings.contains(text.front()) && !is_number(text);
}

/// Appends a field and a comma, quoted if necessary, and never a formula. libcsv, which reads imported
/// results, is not used because it quotes every field.
void add_field(std::string& line, std::string_view field) {
  const bool is_quoted = std::ranges::any_of(field, [](char character) {
    return character == ',' || character == '"' || character == '\r' || character == '\n';
  });
  if (is_quoted) line += '"';
  if (is_formula(field)) line += '\'';
  if (is_quoted) {
    for (const char character : field) line.append(character == '"' ? 2 : 1, character);
    line += '"';
  } else {
    line += field;
  }
  line += ',';
}

std::string line_of(const std::vector<std::string>& fields, const std::string& last) {
  std::string line;
  for (const auto& field : fields) add_field(line, field);
  return line.append(last).append("\r\n");
}

}  // namespace

std::string csv_heading(const std::vector<std::string>& names) { return line_of(names, "schema"); }

std::string csv_line(const std::vector<std::string>& fields) {
  return line_of(fields, std::to_string(report_schema));
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
  if (value.is_number_unsigned()) return std::to_string(value.get<std::uint64_t>());
  return value.is_number_float() ? fixed(value.get<double>(), decimals) : value.dump();
}

void append_csv_fields(std::string& line, const ColumnNames& names, const Json& value, int decimals) {
  for (std::size_t i = 0; i < names.csv.size(); ++i)
    add_field(line, csv_field(value.is_array() ? value.at(i) : value, decimals));
}

std::string text_cell(const Json& value, int decimals, double scale) {
  if (value.is_null()) return "-";
  return csv_field(value.is_number_float() ? Json(value.get<double>() * scale) : value, decimals);
}

std::string percent_sure(std::optional<double> probability) {
  if (!probability) return "-";
  const auto percent = 100 * rounded(*probability, points_decimals);
  constexpr double least = 0.05;  // it would be rounded to 0.0
  return percent < least ? "<0.1" : percent >= 100 - least ? ">99.9" : fixed(percent, 1);
}

}  // namespace tribunal
