#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tribunal {

/// The width that tables try to keep to, in columns of a terminal.
inline constexpr std::size_t page_width = 120;

/// A table of text with aligned columns.
class TextTable {
 public:
  enum class Align : bool { left, right };
  struct Column {
    std::string heading;
    Align align = Align::right;
  };

  explicit TextTable(std::vector<Column> columns) : columns_{std::move(columns)} {}

  /// One cell a column.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  /// The headings and the rows, a line each. Two spaces stand between columns, or one if the table would
  /// otherwise be wider than `page_width`. Nothing in a cell is shown that would break the lines.
  [[nodiscard]] std::string text() const;
  /// The same as a table of GitHub Flavored Markdown.
  [[nodiscard]] std::string markdown() const;

 private:
  [[nodiscard]] std::vector<std::size_t> widths() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace tribunal
