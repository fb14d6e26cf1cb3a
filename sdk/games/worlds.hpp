#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "games/core/game.hpp"

namespace tribunal {

/// The scores of `seat` at the end of games that are played out by `Rollout`, one for each of its legal
/// actions in each of `worlds` worlds, in which what it does not know is drawn again: action by action, then
/// world by world. World i has the same cards for each action and number of worlds. `seat` must be asked.
/// `threads`: from 1. `goes_on` is called by the calling thread after each of its worlds; if it returns
/// false, the scores are incomplete.
[[nodiscard]] std::vector<float> scores_of_worlds(const Game& game, Seat seat, std::uint64_t seed,
                                                  std::size_t worlds, std::size_t threads,
                                                  const std::function<bool()>& goes_on);

}  // namespace tribunal
