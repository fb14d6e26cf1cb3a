#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cards/card.hpp"
#include "games/catalogue.hpp"
#include "games/core/event.hpp"
#include "games/core/seat.hpp"

namespace tribunal {

/// As the game's family has it; of a game that is in no catalogue, the usual one.
[[nodiscard]] TableShape shape_of(const Rules& rules);

/// What lies on the table, as the events tell it: it knows no rules, and what an event says is never doubted.
class TableState {
 public:
  /// One seat's cards and points.
  struct Place {
    std::vector<Card> hand;                             ///< in the order of suits, the highest first
    std::array<std::vector<Card>, suit_count> melds{};  ///< in the order played
    std::vector<Card> in_trick;
    std::vector<Card> open;      ///< lying before the seat beside melds: a castle, face-up royals
    std::vector<Card> captured;  ///< in this hand
    int pile = 0;                ///< cards in its face-down pile
    std::string bid;             ///< of this hand
    std::int32_t score = 0;      ///< of the game so far
    std::int32_t chips = 0;      ///< won so far, less what lies in the pot
    bool out = false;            ///< it folded this hand, or the game is over for it
  };

  TableState(int seats, TableShape shape);

  void apply(const Event& event);

  [[nodiscard]] const TableShape& shape() const { return shape_; }
  /// Of the seats; the dummy is one more, from its first card on.
  [[nodiscard]] const std::vector<Place>& places() const { return places_; }
  [[nodiscard]] int stock() const { return stock_; }
  [[nodiscard]] int aces() const { return aces_; }
  [[nodiscard]] const std::vector<Card>& discards() const { return discards_; }
  [[nodiscard]] const std::vector<Card>& turned_up() const { return turned_up_; }
  /// Tricks that nobody won.
  [[nodiscard]] const std::vector<Card>& aside() const { return aside_; }
  /// Chips in it; nothing where none are played for.
  [[nodiscard]] std::optional<int> pot() const { return pot_; }

 private:
  [[nodiscard]] Place& place_of(Seat seat) { return places_[index_of(seat)]; }
  void begin_hand();
  void begin_round();
  void move_card(const Event& event, Card card);
  void play(Place& place, Card card);
  void hand_over(Place& place, const Event& event);
  void explode(Place& place, const Event& event);
  void exchange(Place& place, Card card);
  void end_trick(Place& place, const Event& event);
  void pay(Place& place, std::int32_t chips);
  void lay_siege();

  TableShape shape_;
  int stock_;
  int aces_ = 0;
  std::vector<Card> discards_;
  std::vector<Card> turned_up_;
  std::vector<Card> aside_;
  std::optional<int> pot_;
  std::vector<Place> places_;
};

}  // namespace tribunal
