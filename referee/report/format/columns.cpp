#include "report/format/columns.hpp"

#include <cmath>

#include "base/text/number_text.hpp"

namespace tribunal {

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
