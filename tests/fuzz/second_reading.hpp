#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal::fuzz {

// A second reader of a bot's output, as simple as possible, to compare with the referee's.

/// `text` split at every `separator`; the last piece follows the last of them.
[[nodiscard]] std::vector<std::string> pieces_of(std::string_view text, char separator);

/// True if `text` is well-formed by table 3-7 of the Unicode standard and has no NUL.
[[nodiscard]] bool is_utf8_without_nul(std::string_view text);

/// A text as lines of at most 4096 bytes.
struct Cut {
  std::vector<std::string> lines;       ///< without their ends
  std::optional<std::string> too_long;  ///< the first 4096 bytes of a longer one; nothing after it counts
  std::string rest;                     ///< the beginning of a line whose end has not come yet
};
[[nodiscard]] Cut cut_into_lines(std::string_view text);

}  // namespace tribunal::fuzz
