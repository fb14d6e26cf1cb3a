#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tournament/plan/plan.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

/// `timeout 1 illegal 2`
[[nodiscard]] std::string faults_text(const FaultCounts& faults);

/// Columns of the table of games that not every table has.
struct GamesCsvColumns {
  std::optional<std::int64_t> ruling{};  ///< the ruling that made these games void
  bool excluded = false;  ///< whether the game does not count, as a bot in it is excluded; the last column
};

/// The columns for games of this plan, of those that count or that the ruling made void.
[[nodiscard]] GamesCsvColumns games_csv_columns(const Plan& plan, std::optional<std::int64_t> ruling = {});

/// The headings of the table of games.
[[nodiscard]] std::string games_csv_heading(const GamesCsvColumns& columns = {});

/// A game's lines of the table, one for each seat that a bot plays (RFC 4180).
[[nodiscard]] std::string games_csv_lines(const Plan& plan, const GameResult& game,
                                          const GamesCsvColumns& columns = {});

}  // namespace tribunal
