#include "report/format/text_table.hpp"

#include <algorithm>
#include <array>
#include <fmt/ranges.h>
#include <iterator>
#include <numeric>
#include <sstream>

#include "base/escape.hpp"
#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

/// The width of adjacent columns with `gap` spaces between them.
std::size_t width_of(const std::vector<std::size_t>& widths, std::size_t gap) {
  const auto filled = std::accumulate(widths.begin(), widths.end(), std::size_t{0});
  return widths.empty() ? 0 : filled + gap * (widths.size() - 1);
}

std::vector<std::size_t> picked(const std::vector<std::size_t>& widths,
                                const std::vector<std::size_t>& shown) {
  std::vector<std::size_t> some;
  std::ranges::transform(shown, std::back_inserter(some), [&](std::size_t column) { return widths[column]; });
  return some;
}

/// A line that names the columns that did not fit, and says how to see them. Empty if there are none.
std::string left_out_line(std::span<const std::string> columns, const TextLayout& layout) {
  if (columns.empty()) return {};
  return fmt::format("Left out: {} (all: {}--wide or a pipe)\n", fmt::join(columns, ", "), layout.command);
}

/// Lines as paragraphs that keep their line ends. Empty lines stay.
std::string markdown_lines(std::string_view lines) {
  std::istringstream stream{std::string{lines}};
  std::string text;
  for (std::string line; std::getline(stream, line);)
    text += line.empty() ? "\n" : escaped_for_markdown(line) + "  \n";
  return text;
}

}  // namespace

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    widths.push_back(columns_of(printable(columns_[column].heading)));
    for (const auto& row : rows_) widths.back() = std::max(widths.back(), columns_of(printable(row[column])));
  }
  return widths;
}

std::string TextTable::text() const {
  std::vector<std::size_t> all(columns_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return text_of(all, page_width, false);
}

TextTable::Fitted TextTable::fitted(std::optional<std::size_t> width) const {
  if (!width) return {text(), {}};
  const auto columns = widths();
  std::vector<std::size_t> shown(columns_.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  const auto rank_of = [&](std::size_t column) { return columns_[column].expendable; };
  while (width_of(picked(columns, shown), 1) > *width) {
    const auto next = std::ranges::max_element(shown, {}, rank_of);
    if (next == shown.end() || rank_of(*next) == 0) break;
    std::erase_if(shown, [&, rank = rank_of(*next)](std::size_t column) { return rank_of(column) == rank; });
  }
  Fitted fitted{text_of(shown, *width, true), {}};
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (std::ranges::binary_search(shown, column)) continue;
    const auto& [heading, align, rank, long_name] = columns_[column];
    fitted.left_out.push_back(printable(long_name.empty() ? heading : long_name));
  }
  return fitted;
}

std::string TextTable::text_of(const std::vector<std::size_t>& shown, std::size_t width,
                               bool on_terminal) const {
  const auto columns = widths();
  const std::size_t gap = width_of(picked(columns, shown), 2) <= width ? 2 : 1;

  std::string text;
  const auto add_line = [&](const auto& cell_of) {
    std::string line;
    for (const auto column : shown) {
      std::string cell = printable(cell_of(column));
      const std::string padding(columns[column] - columns_of(cell), ' ');
      if (on_terminal) cell = isolated(cell);
      if (column != shown.front()) line.append(gap, ' ');
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

TextTable::Fitted fitted_table(const TextTable& table, const TextLayout& layout) {
  if (layout.markdown) return {table.markdown(), {}};
  auto fitted = table.fitted(layout.columns);
  fitted.text = fitted_text(fitted.text, layout);
  return fitted;
}

std::string laid_out(const TextTable& table, const TextLayout& layout) {
  const auto [text, left_out] = table.fitted(layout.columns);
  return text + left_out_line(left_out, layout);
}

std::string layout_line(std::span<const std::string> columns, const TextLayout& layout) {
  if (layout.legend) return left_out_line(columns, layout);
  if (columns.empty()) return fmt::format("{}--legend explains the columns.\n", layout.command);
  return fmt::format("Left out: {} (all: {}--wide or a pipe; meanings: --legend)\n", fmt::join(columns, ", "),
                     layout.command);
}

std::string inked(Ink ink, std::string_view text, const TextLayout& layout) {
  if (!layout.colour) return std::string{text};
  constexpr std::array codes{"\x1b[31m", "\x1b[33m", "\x1b[2m"};
  std::istringstream lines{std::string{text}};
  std::string coloured;
  for (std::string line; std::getline(lines, line);) {
    coloured += line.empty() ? line : codes.at(static_cast<std::size_t>(ink)) + line + "\x1b[0m";
    if (!lines.eof()) coloured += '\n';
  }
  return coloured;
}

std::string fitted_text(const std::string& text, const TextLayout& layout) {
  if (layout.markdown) return markdown_lines(text);
  if (!layout.columns) return text;
  std::istringstream lines{text};
  std::string fitted;
  for (std::string line; std::getline(lines, line);) {
    const bool is_command = trimmed(line).starts_with("see again");
    fitted += is_command ? line + '\n' : wrapped_to(line + '\n', *layout.columns);
  }
  return fitted;
}

std::string markdown_block(std::string_view text) {
  return text.empty() ? ""
                      : "\n~~~~~~\n" + std::string{text.substr(text.find_first_not_of('\n'))} + "~~~~~~\n";
}

}  // namespace tribunal
