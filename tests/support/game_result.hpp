#pragma once

#include <cstdint>
#include <vector>

#include "tournament/standings/standings.hpp"

namespace tribunal::testing {

struct Seated {
  int bot = 0;
  int score = 0;
};

/// A game of the deal in which bots got these scores, in the order of seats; the seats that the referee plays
/// follow.
[[nodiscard]] inline GameResult game_result(std::uint64_t deal, const std::vector<Seated>& bots,
                                            const std::vector<int>& mob = {}) {
  GameResult result;
  result.deal = deal;
  for (const auto& [bot, score] : bots) {
    result.seats.push_back({.bot = bot, .faults = {}, .times = {}});
    result.outcome.scores[static_cast<std::size_t>(result.outcome.seats++)] = score;
  }
  for (const int score : mob) result.outcome.scores[static_cast<std::size_t>(result.outcome.seats++)] = score;
  place_by_score(result.outcome);
  return result;
}

}  // namespace tribunal::testing
