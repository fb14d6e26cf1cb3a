#include "report/format/text_table.hpp"

#include <algorithm>
#include <numeric>

#include "report/format/markdown.hpp"
#include "report/format/text_width.hpp"

namespace tribunal {

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    widths.push_back(columns_of(printable(columns_[column].heading)));
    for (const auto& row : rows_) widths.back() = std::max(widths.back(), columns_of(printable(row[column])));
  }
  return widths;
}

std::string TextTable::text() const {
  const auto columns = widths();
  const auto filled = std::accumulate(columns.begin(), columns.end(), std::size_t{0});
  const std::size_t gap = filled + 2 * (columns.size() - 1) <= page_width ? 2 : 1;

  std::string text;
  const auto add_line = [&](const auto& cell_of) {
    std::string line;
    for (std::size_t column = 0; column < columns.size(); ++column) {
      const std::string cell = printable(cell_of(column));
      const std::string padding(columns[column] - columns_of(cell), ' ');
      if (column > 0) line.append(gap, ' ');
      line += columns_[column].align == Align::left ? cell + padding : padding + cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  };
  add_line([&](std::size_t column) { return columns_[column].heading; });
  for (const auto& row : rows_) add_line([&](std::size_t column) { return row[column]; });
  return text;
}

std::string TextTable::markdown() const {
  std::string text;
  const auto add_line = [&](const auto& cell_of) {
    text += '|';
    for (std::size_t column = 0; column < columns_.size(); ++column) text += ' ' + cell_of(column) + " |";
    text += '\n';
  };
  const auto shown = [](const std::string& cell) { return escaped_for_markdown(printable(cell)); };
  add_line([&](std::size_t column) { return shown(columns_[column].heading); });
  add_line([&](std::size_t column) -> std::string {
    return columns_[column].align == Align::left ? ":--" : "--:";
  });
  for (const auto& row : rows_) add_line([&](std::size_t column) { return shown(row[column]); });
  return text;
}

}  // namespace tribunal
