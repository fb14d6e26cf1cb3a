#pragma once

#include <cstdint>
#include <utility>

#include "cards/deal.hpp"
#include "games/chez/dice.hpp"
#include "games/chez/state.hpp"
#include "games/core/event.hpp"

namespace tribunal {

/// The chance of a game of Chez: the streams `dice`, `draw` (blind draws) and `reshuffle N`.
struct ChezChance {
  explicit ChezChance(DealPointer from)
      : deal{std::move(from)}, dice{deal->stream("dice")}, draws{deal->stream("draw")} {}
  DealPointer deal;
  Stream dice;
  Stream draws;
  int reshuffles = 0;
};

/// What happens at a table of Chez: a state, its chance and its log. Made for the time of one decision.
struct ChezTable {
  ChezState& state;
  ChezChance& chance;
  EventLog& log;
};

/// Tells the cards in their order, at most 16 a line; nothing if there are none.
void tell_cards(EventLog& log, Verb verb, Seat seat, const ChezCards& cards, SeatSet sees = SeatSet::all());

/// Rolls for `seat`, openly: the total.
int roll(ChezTable& table, Seat seat, ChezDice dice);

/// How a card left its holder's hand: of equal ones, the court's goes first, then another that lies face-up.
enum class LeftFrom : std::uint8_t { hand, shown, court };
LeftFrom take_from_hand(ChezState& state, Seat seat, Card card);

/// The card goes from one seat to another, of equal ones as `take_from_hand` has it; it is seen by both, by
/// all if it lay face-up. Whoever gets it has it in hand, concealed.
void deliver(ChezTable& table, Seat from, Seat to, Card card);

/// The same for a card that came to `from` by such a delivery: not another of its face that lies face-up
/// there.
void deliver_concealed(ChezTable& table, Seat from, Seat to, Card card);

/// The seat takes `count` cards from the stock, and for each one that is missing the discards are shuffled.
/// False if that kills it: in a siege at once, else when there is no card left (H17, H22).
[[nodiscard]] bool pick_up(ChezTable& table, Seat seat, int count);

/// The seat is dead: it gets the worst free place, its cards go to the secondary pile, and a head has rolled.
void kill(ChezTable& table, Seat seat);

/// Ends the game if a death has decided it: of the siege's player, or of the last but one.
void end_if_decided(ChezTable& table, Seat dead);

/// The castle of the seat, if it has one, goes to the secondary pile.
void ruin_castle(ChezTable& table, Seat seat);

/// The seat leaves the game with the best free place.
void finish(ChezTable& table, Seat seat);

}  // namespace tribunal
