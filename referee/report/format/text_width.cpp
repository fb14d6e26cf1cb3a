#include "report/format/text_width.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace tribunal {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 1;
};

/// The character at the front of `text`, which is not empty; nothing if it is not UTF-8.
std::optional<Character> first_character(std::string_view text) {
  const auto byte = [&](std::size_t index) { return static_cast<unsigned char>(text[index]); };
  if (byte(0) < 0x80) return Character{byte(0), 1};
  const std::size_t bytes = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < bytes) return std::nullopt;
  std::uint32_t code = byte(0) & (0x7fU >> bytes);
  for (std::size_t index = 1; index < bytes; ++index) {
    if ((byte(index) & 0xc0U) != 0x80) return std::nullopt;
    code = code << 6U | (byte(index) & 0x3fU);
  }
  constexpr std::array<std::uint32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
  if (code < smallest[bytes] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return std::nullopt;
  return Character{code, bytes};
}

struct Range {
  std::uint32_t first, last;
};

template <std::size_t size>
bool within(std::uint32_t code, const std::array<Range, size>& ranges) {
  return std::ranges::any_of(ranges,
                             [&](const Range& range) { return code >= range.first && code <= range.last; });
}

// The blocks that names are written in, after the Unicode Character Database (general category Mn, East Asian
// Width W).
constexpr std::array<Range, 10> combining{{{0x0300, 0x036f},
                                           {0x0483, 0x0489},
                                           {0x0591, 0x05bd},
                                           {0x064b, 0x065f},
                                           {0x1ab0, 0x1aff},
                                           {0x1dc0, 0x1dff},
                                           {0x200b, 0x200f},
                                           {0x20d0, 0x20ff},
                                           {0xfe00, 0xfe0f},
                                           {0xfe20, 0xfe2f}}};
constexpr std::array<Range, 10> wide{{{0x1100, 0x115f},
                                      {0x2e80, 0x303e},
                                      {0x3041, 0xa4cf},
                                      {0xa960, 0xa97f},
                                      {0xac00, 0xd7a3},
                                      {0xf900, 0xfaff},
                                      {0xfe30, 0xfe6f},
                                      {0xff00, 0xff60},
                                      {0x1f300, 0x1faff},
                                      {0x20000, 0x3fffd}}};

bool is_control(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);  // also what breaks lines or turns the direction of writing
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto character = first_character(text);
    const std::size_t bytes = character ? character->bytes : 1;
    if (character && !is_control(character->code)) {
      shown += text.substr(0, bytes);
    } else {
      shown += '?';
    }
    text.remove_prefix(bytes);
  }
  return shown;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const auto character = first_character(text).value_or(Character{'?', 1});
    if (!within(character.code, combining)) columns += within(character.code, wide) ? 2 : 1;
    text.remove_prefix(character.bytes);
  }
  return columns;
}

}  // namespace tribunal
