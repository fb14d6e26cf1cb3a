#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal {

class CommandLine;

/// A document that the program carries: a page to be read, or a file to be copied, such as a kit for bots.
struct Document {
  std::string_view name;  ///< `protocol`, as in docs/protocol.md and docs/rules/chez.md; `tribunal_bot.py`
  std::string_view text;  ///< of a page Markdown
  /// The first line, without its sign.
  [[nodiscard]] std::string_view title() const {
    return text.substr(text.find_first_not_of("# "), text.find('\n') - text.find_first_not_of("# "));
  }
  [[nodiscard]] bool is_page() const { return !name.contains('.'); }
};

/// All documents, by name.
[[nodiscard]] std::span<const Document> documents();

/// The scripts by which bash, fish and zsh complete command lines, in this order.
[[nodiscard]] std::span<const Document> completion_scripts();

/// The document of this name, with or without folders before it, a page also with `.md`; nothing if there is
/// none.
[[nodiscard]] const Document* find_document(std::string_view name);

/// The sections of a page whose headings contain `words` in any case, each with its subsections, as Markdown;
/// empty if there are none.
[[nodiscard]] std::string sections_of(std::string_view markdown, std::string_view words);

/// The headings of a page's sections and subsections, in its order.
[[nodiscard]] std::vector<std::string> headings_of(std::string_view markdown);

/// A page of the documents for a terminal of this width in columns: paragraphs are filled, tables become
/// lists if they are too wide, and links become their text. `bold`: headings in bold, by ECMA-48.
[[nodiscard]] std::string document_for_terminal(std::string_view markdown, std::size_t columns, bool bold);

/// A page of the documents as Markdown for a manual page of section 7 (docs/manual.sh): without its title,
/// headings up by one level, tables as lists of terms, and links as their text.
[[nodiscard]] std::string document_for_manual(std::string_view markdown);

/// Adds `manual`, which prints the manual page of a command or a document; no help shows it.
void add_manual_command(CommandLine& command);

}  // namespace tribunal
