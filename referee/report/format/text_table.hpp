#pragma once

#include <cstddef>
#include <optional>
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
    /// Importance on a narrow terminal: columns with the highest rank are left out first, all of a rank
    /// together; columns with rank 0 never are.
    std::size_t expendable = 0;
    std::string long_name{};  ///< name of a column whose heading alone is ambiguous
  };
  /// A table at some width.
  struct Fitted {
    std::string text;
    std::vector<std::string> left_out;  ///< the columns that did not fit
  };

  explicit TextTable(std::vector<Column> columns) : columns_{std::move(columns)} {}

  /// Adds a row, one cell per column.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  /// The headings and the rows, a line each. Two spaces stand between columns, or one if the table would
  /// otherwise be wider than `page_width`. Nothing in a cell is shown that would break the lines.
  [[nodiscard]] std::string text() const;
  /// The table for a terminal of `width` columns; without one it is `text`. Single spaces between columns are
  /// tried before columns are left out. A table whose indispensable columns do not fit stays too wide.
  [[nodiscard]] Fitted fitted(std::optional<std::size_t> width) const;
  /// The table in GitHub Flavored Markdown.
  [[nodiscard]] std::string markdown() const;

 private:
  [[nodiscard]] std::vector<std::size_t> widths() const;
  [[nodiscard]] std::string text_of(const std::vector<std::size_t>& shown, std::size_t width) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace tribunal
