#include "record/utf8.hpp"

#include <utf8proc.h>

namespace tribunal {
namespace {

constexpr std::uint32_t replacement = 0xfffd;

void append_hexadecimal(std::string& out, std::uint32_t number, int digits) {
  constexpr std::string_view letters = "0123456789abcdef";
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    out += letters[number >> static_cast<unsigned>(shift) & 15U];
}

}  // namespace

bool is_harmless(std::uint32_t code_point) {
  const bool control = utf8proc_category(static_cast<utf8proc_int32_t>(code_point)) == UTF8PROC_CATEGORY_CC;
  const bool turns = (code_point >= 0x200e && code_point <= 0x200f) ||
                     (code_point >= 0x2028 && code_point <= 0x202e) ||
                     (code_point >= 0x2066 && code_point <= 0x2069);
  return !control && !turns && code_point != replacement;
}

std::uint32_t take_code_point(std::string_view& text) {
  utf8proc_int32_t code_point = 0;
  const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                     static_cast<utf8proc_ssize_t>(text.size()), &code_point);
  text.remove_prefix(size > 0 ? static_cast<std::size_t>(size) : 1);
  return size > 0 ? static_cast<std::uint32_t>(code_point) : replacement;
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
