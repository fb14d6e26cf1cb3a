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

/// Whether all of `name` are letters (with their accents) and digits of any script, `.`, `_`, `+` or `-`, not
/// first `-` or an accent: no shell, file system or table needs quotes for it.
[[nodiscard]] bool needs_no_quotes(std::string_view name);

enum class LetterCase : std::uint8_t { matters, ignored };

/// A key that is equal for texts that look alike: composed (NFC), without characters of no width (Unicode's
/// Default_Ignorable_Code_Point), and where the case of letters is ignored, without that.
[[nodiscard]] std::string appearance_of(std::string_view text, LetterCase letter_case);

/// `text` as a terminal can show it without harm: what is not harmless, and bytes that are not UTF-8, become
/// `\x1b`,
/// `\u202e` and the like.
[[nodiscard]] std::string harmless(std::string_view text);

}  // namespace tribunal
