#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tribunal {

/// A page of the documents for a terminal of this width in columns: paragraphs are filled, tables become
/// lists if they are too wide, and links become their text. `bold`: headings in bold, by ECMA-48.
[[nodiscard]] std::string document_for_terminal(std::string_view markdown, std::size_t columns, bool bold);

/// A page of the documents as Markdown for a manual page of section 7 (docs/manual.sh): without its title,
/// headings up by one level, tables as lists of terms, and links as their text.
[[nodiscard]] std::string document_for_manual(std::string_view markdown);

}  // namespace tribunal
