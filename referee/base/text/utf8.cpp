#include "base/text/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <utf8proc.h>
#include <utility>

namespace tribunal {
namespace {

constexpr std::uint32_t replacement = 0xfffd;

void append_hexadecimal(std::string& out, std::uint32_t number, int digits) {
  constexpr std::string_view letters = "0123456789abcdef";
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    out += letters[number >> static_cast<unsigned>(shift) & 15U];
}

std::string mapped_text(std::string_view text, int options) {
  utf8proc_uint8_t* mapped = nullptr;
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                 static_cast<utf8proc_ssize_t>(text.size()), &mapped,
                                 static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner{mapped, &std::free};
  if (size < 0) return std::string{text};
  return {reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size)};
}

constexpr int composed = UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_IGNORE;

/// Letters, in lower case, that look like a Latin letter in lower or upper case: some of those in
/// confusables.txt of Unicode's UTS 39.
constexpr std::array<std::pair<std::uint32_t, char>, 53> latin_looks{{
    {0x131, 'i'}, {0x251, 'a'}, {0x261, 'g'}, {0x3b1, 'a'}, {0x3b2, 'b'}, {0x3b3, 'y'}, {0x3b5, 'e'},
    {0x3b6, 'z'}, {0x3b7, 'h'}, {0x3b9, 'i'}, {0x3ba, 'k'}, {0x3bc, 'm'}, {0x3bd, 'n'}, {0x3bf, 'o'},
    {0x3c1, 'p'}, {0x3c4, 't'}, {0x3c5, 'y'}, {0x3c7, 'x'}, {0x3c9, 'w'}, {0x430, 'a'}, {0x432, 'b'},
    {0x433, 'r'}, {0x435, 'e'}, {0x43a, 'k'}, {0x43c, 'm'}, {0x43d, 'h'}, {0x43e, 'o'}, {0x440, 'p'},
    {0x441, 'c'}, {0x442, 't'}, {0x443, 'y'}, {0x445, 'x'}, {0x448, 'w'}, {0x44c, 'b'}, {0x455, 's'},
    {0x456, 'i'}, {0x458, 'j'}, {0x475, 'v'}, {0x4bb, 'h'}, {0x4cf, 'l'}, {0x501, 'd'}, {0x51b, 'q'},
    {0x51d, 'w'}, {0x561, 'w'}, {0x563, 'q'}, {0x566, 'q'}, {0x570, 'h'}, {0x575, 'j'}, {0x578, 'n'},
    {0x57d, 'u'}, {0x581, 'g'}, {0x584, 'f'}, {0x585, 'o'},
}};

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const auto begin = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
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
  return mapped_text(text, composed | (letter_case == LetterCase::ignored ? UTF8PROC_CASEFOLD : 0));
}

std::string look_of(std::string_view text) {
  const auto folded = mapped_text(text, composed | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD);
  std::string look;
  for (std::string_view rest = folded; !rest.empty();) {
    const auto before = rest;
    const auto letter = take_code_point(rest);
    const auto latin = std::ranges::find(latin_looks, letter, &std::pair<std::uint32_t, char>::first);
    look += latin == latin_looks.end() ? std::string{before.substr(0, before.size() - rest.size())}
                                       : std::string{latin->second};
  }
  while (look.ends_with('.')) look.pop_back();
  return look;
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
