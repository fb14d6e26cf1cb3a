#pragma once

#include <string>
#include <string_view>

#include <toml++/toml.h>

namespace tribunal {

/// A mistake in the text of a plan: its place, and one sentence that says what is expected.
struct TomlMistake {
  toml::source_position place;
  std::string sentence;
};

/// Explains why `text` is no TOML, for readers who do not know its grammar: by the line that the parser could
/// not read, as a person meant it. Where that line shows no mistake, it returns the parser's own message.
[[nodiscard]] TomlMistake explain(std::string_view text, const toml::parse_error& error);

}  // namespace tribunal
