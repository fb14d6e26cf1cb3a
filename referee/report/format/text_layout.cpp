#include "report/format/text_layout.hpp"

#include <fmt/ranges.h>
#include <sstream>

#include "base/escape.hpp"
#include "base/text/text_width.hpp"

namespace tribunal {

std::string left_out_line(std::span<const std::string> columns, const TextLayout& layout) {
  if (columns.empty()) return {};
  return fmt::format("Left out: {} (all: {}--wide or a pipe)\n", fmt::join(columns, ", "), layout.command);
}

std::string layout_line(std::span<const std::string> columns, const TextLayout& layout) {
  if (layout.legend) return left_out_line(columns, layout);
  if (columns.empty()) return fmt::format("{}--legend explains the columns.\n", layout.command);
  return fmt::format("Left out: {} (all: {}--wide or a pipe; meanings: --legend)\n", fmt::join(columns, ", "),
                     layout.command);
}

std::string fitted_text(const std::string& text, const TextLayout& layout) {
  return layout.columns ? wrapped_to(text, *layout.columns) : text;
}

std::string markdown_lines(std::string_view lines) {
  std::istringstream stream{std::string{lines}};
  std::string text;
  for (std::string line; std::getline(stream, line);)
    text += line.empty() ? "\n" : escaped_for_markdown(line) + "  \n";
  return text;
}

std::string markdown_block(std::string_view text) {
  return text.empty() ? ""
                      : "\n~~~~~~\n" + std::string{text.substr(text.find_first_not_of('\n'))} + "~~~~~~\n";
}

}  // namespace tribunal
