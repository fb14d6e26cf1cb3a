#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "cards/card.hpp"
#include "games/event.hpp"
#include "games/seat.hpp"

namespace tribunal {

/// What lies on the table, as the events tell it: it knows no rules, and what an event says is never doubted.
/// In Tennis all piles are the stock, what lies aside is the discards, and the cards of the trick are melds.
class TableState {
 public:
  /// One seat's cards and points.
  struct Place {
    std::vector<Card> hand;                             ///< in the order of suits, the highest first
    std::array<std::vector<Card>, suit_count> melds{};  ///< in the order played, or captured in tricks
    std::int32_t score = 0;                             ///< of the game so far
  };

  /// `pack` cards make the stock of each hand.
  TableState(int seats, int pack) : pack_{pack}, stock_{pack}, places_(static_cast<std::size_t>(seats)) {}

  void apply(const Event& event);

  [[nodiscard]] const std::vector<Place>& places() const { return places_; }
  [[nodiscard]] int stock() const { return stock_; }
  [[nodiscard]] int aces() const { return aces_; }
  [[nodiscard]] const std::vector<Card>& discards() const { return discards_; }

 private:
  void begin_hand();
  void begin_round();
  void end_trick(bool set_aside);
  void give(Place& place, Card card);
  void take_from_hand(Place& place, Card card);
  void play(Seat seat, Card card);
  void take_from_trick(Card card);

  int pack_;
  int stock_;
  int aces_ = 0;
  std::vector<Card> discards_;
  std::vector<Place> places_;
  std::vector<std::pair<Seat, Card>> played_;  // cards of this hand that nobody captured
};

}  // namespace tribunal
