#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cards/card.hpp"
#include "cards/deal.hpp"
#include "games/chez/cards.hpp"
#include "games/chez/state.hpp"

namespace tribunal {

/// Exchanges cards that a seat has not seen, so that the state becomes one which this seat may have heard of.
/// A card stays among the cards of its stock, and comes into no place that excludes its rank. Each function
/// returns whether it could be done; if not, some cards may have been exchanged.
class ChezExchanges {
 public:
  ChezExchanges(ChezState& state, Seat viewer, Stream& stream);

  /// These cards stay where they are: the first of each that the seat holds.
  void keep(Seat seat, std::span<const Card> cards);
  /// All cards of this seat stay where they are.
  void keep(Seat seat);
  /// The seat, or `buried`, comes to hold the card, beside those that it keeps; then it keeps this one too.
  [[nodiscard]] bool give(Seat seat, Card card);
  /// The seat, or `buried`, comes to hold no card of these ranks beside those that it keeps. All can infer
  /// it.
  [[nodiscard]] bool lack(Seat seat, ChezRanks ranks);
  /// The card comes to the top of the stock, which is not empty.
  [[nodiscard]] bool lay_on_stock(Card card);
  /// One of the cards that were buried with hands, which is this one, becomes another.
  [[nodiscard]] bool unbury(Card card);
  /// The stock and what was buried become part of these cards, with the open discards but the pile's top.
  [[nodiscard]] bool gather(std::vector<Card> cards);

 private:
  struct Item {
    Card card;
    Seat holder = no_seat;  ///< `no_seat`: the stock
    std::uint8_t stock = 0;
    ChezRanks excluded = 0;
    std::size_t place = 0;  ///< in the trace or the stock
    bool fixed = false;     ///< seen by the viewer, or kept
    bool taken = false;     ///< kept for a purpose
    bool unseen = false;
  };

  static bool may_be(const Item& item, Card card) { return (item.excluded >> chez_rank(card) & 1U) == 0; }
  /// Keeps a card that the seat holds already; false if it does not hold one that is not kept.
  bool take(Seat seat, Card card);
  bool take(Seat seat, Card card, bool unseen);
  [[nodiscard]] std::vector<std::size_t> in_random_order(Seat holder);
  /// Brings another card to the place of the item: one that is wanted.
  template <typename IsWanted>
  [[nodiscard]] bool exchange(std::size_t item, IsWanted is_wanted);
  void write(std::span<const std::size_t> path);

  ChezState& state_;
  Stream& stream_;
  std::vector<Item> items_;
};

}  // namespace tribunal
