#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "tournament/imports/imported_results.hpp"
#include "tournament/imports/text_lines.hpp"

namespace tribunal {

/// The result of a game of two bots. `first`: White, in chess.
enum class TwoResult : std::uint8_t { first, second, draw, unfinished };

/// The result that a word such as `1-0` states. None for any other word.
[[nodiscard]] inline std::optional<TwoResult> result_of_word(std::string_view word) {
  if (word == "1-0") return TwoResult::first;
  if (word == "0-1") return TwoResult::second;
  if (word == "1/2-1/2") return TwoResult::draw;
  if (word == "*") return TwoResult::unfinished;
  return std::nullopt;
}

/// Whether `line` can be the first line of a game in PGN.
[[nodiscard]] bool is_pgn(std::string_view line);
/// Reads games in PGN. `pairs`: games of two bots from one opening are one deal.
[[nodiscard]] Result<void> read_pgn(TextLines& lines, bool pairs, ImportedResults& results);

/// The delimiter of a line of headings of a results table. None if the line is not such a line.
[[nodiscard]] std::optional<char> delimiter_of(std::string_view headings);
/// The headings of a line, as text for a message.
[[nodiscard]] std::string found_columns(std::string_view headings);
/// The forms of tables, as text for a message.
[[nodiscard]] std::string_view expected_columns();
[[nodiscard]] Result<void> read_csv(TextLines& lines, ImportedResults& results);

}  // namespace tribunal
