#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tribunal {

/// `text` fit to be shown: printable ASCII stays, a backslash is doubled, any other byte becomes `\xNN`; cut
/// after `most` bytes of it, with `...`.
[[nodiscard]] std::string escaped(std::string_view text, std::size_t most = 200);

/// `text` between the tags of XML and HTML, or in quotes as an attribute. XML cannot hold control characters:
/// whoever may have some passes `harmless(text)`.
[[nodiscard]] std::string escaped_for_xml(std::string_view text);

/// Text that shows as itself in Markdown (CommonMark 0.31, section 2.4): no name of a bot makes a link, a
/// table's column or HTML of it.
[[nodiscard]] std::string escaped_for_markdown(std::string_view text);

/// `text` as a TOML string of one line, in double quotes (TOML 1.0, basic strings).
[[nodiscard]] std::string toml_string(std::string_view text);

/// `text` as one word of a shell's command line: as it is, or in single quotes.
[[nodiscard]] std::string shell_word(std::string_view text);

}  // namespace tribunal
