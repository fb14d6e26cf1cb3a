#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tribunal {

/// Takes one code point of UTF-8 (RFC 3629) off the front of `text`, which is not empty; U+FFFD, and one byte
/// taken, if none begins there.
[[nodiscard]] std::uint32_t take_code_point(std::string_view& text);

/// Whether a terminal can show `code_point` without harm: no control character, no sign that turns the
/// direction of writing, not U+FFFD.
[[nodiscard]] bool is_harmless(std::uint32_t code_point);

/// `text` as a terminal can show it without harm: what is not harmless, and bytes that are not UTF-8, become
/// `\x1b`,
/// `\u202e` and the like.
[[nodiscard]] std::string harmless(std::string_view text);

}  // namespace tribunal
