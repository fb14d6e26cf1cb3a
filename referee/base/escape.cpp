#include "base/escape.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace tribunal {

std::string escaped(std::string_view text, std::size_t most) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string shown;
  for (const char c : text.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte > 0x7e) {
      shown += "\\x";
      shown += digits[byte >> 4U];
      shown += digits[byte & 15U];
    } else {
      if (c == '\\') shown += '\\';
      shown += c;
    }
  }
  if (text.size() > most) shown += "...";
  return shown;
}

std::string escaped_for_xml(std::string_view text) {
  std::string xml;
  for (const char c : text) {
    switch (c) {
      case '<':
        xml += "&lt;";
        break;
      case '>':
        xml += "&gt;";
        break;
      case '&':
        xml += "&amp;";
        break;
      case '"':
        xml += "&quot;";
        break;
      default:
        xml += c;
    }
  }
  return xml;
}

std::string escaped_for_markdown(std::string_view text) {
  constexpr std::string_view special = R"(\`*_{}[]<>#|~&!)";
  std::string markdown;
  for (const char c : text) {
    if (special.contains(c)) markdown += '\\';
    markdown += c;
  }
  return markdown;
}

std::string shell_word(std::string_view text) {
  const auto is_plain = [](char c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return is_letter || std::string_view{"_-./:=,+@"}.contains(c);
  };
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string{text};
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + '\'';
}

std::string toml_string(std::string_view text) {
  std::string toml = "\"";
  for (const char character : text) {
    if (character == '"' || character == '\\') {
      toml += '\\';
      toml += character;
    } else if (is_control(character)) {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(character));
      toml += escape.data();
    } else {
      toml += character;
    }
  }
  return toml + '"';
}

}  // namespace tribunal
