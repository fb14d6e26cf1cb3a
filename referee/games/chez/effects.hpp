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

/// Lays jack, queen and king of the hand as the seat's court; every player turns all royals face-up.
void lay_court(ChezTable& table, Seat seat, std::span<const Card, 3> cards);

/// Ends the courts without cards on the table; with the last court of the game, all royals return to their
/// holders' hands. `first` is the first seat in the order.
void disband_courts(ChezTable& table, Seat first);

/// Executes all face-up royals of the seat.
void execute_royals(ChezTable& table, Seat seat);

/// Starts the revolt of the actor's revolution: royals lose their powers, extra actions are lost, and
/// undefended royals on the table are executed. The revolt ends when `heads` heads have rolled, or never if
/// there are fewer players.
void start_revolt(ChezTable& table, int heads, bool for_ever);

/// The actor extends another seat's revolution by the next card: one more head.
void extend_revolt(ChezTable& table, Card card);

/// Makes the actor's run from ace to king a siege: the actor takes the stock and all discards but the top
/// card of the pile. An endless revolt follows, in which a seat that must pick up dies.
void begin_siege(ChezTable& table);

}  // namespace tribunal
