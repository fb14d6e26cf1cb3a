#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cards/card.hpp"
#include "games/core/hand.hpp"
#include "games/core/seat.hpp"

namespace tribunal {

/// Cards that were captured in a hand, counted by suit and by rank (from the twos up).
struct CapturedCount {
  std::array<int, suit_count> suits{};
  std::array<int, 13> ranks{};
  bool operator==(const CapturedCount&) const = default;
};

/// One seat and its cards, score and chips.
struct SeatPosition {
  /// Cards that only the seat sees; no seat sees the dummy's. A seat that has folded has none.
  std::vector<Card> hand{};
  std::vector<Card> open{};  ///< face up in front of the seat, except melds: a castle, face-up royals
  /// The melds by suit, in the order of play; those of the Mob, which have no such order, by ranks from the
  /// highest down.
  std::array<std::vector<Card>, suit_count> melds{};
  CapturedCount captured{};  ///< captured cards of this hand, without a joker
  std::vector<Card> pile{};  ///< face down in front of the seat, the top first
  std::string_view bid{};    ///< bid of this hand; empty before it
  std::int32_t score = 0;    ///< score of the last event `score`
  std::int32_t chips = 0;    ///< chips won in the game so far, less those in the pot
  bool out = false;          ///< whether it has folded this hand, or left the game
};

/// A card of the trick in progress.
struct CardOfTrick {
  Seat seat = no_seat;
  Card card;
};

/// The table of a game in progress with all of the engine's knowledge: the place of every card, and the state
/// of each seat. It is for inspection (tests, analysis), is made for each call, and is not needed to play. A
/// player sees all of it except the hands of others, `stock`, `hidden`, piles, and cards discarded face down.
struct Position {
  int hand_number = 0;               ///< number of the hand or round, from 1
  Seat dealer = 0;                   ///< dealer of this hand
  std::vector<Card> stock{};         ///< cards to draw, the next one first
  std::vector<Card> hidden{};        ///< other cards that no seat holds or sees: undealt, or discarded face
                                     ///< down
  std::vector<Card> discards{};      ///< the discard pile, the top last; in Tennis in no order
  std::vector<CardOfTrick> trick{};  ///< cards in the order of play
  std::vector<Card> turned{};        ///< turned up for all seats, and the circle of a siege
  std::vector<Card> aside{};         ///< tricks that no seat won
  std::vector<Card> aces{};          ///< put aside by all seats in this hand
  std::vector<Card> folded{};        ///< cards of seats that have folded, from hands and melds
  std::vector<Card> captured{};      ///< cards that all seats captured in this hand
  int aces_left = 0;                 ///< number of aces until drawing, or the hand, ends
  std::int32_t pot = 0;              ///< the chips in the pot
  std::array<Seat, suit_count> winners{no_seat, no_seat, no_seat,
                                       no_seat};  ///< the winners of the suits by the current melds
  std::vector<SeatPosition> seats{};              ///< all seats, then the dummy
};

// Helpers for engines that provide a position.

/// The cards in the order of a fresh pack.
[[nodiscard]] std::vector<Card> listed(const Hand& hand);
/// Removes each of `cards` from `rest`, which must contain it.
void take_out(std::vector<Card>& rest, std::span<const Card> cards);

}  // namespace tribunal
