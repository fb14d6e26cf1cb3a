#pragma once

#include <span>
#include <string_view>

namespace tribunal {

/// A page of the documents that the program carries.
struct Document {
  std::string_view name;  ///< `protocol`, as in docs/protocol.md and docs/rules/chez.md
  std::string_view text;  ///< Markdown
  /// The first line, without its sign.
  [[nodiscard]] std::string_view title() const {
    return text.substr(text.find_first_not_of("# "), text.find('\n') - text.find_first_not_of("# "));
  }
};

/// All of them, by name.
[[nodiscard]] std::span<const Document> documents();

/// The page of this name, with or without `.md` and folders before it; nothing if there is none.
[[nodiscard]] const Document* find_document(std::string_view name);

}  // namespace tribunal
