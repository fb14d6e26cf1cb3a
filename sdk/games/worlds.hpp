#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "games/core/game.hpp"

namespace tribunal {

/// Plays out games by `Rollout` and returns the scores of `seat` at their ends, for each of its legal actions
/// in each of `worlds` worlds: action by action, then world by world. In each world everything that the seat
/// does not know is drawn again. World i has the same cards for each action and for any number of worlds.
/// `seat` must be asked. `threads`: from 1. The calling thread calls `goes_on` after each of its worlds; if
/// it returns false, the scores are incomplete.
[[nodiscard]] std::vector<float> scores_of_worlds(const Game& game, Seat seat, std::uint64_t seed,
                                                  std::size_t worlds, std::size_t threads,
                                                  const std::function<bool()>& goes_on);

}  // namespace tribunal
