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

/// One place at the table, and what it has.
struct SeatPosition {
  /// Cards that only the seat sees; the dummy's are seen by nobody. A seat that has folded has none.
  std::vector<Card> hand{};
  std::vector<Card> open{};  ///< face up before the seat beside melds: a castle, face-up royals
  /// By suit, in the order of play; the Mob's, which has none, by ranks from the highest down.
  std::array<std::vector<Card>, suit_count> melds{};
  CapturedCount captured{};  ///< in this hand, without a joker
  std::vector<Card> pile{};  ///< face down before the seat, the top first
  std::string_view bid{};    ///< of this hand; empty if none is made
  std::int32_t score = 0;    ///< as the last `score` told it
  std::int32_t chips = 0;    ///< won in the game so far, less what is in the pot
  bool out = false;          ///< it has folded this hand, or left the game
};

/// A card of the trick in progress.
struct CardOfTrick {
  Seat seat = no_seat;
  Card card;
};

/// The table of a game while a decision is wanted, as its engine knows it: where every card is, and what each
/// seat has. It serves inspection (tests, analysis), is made anew for each call, and is not needed to play. A
/// player sees all of it but the hands of others, `stock`, `hidden`, piles, and cards that somebody discarded
/// face down.
struct Position {
  int hand_number = 0;               ///< of the hand or round, from 1
  Seat dealer = 0;                   ///< of this hand
  std::vector<Card> stock{};         ///< cards to draw, the next one first
  std::vector<Card> hidden{};        ///< others that nobody holds or sees: undealt, or discarded face down
  std::vector<Card> discards{};      ///< the pile of discards, the top last; in Tennis in no order
  std::vector<CardOfTrick> trick{};  ///< in the order of play
  std::vector<Card> turned{};        ///< turned up for all to see, and the circle of a siege
  std::vector<Card> aside{};         ///< tricks that nobody won
  std::vector<Card> aces{};          ///< put aside by all seats in this hand
  std::vector<Card> folded{};        ///< cards of seats that have folded, from hands and melds
  std::vector<Card> captured{};      ///< by all seats in this hand
  int aces_left = 0;                 ///< until drawing, or the hand, ends
  std::int32_t pot = 0;              ///< chips in it
  std::array<Seat, suit_count> winners{no_seat, no_seat, no_seat, no_seat};  ///< of suits, by the melds now
  std::vector<SeatPosition> seats{};  ///< all seats, and the dummy behind them
};

// Helpers for engines that provide a position.

/// The cards in the order of a fresh pack.
[[nodiscard]] std::vector<Card> listed(const Hand& hand);
/// Takes each of `cards` out of `rest`, where it is.
void take_out(std::vector<Card>& rest, std::span<const Card> cards);

}  // namespace tribunal
