#include "base/text/utf8.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
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

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const auto begin = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

std::string lower_case(std::string_view text) {
  std::string lower{text};
  for (char& letter : lower)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return lower;
}

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

bool needs_no_quotes(std::string_view name) {
  if (name.empty()) return false;
  bool is_first = true;
  while (!name.empty()) {
    const auto code_point = static_cast<utf8proc_int32_t>(take_code_point(name));
    const auto* const property = utf8proc_get_property(code_point);
    const auto category = static_cast<utf8proc_category_t>(property->category);
    const bool letter = (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) ||
                        category == UTF8PROC_CATEGORY_ND;
    const bool accent = category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
    const bool sign = code_point == '.' || code_point == '_' || code_point == '+' || code_point == '-';
    if (property->ignorable || !(letter || accent || sign)) return false;
    if (is_first && (accent || code_point == '-')) return false;
    is_first = false;
  }
  return true;
}

std::string appearance_of(std::string_view text, LetterCase letter_case) {
  const auto options = UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_IGNORE |
                       (letter_case == LetterCase::ignored ? UTF8PROC_CASEFOLD : 0);
  utf8proc_uint8_t* mapped = nullptr;
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                 static_cast<utf8proc_ssize_t>(text.size()), &mapped,
                                 static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner{mapped, &std::free};
  if (size < 0) return std::string{text};
  return {reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size)};
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

std::string legible(std::string_view text, std::size_t most) {
  auto end = std::min(text.size(), most);
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
  std::string doubled;
  for (const char c : text.substr(0, end)) doubled += c == '\\' ? "\\\\" : std::string{c};
  return harmless(doubled) + (end < text.size() ? "..." : "");
}

}  // namespace tribunal
