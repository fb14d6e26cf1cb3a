#pragma once

#include <string>
#include <vector>

#include "games/core/game.hpp"
#include "support/what_is_seen.hpp"

namespace tribunal::testing {

/// Every place of the table with its cards, as text: equal for equal positions.
[[nodiscard]] std::string places_of(const Position& position);

/// All cards of a table of Chez, sorted.
[[nodiscard]] std::vector<Card> cards_of(const Position& position);

/// The card that an argument of the event is.
[[nodiscard]] Card card_at(const Event& event, std::size_t i);

/// Removes from both the cards that both have.
void cancel(std::vector<Card>& a, std::vector<Card>& b);

/// The stock of hand `number` in the deal.
[[nodiscard]] std::vector<Card> stock_of_hand(const Rules& rules, const Deal& deal, int number);

/// A game from its first card on: the stocks of its hands and all decisions.
struct Retold {
  StackedDeal::Stocks stocks;
  std::vector<Choices> decisions;
};

/// A place in the stock of the hand that is being played, and the fate of its card.
struct StockPlace {
  Card card;
  Seat owner = no_seat;  ///< seat to which it was dealt, drawn or passed as a gift; else `no_seat`
  Seat giver = no_seat;
};

/// A game that was played, with the fate of every card of its last hand's stock.
class ToldGame {
 public:
  ToldGame(const Rules& rules, DealPointer deal, const std::vector<Choices>& decisions, Seat viewer);

  /// The deal and the decisions that lead to the position `after` instead of `before`, the position of this
  /// game: each card that moved is exchanged in the stock, and in the decisions that the viewer has not seen.
  [[nodiscard]] Retold retell(const Position& before, const Position& after) const;
  /// Like the other `retell`, but with the given cards in the places of the stock.
  [[nodiscard]] Retold retell(const std::vector<Card>& stock) const;

  [[nodiscard]] const std::vector<StockPlace>& stock() const { return stock_; }

 private:
  struct HiddenDecision {
    std::size_t step = 0;
    Seat seat = no_seat;
  };

  void note(const Event& event);
  void note_deal(const Event& event);
  void note_gift(const Event& event);
  void begin_hand();

  const Rules& rules_;
  DealPointer deal_;
  const std::vector<Choices>& decisions_;
  Seat viewer_;
  int hand_ = 0;
  std::vector<StockPlace> stock_;
  std::vector<HiddenDecision> hidden_;
  std::vector<Seat> dealt_to_;
  std::size_t dealt_to_last_ = 0;  // cards
  std::size_t used_ = 0;
};

}  // namespace tribunal::testing
