#pragma once

#include "games/anarchy/rules.hpp"
#include "games/core/game.hpp"

namespace tribunal {

/// What a player can score in a game of these rules, all its hands together.
[[nodiscard]] ScoreBounds score_bounds(const AnarchyRules& rules);

}  // namespace tribunal
