#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <toml++/toml.h>

namespace tribunal {

/// The table of a text. None if the text is not TOML; the reader of the plan reports that.
[[nodiscard]] inline std::optional<toml::table> toml_of(std::string_view text) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error&) {
    return std::nullopt;
  }
}

/// The number of bytes of a TOML `text` before a position. The position's columns count code points.
[[nodiscard]] inline std::size_t offset_of(std::string_view text, toml::source_position position) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  const auto is_continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; };
  std::size_t offset = position.line == 1 && text.starts_with(mark) ? mark.size() : 0;
  for (toml::source_index line = 1; line < position.line; ++line) offset = text.find('\n', offset) + 1;
  for (toml::source_index column = 1; column < position.column && offset < text.size(); ++column) {
    ++offset;
    while (offset < text.size() && is_continuation(text[offset])) ++offset;
  }
  return offset;
}

/// `text` with another value in place of one of its nodes.
[[nodiscard]] inline std::string with_value(std::string text, const toml::node& node,
                                            std::string_view value) {
  const auto begin = offset_of(text, node.source().begin);
  return text.replace(begin, offset_of(text, node.source().end) - begin, value);
}

/// A mistake in the text of a plan: its place, and a sentence that says what is expected.
struct TomlMistake {
  toml::source_position place;
  std::string sentence;
};

/// Explains why `text` is not TOML, for readers who do not know the grammar. It looks for a common mistake in
/// the line that the parser could not read. If it finds none, it returns the parser's own message.
[[nodiscard]] TomlMistake explain(std::string_view text, const toml::parse_error& error);

}  // namespace tribunal
