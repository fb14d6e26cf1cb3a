#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tribunal {

/// True for the control characters of ASCII.
[[nodiscard]] constexpr bool is_control(char character) {
  return static_cast<unsigned char>(character) < 0x20 || character == 0x7f;
}

/// `text` escaped for display: printable ASCII stays, a backslash is doubled, any other byte becomes `\xNN`.
/// It is cut after `most` bytes, with `...`.
[[nodiscard]] std::string escaped(std::string_view text, std::size_t most = 200);

/// `text` escaped between the tags of XML and HTML, or in quotes as an attribute. XML cannot hold control
/// characters: if the text may have some, pass `harmless(text)`.
[[nodiscard]] std::string escaped_for_xml(std::string_view text);

/// Text escaped for Markdown (CommonMark 0.31, section 2.4): a bot's name cannot make a link, a column of a
/// table or HTML.
[[nodiscard]] std::string escaped_for_markdown(std::string_view text);

/// `text` as a TOML string of one line, in double quotes (TOML 1.0, basic strings).
[[nodiscard]] std::string toml_string(std::string_view text);

/// `text` as one word of a shell's command line: unchanged, or in single quotes.
[[nodiscard]] std::string shell_word(std::string_view text);

}  // namespace tribunal
