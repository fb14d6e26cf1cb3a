#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal {

/// Removes one code point of UTF-8 (RFC 3629) from the front of `text`, which is not empty, and returns it.
/// If none begins there, it removes one byte and returns U+FFFD.
[[nodiscard]] std::uint32_t take_code_point(std::string_view& text);

/// The text without blanks, tabs and CR at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// The lines of the text, without their ends.
[[nodiscard]] std::vector<std::string_view> split_lines(std::string_view text);

/// The text with A to Z in lower case; other letters stay as they are.
[[nodiscard]] std::string lower_case(std::string_view text);

/// Whether a terminal can show `code_point` safely: it is not a control character, a sign that changes the
/// direction of writing, or U+FFFD.
[[nodiscard]] bool is_harmless(std::uint32_t code_point);

/// Whether `name` has only letters (with their accents) and digits of any script, `.`, `_`, `+` or `-`, and
/// does not begin with `-` or an accent. No shell, file system or table needs quotes for such a name.
[[nodiscard]] bool needs_no_quotes(std::string_view name);

enum class LetterCase : std::uint8_t { matters, ignored };

/// A key that is equal for texts that look alike. The key is composed (NFC) and has no characters of zero
/// width (Unicode's Default_Ignorable_Code_Point); with `LetterCase::ignored` the case of letters is folded.
[[nodiscard]] std::string appearance_of(std::string_view text, LetterCase letter_case);

/// A coarser key, equal for texts that a reader can confuse: also for letters of other widths (NFKC) and for
/// those of Greek, Cyrillic and Armenian that look like Latin ones, and without dots at the end.
[[nodiscard]] std::string look_of(std::string_view text);

/// `text` made safe for a terminal: harmful characters and bytes that are not UTF-8 are escaped, as `\x1b` or
/// `\u202e`.
[[nodiscard]] std::string harmless(std::string_view text);

/// Like `harmless`, as one word of a sentence: a backslash is doubled, and a text of more than `most` bytes
/// is cut, with `...`.
[[nodiscard]] std::string legible(std::string_view text, std::size_t most = 200);

}  // namespace tribunal
