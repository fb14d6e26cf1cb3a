#pragma once

#include "games/chez/state.hpp"
#include "games/chez/table.hpp"

namespace tribunal {

// Nope windows (H5): the seats with an ace are asked, one after another; a nope opens a new round, in which
// the noper is not asked. Each function returns whether a seat is asked now; if not, `pending.noped` is
// final.

[[nodiscard]] bool open_window(ChezTable& table);
[[nodiscard]] bool window_after_pass(ChezTable& table);
/// Discards the ace of the asked seat to the secondary pile.
[[nodiscard]] bool window_after_nope(ChezTable& table, Card ace);

/// The other seat picks up missing cards and, if it survives, the cards change hands; its own cards are drawn
/// blind. False if it died.
[[nodiscard]] bool make_swap(ChezTable& table);

/// Returns the cards of the last swap and draws others.
void swap_again(ChezTable& table);

// The steps from the cards on the pile to the end of the action: the effect of the cards, then the roll of a
// set. Each function continues until a seat is asked or the game is over.

/// Begins the effect of the current play.
void begin_effect(ChezTable& table);

/// Begins the revolution of the run that is on the pile.
void begin_revolution(ChezTable& table);

/// Announces the effect after all its choices; then it may be noped.
void announce_effect(ChezTable& table);

/// Settles the effect after the last nope.
void settle_effect(ChezTable& table);

/// The actor lays its whole hand, the jokers on top, and all others pick up. If that kills any seat, the
/// actor wins and the game is over; else the actor has lost.
void play_betting_man(ChezTable& table);

/// Continues after the effect: with the set's roll, or the end of the action.
void after_effect(ChezTable& table);

}  // namespace tribunal
