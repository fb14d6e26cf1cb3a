#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tournament/schedule/game_result.hpp"

namespace tribunal {

/// A `GameResult` as the texts of a database row: numbers separated by one space, seats by a comma. Which of
/// the plan's games it is follows from the index, by the schedule.
struct GameRow {
  std::int64_t index = 0;
  std::int64_t deal = 0;
  std::string seating;  ///< `0 3 2`: the bot of each player's seat
  std::string scores;   ///< a seat
  std::string places;   ///< a seat
  std::string faults;   ///< `,timeout 1 illegal 2,`: a player's seat
  std::string times;    ///< `MoveTimes::text`, a player's seat
  std::string content;  ///< 64 hexadecimal digits
  /// `cpu_us peak_kib voluntary involuntary`, by the CPU clock also the CPU time of what was asked; a
  /// player's seat. Empty if nobody measured, as in stores of version 1.
  std::string usage;
};

/// The same where it lies, while it lies there.
struct GameRowView {
  std::int64_t index = 0;
  std::int64_t deal = 0;
  std::string_view seating;
  std::string_view scores;
  std::string_view places;
  std::string_view faults;
  std::string_view times;
  std::string_view content;
  std::string_view usage;
};

/// `game 7 is damaged in the database: its deal is 70, not 0 .. 19`, where `what` is what stands behind the
/// colon.
[[nodiscard]] std::string damaged_game(std::int64_t index, std::string_view what);

[[nodiscard]] GameRow to_row(const GameResult& result);
/// Makes `result`, whatever it was, what the row says; the game and the bots' versions, of which it says
/// nothing, are 0, and nobody has forfeited. After an error, which names the column, there is no use for it.
/// Whether the tournament has such a game is for `GameBounds`.
[[nodiscard]] std::expected<void, std::string> from_row(const GameRowView& row, GameResult& result);
/// Only the outcome and who was at fault, all that rounds follow from: reads `index`, `deal`, `seating`,
/// `scores`, `places` and `faults`.
[[nodiscard]] std::expected<GameResult, std::string> outcome_of_row(const GameRowView& row);

/// The groups of a round as a text like `seating`, separated by a comma.
[[nodiscard]] std::string groups_text(const std::vector<std::vector<int>>& groups);
/// Nothing if it is not such a text.
[[nodiscard]] std::optional<std::vector<std::vector<int>>> parse_groups(std::string_view text);

}  // namespace tribunal
