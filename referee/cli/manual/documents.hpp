#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal {

class CommandLine;

/// A document within the program: a page to read, or a file to copy, such as a kit for bots.
struct Document {
  std::string_view name;  ///< `protocol` for docs/protocol.md, `chez` for docs/rules/chez.md, or
                          ///< `tribunal_bot.py`
  std::string_view text;  ///< its text; a page is Markdown
  /// The first line without its mark.
  [[nodiscard]] std::string_view title() const {
    return text.substr(text.find_first_not_of("# "), text.find('\n') - text.find_first_not_of("# "));
  }
  [[nodiscard]] bool is_page() const { return !name.contains('.'); }
};

/// All documents, sorted by name.
[[nodiscard]] std::span<const Document> documents();

/// The scripts by which bash, fish and zsh complete command lines, in this order.
[[nodiscard]] std::span<const Document> completion_scripts();

/// The forms for the files of a first bot (sdk/new-bot), sorted by name.
[[nodiscard]] std::span<const Document> first_bot_forms();

/// The document of this name. Leading folders are ignored, and a page may end with `.md`. Null if there is
/// none.
[[nodiscard]] const Document* find_document(std::string_view name);

/// The sections of a page whose headings contain `words`, in upper or lower case, as Markdown. Subsections
/// are included. Empty if there are none.
[[nodiscard]] std::string sections_of(std::string_view markdown, std::string_view words);

/// The headings of a page's sections and subsections, in their order.
[[nodiscard]] std::vector<std::string> headings_of(std::string_view markdown);

/// A page for a terminal with this number of columns. Paragraphs are filled, tables that are too wide become
/// lists, and links become their text. `bold`: headings are bold (ECMA-48).
[[nodiscard]] std::string document_for_terminal(std::string_view markdown, std::size_t columns, bool bold);

/// A page as Markdown for a manual page of section 7 (docs/manual.sh). It has no title, headings are one
/// level higher, tables are lists of terms, and links are their text.
[[nodiscard]] std::string document_for_manual(std::string_view markdown);

/// Adds `manual`, which prints the manual page of a command or a document. Help does not list it.
void add_manual_command(CommandLine& command);

/// The version as text: `tribunal 1.0.0, commit 1a2b3c4d5e, games 0f1e2d3c`. The last part is the beginning
/// of SHA-256 over all games with their options, defaults and presets. It is equal for programs that play the
/// same games.
[[nodiscard]] std::string version_text();

}  // namespace tribunal
