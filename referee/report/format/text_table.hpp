#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

/// The layout of a report for people: by default for a file or a pipe, which gets all of it.
struct TextLayout {
  std::optional<std::size_t> columns{};  ///< width of the terminal; nothing: no limit
  bool legend = true;                    ///< whether the report explains its columns
  bool markdown = false;                 ///< GitHub Flavored Markdown, which has all of it, in place of text
  std::string
      command{};  ///< the command, with a blank behind it, that takes --wide and --legend, if not this one
};

/// The table as it fits; one that cannot be narrower is wrapped.
[[nodiscard]] TextTable::Fitted fitted_table(const TextTable& table, const TextLayout& layout);

/// The table as it fits, and below it a line that names the columns that did not, and says how to see them.
[[nodiscard]] std::string laid_out(const TextTable& table, const TextLayout& layout);

/// The line below a table that names the columns that did not fit, with the option that explains the columns
/// if the report does not; empty if there are none and it does.
[[nodiscard]] std::string layout_line(std::span<const std::string> columns, const TextLayout& layout);

/// `text` with lines that are too wide for the terminal broken between words; in Markdown, paragraphs that
/// keep the ends of their lines, and empty lines.
[[nodiscard]] std::string fitted_text(const std::string& text, const TextLayout& layout);

/// Text as it is, in letters of one width. No line of it may consist of tildes.
[[nodiscard]] std::string markdown_block(std::string_view text);

}  // namespace tribunal
