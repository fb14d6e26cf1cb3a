#pragma once

#include "games/core/game.hpp"
#include "games/layout/rules.hpp"

namespace tribunal {

/// What a player can score in a game of these rules, all its hands together. The Mob is no player: its own
/// score may lie outside.
[[nodiscard]] ScoreBounds score_bounds(const LayoutRules& rules);

}  // namespace tribunal
