#pragma once

#include "games/chez/state.hpp"
#include "games/core/game.hpp"

namespace tribunal {

// The endings that do not place seats one after another (docs/rules/chez.md, "Places"). Places are those of a
// race: equal seats share the better place, and the next seat is placed behind all of them.

/// The siege's player died: it is the only last one, all besieged seats are first, and seats that had left
/// before are between them, in the order of their places, or share the first place if they had it.
void place_after_siege(ChezState& state);

/// A six was rolled for both red sixes: `winner` is first, all others are second.
void place_sole_winner(ChezState& state, Seat winner);

/// The betting man killed a seat: `winner` is first, `dead` share the last place, and all others, whenever
/// they left the game, share the place above it.
void place_after_betting_man(ChezState& state, Seat winner, SeatSet dead);

/// Places and scores: a point for each seat in a worse place. Seats still in the game share the best free
/// place.
[[nodiscard]] Outcome chez_outcome(const ChezState& state);

}  // namespace tribunal
