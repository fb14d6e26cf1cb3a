#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "cards/card.hpp"
#include "games/chez/cards.hpp"
#include "games/core/seat.hpp"

namespace tribunal {

/// The holder of a card that lies face down in the secondary pile.
inline constexpr Seat buried = -2;

/// A card in a hand, or buried with one, and what the seats know of it.
struct TracedCard {
  Card card;
  Seat holder = no_seat;
  std::uint8_t stock = 0;  ///< the number of the stock that it was drawn from, by shuffles
  SeatSet seen_by;         ///< seats that have seen its face since that shuffle
  ChezRanks excluded = 0;  ///< ranks that it has not: all saw that its holder could not play such a card
};

/// The knowledge of the seats about the cards in hands, for a redraw; play does not depend on it. Of equal
/// cards of a seat the one that most seats have seen leaves first.
class ChezTrace {
 public:
  static constexpr std::size_t most = 110;

  [[nodiscard]] std::span<TracedCard> cards() { return std::span{cards_}.first(size_); }
  [[nodiscard]] std::span<const TracedCard> cards() const { return std::span{cards_}.first(size_); }
  [[nodiscard]] std::uint8_t stock() const { return stock_; }

  /// The place of a card of the holder in `cards()`; their number if it has none.
  [[nodiscard]] std::size_t find(Seat holder, Card card) const {
    std::size_t found = size_;
    for (std::size_t i = 0; i < size_; ++i) {
      if (cards_[i].card != card || cards_[i].holder != holder) continue;  // few cards are equal
      if (found == size_ || cards_[i].seen_by.size() > cards_[found].seen_by.size()) found = i;
    }
    return found;
  }

  void come(Seat holder, Card card, SeatSet seen_by) {
    cards_[size_++] = {.card = card, .holder = holder, .stock = stock_, .seen_by = seen_by};
  }
  /// The card is laid open.
  void leave(Seat holder, Card card) { remove(find(holder, card)); }
  void leave(Seat holder) {
    for (std::size_t i = size_; i-- > 0;) {
      if (cards_[i].holder == holder) remove(i);
    }
  }
  /// The card passes to another hand before the eyes of `sees`. A `concealed` one is not an equal card that
  /// lies face up.
  void pass(Seat from, Seat to, Card card, SeatSet sees, bool concealed) {
    auto at = find(from, card);
    for (std::size_t i = 0; concealed && i < size_; ++i) {
      if (cards_[i].holder == from && cards_[i].card == card && cards_[i].seen_by != SeatSet::all()) at = i;
    }
    if (at == size_) return;
    cards_[at].holder = to;
    for (const auto seat : sees) cards_[at].seen_by.add(seat);
  }
  /// The hand of a killed seat goes to the secondary pile, face down.
  void bury(Seat holder) {
    for (auto& traced : cards()) {
      if (traced.holder == holder) traced.holder = buried;
    }
  }
  /// A card of the secondary pile comes to the seat. All saw it if it was not buried.
  void dig(Seat holder, Card card) {
    const auto at = find(buried, card);
    if (at == size_) return come(holder, card, SeatSet::all());
    cards_[at].holder = holder;
    cards_[at].seen_by.add(holder);
  }
  /// The discards are shuffled into a new stock.
  void reshuffle() {
    leave(buried);
    ++stock_;
  }
  /// All see the seat's royals, and that its other cards are none.
  void reveal_royals(Seat holder) {
    constexpr ChezRanks royals = 0b111U << chez_ranks::jack;
    for (auto& traced : cards()) {
      if (traced.holder != holder) continue;
      if ((royals >> chez_rank(traced.card) & 1U) != 0) {
        traced.seen_by = SeatSet::all();
      } else {
        traced.excluded |= royals;
      }
    }
  }
  /// All see that the seat has no card of these ranks.
  void exclude(Seat holder, ChezRanks ranks) {
    for (auto& traced : cards()) {
      if (traced.holder == holder) traced.excluded |= ranks;
    }
  }

 private:
  void remove(std::size_t at) {
    if (at < size_) cards_[at] = cards_[--size_];
  }

  std::array<TracedCard, most> cards_{};
  std::size_t size_ = 0;
  std::uint8_t stock_ = 0;
};

}  // namespace tribunal
