#include "base/text/text_width.hpp"

#include <algorithm>
#include <utf8proc.h>

#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

std::size_t width_of(std::uint32_t code_point) {
  return static_cast<std::size_t>(utf8proc_charwidth(static_cast<utf8proc_int32_t>(code_point)));
}

/// Removes an escape sequence such as `\x1b[31m` from the front of the text and returns it; returns an empty
/// text if there is none.
std::string_view take_escape(std::string_view& text) {
  if (!text.starts_with("\x1b[")) return {};
  const auto end = text.find_first_not_of("0123456789;", 2);
  const auto sequence = text.substr(0, end == std::string_view::npos ? end : end + 1);
  text.remove_prefix(sequence.size());
  return sequence;
}

/// Removes the part of a line that fits into `columns`, at least a character, and returns it. It ends at the
/// last blank, unless it would be empty.
std::string_view take_row(std::string_view& line, std::size_t columns) {
  const auto whole = line;
  std::size_t taken = 0;
  std::size_t blank = 0;  // bytes before the last one
  while (!line.empty()) {
    const auto before = line;
    if (!take_escape(line).empty()) continue;
    const auto at = whole.size() - line.size();
    if (line.front() == ' ' && at > 0 && whole.substr(0, at).find_first_not_of(' ') != std::string_view::npos)
      blank = at;
    taken += width_of(take_code_point(line));
    if (taken <= columns || at == 0) continue;
    line = before;
    break;
  }
  if (!line.empty() && blank > 0) line = whole.substr(blank);
  const auto row = whole.substr(0, whole.size() - line.size());
  if (!line.empty()) line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return row;
}

}  // namespace

std::string wrapped_to(std::string_view text, std::size_t columns, std::size_t indent) {
  std::string rows;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    rows += take_row(line, columns);
    const auto below = columns > 2 * indent ? indent : 0;
    while (!line.empty())
      rows += '\n' + std::string(below, ' ') + std::string{take_row(line, columns - below)};
    rows += '\n';
  }
  return rows;
}

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto before = text;
    const bool as_it_is = is_harmless(take_code_point(text));
    shown += as_it_is ? before.substr(0, before.size() - text.size()) : "?";
  }
  return shown;
}

std::string isolated(std::string_view text) {
  for (auto rest = text; !rest.empty();) {
    const auto letter = static_cast<utf8proc_int32_t>(take_code_point(rest));
    const auto direction = utf8proc_get_property(letter)->bidi_class;
    if (direction == UTF8PROC_BIDI_CLASS_R || direction == UTF8PROC_BIDI_CLASS_AL)
      return "\u2068" + std::string{text} + "\u2069";
  }
  return std::string{text};
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) columns += width_of(take_code_point(text));
  return columns;
}

std::string padded(std::string_view text, std::size_t columns) {
  return std::string{text} + std::string(columns - std::min(columns, columns_of(text)), ' ');
}

std::string_view first_columns(std::string_view text, std::size_t most) {
  auto rest = text;
  for (std::size_t columns = 0; !rest.empty();) {
    auto behind = rest;
    columns += width_of(take_code_point(behind));
    if (columns > most) break;
    rest = behind;
  }
  return text.substr(0, text.size() - rest.size());
}

}  // namespace tribunal
