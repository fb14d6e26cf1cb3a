#include "report/format/text_layout.hpp"

#include <fmt/ranges.h>

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

}  // namespace tribunal
