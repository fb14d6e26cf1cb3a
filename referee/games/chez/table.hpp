#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "cards/deal.hpp"
#include "games/chez/cards.hpp"
#include "games/chez/state.hpp"
#include "games/core/event.hpp"

namespace tribunal {

/// A number of dice, and their number of sides.
struct ChezDice {
  int count = 1;
  int sides = 4;
  [[nodiscard]] constexpr int highest() const { return count * sides; }
  constexpr bool operator==(const ChezDice&) const = default;
};

/// The dice law: each upgrade is one step; d4 d6 d8 d10 d12 d20 2d10 2d12 2d20 3d10 ...
[[nodiscard]] constexpr ChezDice dice_at(int rung) {
  constexpr std::array<int, 3> small{4, 6, 8};
  constexpr std::array<int, 3> large{10, 12, 20};
  if (rung < 3) return {1, small[static_cast<std::size_t>(rung)]};
  return {rung / 3, large[static_cast<std::size_t>(rung % 3)]};
}

/// The dice for `cards` sixes played together.
[[nodiscard]] constexpr ChezDice six_dice(int cards) { return dice_at(cards); }
/// The dice for `cards` jacks played together, with or without one of the court.
[[nodiscard]] constexpr ChezDice jack_dice(int cards, bool of_court) {
  return dice_at(cards - 1 + (of_court ? 1 : 0));
}
/// The dice for `cards` jokers played together.
[[nodiscard]] constexpr ChezDice joker_dice(int cards) { return dice_at(cards + 2); }
/// The dice for a set of `cards` cards, or pairs: 2 or more.
[[nodiscard]] constexpr ChezDice set_dice(int cards) { return dice_at(cards + 1); }

/// The number of cards that the player of a set must pick up after its roll.
[[nodiscard]] constexpr int set_pick_up(int rolled) { return std::max(0, 6 - rolled); }

/// The source of chance of a game of Chez: the streams `dice`, `draw` (blind draws) and `reshuffle N`.
struct ChezChance {
  explicit ChezChance(DealPointer from)
      : deal{std::move(from)}, dice{deal.stream("dice")}, draws{deal.stream("draw")} {}
  ChanceSource deal;
  Stream dice;
  Stream draws;
  int reshuffles = 0;
};

class ChezGuide;

/// The table of Chez during one decision: a state, its chance and its log.
struct ChezTable {
  ChezState& state;
  ChezChance& chance;
  EventLog& log;
  ChezGuide* guide = nullptr;  ///< only for a game that is imagined
};

/// Logs the cards in their order, at most 16 per event; nothing if there are none.
void tell_cards(EventLog& log, Verb verb, Seat seat, const ChezCards& cards, SeatSet sees = SeatSet::all());

/// Rolls openly for `seat`; returns the total.
int roll(ChezTable& table, Seat seat, ChezDice dice);

/// The part of its holder's hand that a card left: among equal cards the court's goes first, then another
/// face-up one.
enum class LeftFrom : std::uint8_t { hand, shown, court };
LeftFrom take_from_hand(ChezState& state, Seat seat, Card card);

/// Moves the card from one seat to another; among equal cards the order is that of `take_from_hand`. Both
/// seats see it, and all seats if it was face-up. The receiver has it in hand, concealed.
void deliver(ChezTable& table, Seat from, Seat to, Card card);

/// Like `deliver`, for a card that `from` received by such a delivery: it is not an equal card that is
/// face-up there.
void deliver_concealed(ChezTable& table, Seat from, Seat to, Card card);

/// The seat takes `count` cards from the stock; if one is missing, the discards are shuffled. False if that
/// kills it: in a siege at once, else when no card is left (H17, H22).
[[nodiscard]] bool pick_up(ChezTable& table, Seat seat, int count);

/// Kills the seat: it gets the worst free place, its cards go to the secondary pile, and a head has rolled.
void kill(ChezTable& table, Seat seat);

/// Ends the game if a death has decided it: that of the siege's player, or of the last but one.
void end_if_decided(ChezTable& table, Seat dead);

/// Moves the castle of the seat, if it has one, to the secondary pile.
void ruin_castle(ChezTable& table, Seat seat);

/// The seat leaves the game with the best free place.
void finish(ChezTable& table, Seat seat);

}  // namespace tribunal
