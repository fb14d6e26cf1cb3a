#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tribunal {

/// The text with `?` for each control character and each byte that is not UTF-8, so that it can be shown
/// safely.
[[nodiscard]] std::string printable(std::string_view text);

/// The text as an isolate of Unicode (U+2068 to U+2069) if a letter in it is written from right to left: text
/// after it on a line of a terminal then keeps its side. Other text is unchanged.
[[nodiscard]] std::string isolated(std::string_view text);

/// Columns that UTF-8 text takes on a terminal: none for a combining mark, two for a wide character (Chinese,
/// Japanese, Korean, emoji), otherwise one.
[[nodiscard]] std::size_t columns_of(std::string_view text);

/// The text, of whole lines, with no line wider than `columns`. Longer lines are broken, between words if
/// possible. Their continuation is indented by `indent` columns if that leaves more than `indent`. Escape
/// sequences of ECMA-48 take no columns.
[[nodiscard]] std::string wrapped_to(std::string_view text, std::size_t columns, std::size_t indent = 6);

/// The text, padded with spaces to `columns`.
[[nodiscard]] std::string padded(std::string_view text, std::size_t columns);

/// The longest front of `text` that fits into `most` columns.
[[nodiscard]] std::string_view first_columns(std::string_view text, std::size_t most);

}  // namespace tribunal
