#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "ratings/deal_worth.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {

/// A line of the table of docs/tournaments.md, which `./dev bench worth` makes: the worth of a deal in a game
/// with its usual options, each deal played in rotations, by tournaments of sample bots.
struct MeasuredGame {
  std::string_view game;
  int players = 0;
  DealWorth worth;
};

[[nodiscard]] std::span<const MeasuredGame> measured_games();

/// The knowledge of the worth of a deal in one game of a tournament.
struct KnownWorth {
  std::optional<DealWorth> worth{};  ///< nothing if it is not known
  bool by_results = false;           ///< by the tournament's own deals; false: by `measured_games`
};

/// The worth of a deal in each game of the plan by stored results: by the first deals, as many as have no
/// more than 100,000 games. A deal counts in a group once it was played in all seatings, without a forfeit or
/// an excluded bot. Versions of a bot are different bots. Nothing for a game of which too little was played
/// (`DealWorthTally::worth`).
[[nodiscard]] Result<std::vector<std::optional<DealWorth>>> worths_by(const Results& results);

/// The worth of a deal in each game of a tournament: by the results in `folder`, if they are of its games and
/// enough; else by `measured_games`. The error is that of results that cannot be read.
[[nodiscard]] Result<std::vector<KnownWorth>> worths_of(const Tournament& tournament,
                                                        const std::filesystem::path& folder);

}  // namespace tribunal
