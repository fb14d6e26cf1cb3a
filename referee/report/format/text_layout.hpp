#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tribunal {

/// The layout of a report for people: by default for a file or a pipe, which gets all of it.
struct TextLayout {
  std::optional<std::size_t> columns{};  ///< width of the terminal; nothing: no limit
  bool legend = true;                    ///< whether the report explains its columns
  std::string
      command{};  ///< the command, with a blank behind it, that takes --wide and --legend, if not this one
};

/// The line below a table that names the columns that did not fit, and says how to see them; empty if there
/// are none.
[[nodiscard]] std::string left_out_line(std::span<const std::string> columns, const TextLayout& layout);

/// Like `left_out_line`, with the option that explains the columns if the report does not.
[[nodiscard]] std::string layout_line(std::span<const std::string> columns, const TextLayout& layout);

/// `text` with lines that are too wide for the terminal broken between words.
[[nodiscard]] std::string fitted_text(const std::string& text, const TextLayout& layout);

/// Lines as paragraphs that keep their ends; empty lines stay.
[[nodiscard]] std::string markdown_lines(std::string_view lines);

/// Text as it is, in letters of one width. No line of it may consist of tildes.
[[nodiscard]] std::string markdown_block(std::string_view text);

}  // namespace tribunal
