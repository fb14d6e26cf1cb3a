#pragma once

#include <cstddef>
#include <cstdint>
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
    /// The rank for removal on a narrow terminal. Columns with the highest rank are removed first, all of one
    /// rank together. Columns with rank 0 always stay.
    std::size_t expendable = 0;
    std::string long_name{};  ///< name of a column whose heading alone is ambiguous
  };
  /// A table that was fitted to some width.
  struct Fitted {
    std::string text;
    std::vector<std::string> left_out;  ///< names of the columns that did not fit
  };

  explicit TextTable(std::vector<Column> columns) : columns_{std::move(columns)} {}

  /// Adds a row, one cell per column.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  /// The headings and the rows, one per line. Columns are separated by two spaces, or by one if the table
  /// would otherwise be wider than `page_width`. Characters in cells that would break lines are escaped.
  [[nodiscard]] std::string text() const;
  /// The table for a terminal of `width` columns. Without a width it is `text`. Single spaces between columns
  /// are tried before columns are removed. If the columns that always stay do not fit, the table is too wide.
  [[nodiscard]] Fitted fitted(std::optional<std::size_t> width) const;
  /// The table in GitHub Flavored Markdown.
  [[nodiscard]] std::string markdown() const;

 private:
  [[nodiscard]] std::vector<std::size_t> widths() const;
  [[nodiscard]] std::string text_of(const std::vector<std::size_t>& shown, std::size_t width,
                                    bool on_terminal) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// The layout of a report for people. The default is that for a file or a pipe, which gets everything.
struct TextLayout {
  std::optional<std::size_t> columns{};  ///< width of the terminal; none: no limit
  bool legend = true;                    ///< whether the report explains its columns
  bool markdown = false;                 ///< whether it is GitHub Flavored Markdown, which gets everything
  bool colour = false;                   ///< whether `inked` colours text
  std::string command{};  ///< command with a trailing blank that takes --wide and --legend; empty: this one
};

/// The table as it fits. If it cannot be narrower, it is wrapped.
[[nodiscard]] TextTable::Fitted fitted_table(const TextTable& table, const TextLayout& layout);

/// The table as it fits, with a line below that names the columns that did not fit, and says how to see them.
[[nodiscard]] std::string laid_out(const TextTable& table, const TextLayout& layout);

/// The line below a table that names the columns that did not fit and, if the report has no legend, the
/// option that explains the columns. Empty if there is nothing to say.
[[nodiscard]] std::string layout_line(std::span<const std::string> columns, const TextLayout& layout);

/// Kinds of text that a terminal colours.
enum class Ink : std::uint8_t { fault, warning, legend };

/// `text` with each of its lines in the colour of `ink`, if the layout has colours. Cells of tables cannot be
/// coloured.
[[nodiscard]] std::string inked(Ink ink, std::string_view text, const TextLayout& layout);

/// `text` with lines that are too wide for the terminal broken between words. A command after `see again` is
/// not broken, so that it can be copied. In Markdown: paragraphs that keep their line ends, and empty lines.
[[nodiscard]] std::string fitted_text(const std::string& text, const TextLayout& layout);

/// Text in a block with a fixed-width font. No line of it may consist of tildes.
[[nodiscard]] std::string markdown_block(std::string_view text);

}  // namespace tribunal
