#pragma once

#include "games/chez/state.hpp"
#include "games/core/game.hpp"

namespace tribunal {

// The endings that place seats otherwise than one after another (docs/rules/chez.md, "Places"). Places are
// always those of a race: equal seats share the better one, and the next stands behind all of them.

/// The siege's player died: he alone is last, all who were besieged are first, and those who had left before
/// stand between as their places were, or with the first if theirs was that.
void place_after_siege(ChezState& state);

/// A six for both red sixes: `winner` is first, all others are second.
void place_sole_winner(ChezState& state, Seat winner);

/// The betting man killed somebody: `winner` is first, `dead` share the last place, all others, whenever they
/// left the game, share the place above it.
void place_after_betting_man(ChezState& state, Seat winner, SeatSet dead);

/// Places and scores: a point for each seat in a worse place. Whoever is still in shares the best free place.
[[nodiscard]] Outcome chez_outcome(const ChezState& state);

}  // namespace tribunal
