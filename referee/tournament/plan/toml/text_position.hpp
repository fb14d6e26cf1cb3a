#pragma once

#include <cstddef>
#include <string_view>

#include <toml++/toml.h>

namespace tribunal {

/// The number of bytes of a TOML `text` before a position, whose columns count code points.
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

}  // namespace tribunal
