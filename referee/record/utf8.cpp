#include "record/utf8.hpp"

#include <array>

namespace tribunal {
namespace {

constexpr std::uint32_t replacement = 0xfffd;

// Bytes of the code point that begins with `first`; 0 if none does.
std::size_t size_from(std::uint32_t first) {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

bool is_harmless(std::uint32_t code_point) {
  const bool control = code_point < 0x20 || (code_point >= 0x7f && code_point < 0xa0);
  const bool turns = (code_point >= 0x200e && code_point <= 0x200f) ||
                     (code_point >= 0x2028 && code_point <= 0x202e) ||
                     (code_point >= 0x2066 && code_point <= 0x2069);
  return !control && !turns && code_point != replacement;
}

void append_hexadecimal(std::string& out, std::uint32_t number, int digits) {
  constexpr std::string_view letters = "0123456789abcdef";
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    out += letters[number >> static_cast<unsigned>(shift) & 15U];
}

}  // namespace

std::uint32_t take_code_point(std::string_view& text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const auto size = size_from(byte(0));
  bool good = size != 0 && size <= text.size();
  auto code_point = size == 1 ? byte(0) : byte(0) & (0xffU >> (size + 1));
  for (std::size_t i = 1; good && i < size; ++i) {
    good = (byte(i) & 0xc0U) == 0x80U;
    code_point = code_point << 6U | (byte(i) & 0x3fU);
  }
  constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code_point >= 0xd800 && code_point <= 0xdfff;
  good = good && code_point >= least[size] && code_point <= 0x10ffff && !surrogate;
  text.remove_prefix(good ? size : 1);
  return good ? code_point : replacement;
}

std::string harmless(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto before = text;
    const auto code_point = take_code_point(text);
    const auto bytes = before.substr(0, before.size() - text.size());
    if (is_harmless(code_point)) {
      shown += bytes;
    } else if (bytes.size() == 1) {
      shown += "\\x";
      append_hexadecimal(shown, static_cast<unsigned char>(bytes[0]), 2);
    } else {
      shown += "\\u";
      append_hexadecimal(shown, code_point, 4);
    }
  }
  return shown;
}

}  // namespace tribunal
