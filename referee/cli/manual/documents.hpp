#pragma once

#include <span>
#include <string_view>

namespace tribunal {

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

/// The document of this name, with or without folders before it, a page also with `.md`; nothing if there is
/// none.
[[nodiscard]] const Document* find_document(std::string_view name);

}  // namespace tribunal
