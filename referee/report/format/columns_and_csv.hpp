#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/format/json.hpp"
#include "report/format/text_table.hpp"

namespace tribunal {

/// The first line of comma-separated values, with its line end: the names of the columns, and one more,
/// `schema`.
[[nodiscard]] std::string csv_heading(const std::vector<std::string>& names);

/// A line of comma-separated values, with the version of the columns (`report_schema`) and the line end.
/// Fields with a comma, a quotation mark or a line end are quoted (RFC 4180). If a text is not a number and
/// begins with `=`, `+`, `-`, `@`, a tab or CR, an apostrophe precedes it, because a spreadsheet would take
/// it for a formula.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& fields);

/// The names of a column for programs.
struct ColumnNames {
  std::string json{};  ///< member; `usage/moves` is a member of the object `usage`; empty: not in JSON
  std::vector<std::string> csv{};  ///< column; several names are those of the elements of a list
  int appended = 0;  ///< columns added later than the first version of the CSV are last, ordered by this
                     ///< number

  ColumnNames() = default;
  ColumnNames(const char* both) : json{both}, csv{both} {}
  ColumnNames(std::string member, std::vector<std::string> columns, int place = 0)
      : json{std::move(member)}, csv{std::move(columns)}, appended{place} {}
};

/// A column of a report in all forms. A row is an object in JSON, a line in CSV, and a line of a table.
template <class Row>
struct Column {
  /// The column for people.
  struct Text {
    TextTable::Column column{};                     ///< empty heading: not in tables
    std::function<std::string(const Row&)> cell{};  ///< text of the cell; empty: the value itself
    int decimals = 0;                               ///< number of decimals of fractions
    double scale = 1;                               ///< factor for fractions: 100 for a share in percent
  };

  ColumnNames names{};
  std::function<Json(const Row&)> value{};
  int decimals = 0;  ///< number of decimals of fractions, for programs
  Text text{};
};

template <class Row>
using Columns = std::vector<Column<Row>>;

/// The value with its fractions rounded, also within a list. Null for a number that is not finite.
[[nodiscard]] Json rounded_json(Json value, int decimals);
/// Sets a member, or a member of an object within (`ColumnNames::json`). That object is null if its first
/// member is.
void set_member(Json& object, std::string_view path, Json value);
/// A value as a field of CSV. Null becomes an empty field.
[[nodiscard]] std::string csv_field(const Json& value, int decimals);
/// Appends the fields of a column to a line. A list must have as many elements as the column has names, or
/// the value is null.
void append_csv_fields(std::string& line, const ColumnNames& names, const Json& value, int decimals);
/// A value as a cell of a table. Null becomes `-`.
[[nodiscard]] std::string text_cell(const Json& value, int decimals, double scale);

/// A probability in percent with a decimal. It is never said to be certain: `>99.9`, `<0.1`. None becomes
/// `-`.
[[nodiscard]] std::string percent_sure(std::optional<double> probability);

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

/// The heading of CSV. `columns` must come from `csv_columns`.
template <class Row>
[[nodiscard]] std::string csv_heading(const Columns<Row>& columns) {
  std::vector<std::string> names;
  for (const auto& column : columns)
    names.insert(names.end(), column.names.csv.begin(), column.names.csv.end());
  return csv_heading(names);
}

/// The row as a line of CSV. `columns` must come from `csv_columns`.
template <class Row>
[[nodiscard]] std::string csv_line(const Columns<Row>& columns, const Row& row) {
  std::string line;
  for (const auto& [names, value, decimals, text] : columns)
    append_csv_fields(line, names, value(row), decimals);
  return line + csv_line({});
}

/// The rows as CSV with its heading.
template <class Row, class Rows>
[[nodiscard]] std::string csv_rows(Columns<Row> columns, const Rows& rows) {
  columns = csv_columns(std::move(columns));
  auto csv = csv_heading(columns);
  for (const auto& row : rows) csv += csv_line(columns, row);
  return csv;
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
