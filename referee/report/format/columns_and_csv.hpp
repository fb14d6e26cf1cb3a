#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/format/json.hpp"
#include "report/format/text_table.hpp"

namespace tribunal {

/// The first line of comma-separated values, its end included: the names of the columns, and one more,
/// `schema`.
[[nodiscard]] std::string csv_heading(std::vector<std::string> names);

/// A line of comma-separated values, its end and the version of the columns (`report_schema`) included.
/// Fields that hold a comma, a quotation mark or an end of line are quoted (RFC 4180). Text that a
/// spreadsheet would take for a formula, as it begins with `=`, `+`, `-`, `@`, a tab or CR and is no number,
/// gets an apostrophe in front.
[[nodiscard]] std::string csv_line(std::vector<std::string> fields);

/// The names of a column for programs.
struct ColumnNames {
  std::string json{};  ///< the member; `usage/moves`: a member of the object `usage`. Empty: not in JSON
  std::vector<std::string> csv{};  ///< the column; several are those of the elements of a list
  int appended = 0;  ///< columns that CSV did not have from the beginning stand last, by this number

  ColumnNames() = default;
  ColumnNames(const char* both) : json{both}, csv{both} {}
  ColumnNames(std::string member, std::vector<std::string> columns, int place = 0)
      : json{std::move(member)}, csv{std::move(columns)}, appended{place} {}
};

/// A column of a report in all forms: a row is an object of JSON, a line of CSV, and a line of a table.
template <class Row>
struct Column {
  /// The column for people.
  struct Text {
    TextTable::Column column{};                     ///< without a heading: not in tables
    std::function<std::string(const Row&)> cell{};  ///< where it is not the value
    int decimals = 0;                               ///< of fractions
    double scale = 1;                               ///< of fractions: 100 for a share in percent
  };

  ColumnNames names{};
  std::function<Json(const Row&)> value{};
  int decimals = 0;  ///< of fractions, for programs
  Text text{};
};

template <class Row>
using Columns = std::vector<Column<Row>>;

/// The value with its fractions rounded, also within a list; null if it is no finite number.
[[nodiscard]] Json rounded_json(Json value, int decimals);
/// Sets a member, also one of an object within (`ColumnNames::json`), which is null if its first member is.
void set_member(Json& object, std::string_view path, Json value);
/// A value as a field of CSV; null is empty.
[[nodiscard]] std::string csv_field(const Json& value, int decimals);
/// Appends the fields of a column; a list has as many elements as the column has names, or is null.
void append_csv_fields(std::vector<std::string>& fields, const ColumnNames& names, const Json& value,
                       int decimals);
/// A value as a cell of a table; null is `-`.
[[nodiscard]] std::string text_cell(const Json& value, int decimals, double scale);

/// The row as a JSON object.
template <class Row>
[[nodiscard]] Json json_row(const Columns<Row>& columns, const Row& row) {
  auto object = Json::object();
  for (const auto& [names, value, decimals, text] : columns)
    if (!names.json.empty()) set_member(object, names.json, rounded_json(value(row), decimals));
  return object;
}

/// The rows as a JSON list.
template <class Row, class Rows>
[[nodiscard]] Json json_rows(const Columns<Row>& columns, const Rows& rows) {
  auto list = Json::array();
  for (const auto& row : rows) list.push_back(json_row(columns, row));
  return list;
}

/// The columns that CSV has, in their order there.
template <class Row>
[[nodiscard]] Columns<Row> csv_columns(Columns<Row> columns) {
  std::erase_if(columns, [](const auto& column) { return column.names.csv.empty(); });
  std::ranges::stable_sort(columns, {}, [](const auto& column) { return column.names.appended; });
  return columns;
}

/// The heading of CSV; `columns` as `csv_columns` has them.
template <class Row>
[[nodiscard]] std::string csv_heading(const Columns<Row>& columns) {
  std::vector<std::string> names;
  for (const auto& column : columns)
    names.insert(names.end(), column.names.csv.begin(), column.names.csv.end());
  return csv_heading(std::move(names));
}

/// The row as a line of CSV; `columns` as `csv_columns` has them.
template <class Row>
[[nodiscard]] std::string csv_line(const Columns<Row>& columns, const Row& row) {
  std::vector<std::string> fields;
  for (const auto& [names, value, decimals, text] : columns)
    append_csv_fields(fields, names, value(row), decimals);
  return csv_line(std::move(fields));
}

/// The rows as a table for people.
template <class Row, class Rows>
[[nodiscard]] TextTable text_table(Columns<Row> columns, const Rows& rows) {
  std::erase_if(columns, [](const auto& column) { return column.text.column.heading.empty(); });
  std::vector<TextTable::Column> headings;
  for (const auto& column : columns) headings.push_back(column.text.column);
  TextTable table{std::move(headings)};
  for (const auto& row : rows) {
    std::vector<std::string> cells;
    for (const auto& [names, value, decimals, text] : columns)
      cells.push_back(text.cell ? text.cell(row) : text_cell(value(row), text.decimals, text.scale));
    table.add(std::move(cells));
  }
  return table;
}

}  // namespace tribunal
