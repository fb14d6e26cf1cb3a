#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "games/core/game.hpp"

namespace tribunal::testing {

/// The exact mean score of `seat` after each of its legal actions, in their order: over all worlds that it
/// cannot tell apart, equally likely, and all that the policy of rollouts may do, with its exact chances.
/// There is none if that takes more than some thousand positions, or if cards must still be drawn.
[[nodiscard]] std::optional<std::vector<double>> exact_values(const Game& game, Seat seat);

/// All ways in which the hidden hands can be held, as games; nothing if there are too many. They are gathered
/// by redrawing until nothing new has come for long.
[[nodiscard]] std::optional<std::vector<std::unique_ptr<Game>>> all_worlds(const Game& game, Seat seat);

}  // namespace tribunal::testing
