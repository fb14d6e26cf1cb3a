#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tournament/plan/plan.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

/// `timeout 1 illegal 2`
[[nodiscard]] std::string faults_text(const FaultCounts& faults);

/// The headings of the table of games. `ruling`: that of games that it made void. Behind them, where a bot is
/// excluded, is whether a game does not count for that.
[[nodiscard]] std::string games_csv_heading(const Plan& plan, std::optional<std::int64_t> ruling = {});

/// A game's lines of the table, one for each seat that a bot plays (RFC 4180).
[[nodiscard]] std::string games_csv_lines(const Plan& plan, const GameResult& game,
                                          std::optional<std::int64_t> ruling = {});

}  // namespace tribunal
