#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "cards/card.hpp"
#include "games/anarchy/tricks.hpp"
#include "games/core/event.hpp"
#include "games/core/hand.hpp"
#include "games/core/seat.hpp"

namespace tribunal {

// The common parts of all Anarchy games, with bids or without.

inline constexpr std::size_t most_hand_cards = 13;

/// Deals `hand_size` cards to each of `hands`, one at a time from the dealer's left, from the top of the
/// stock; each seat sees its own.
void deal_round(std::span<const Card> stock, Seat dealer, std::size_t hand_size, std::span<Hand> hands,
                EventLog& events);

/// The cards of one trick and those that lay with it, each with its captor.
class CapturedCards {
 public:
  struct Item {
    Card card;
    Seat by = no_seat;
  };

  CapturedCards() = default;
  CapturedCards(std::span<const Card> trick, const Captors& captors);

  void add(Card card, Seat by) { items_[size_++] = {card, by}; }
  [[nodiscard]] std::span<const Item> items() const { return {items_.data(), size_}; }

 private:
  std::array<Item, most_places + 2> items_{};  // a turned-up card, a joker
  std::size_t size_ = 0;
};

/// Logs one event of `verb` for each capturing seat, in the order of seats.
void tell_captures(EventLog& events, Verb verb, const CapturedCards& captured);

}  // namespace tribunal
