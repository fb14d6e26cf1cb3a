#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "cards/card.hpp"
#include "cards/deal.hpp"
#include "games/chez/actions.hpp"
#include "games/chez/cards.hpp"
#include "games/chez/state.hpp"
#include "games/heard_chez.hpp"

namespace tribunal {

/// Exchanges cards that a seat has not seen until the state is consistent with the lines that it received. A
/// card stays among the cards of its stock, and never takes a place that excludes its rank. Each function
/// returns whether it succeeded; if not, some cards may have been exchanged.
class ChezExchanges {
 public:
  ChezExchanges(ChezState& state, Seat viewer, Stream& stream);

  /// Fixes these cards: the first of each that the seat holds.
  void keep(Seat seat, std::span<const Card> cards);
  /// Fixes all cards of this seat.
  void keep(Seat seat);
  /// Gives the seat, or `buried`, the card in addition to its fixed cards, and fixes it too.
  [[nodiscard]] bool give(Seat seat, Card card);
  /// Takes all cards of these ranks from the seat, or `buried`, except its fixed ones. All seats can infer
  /// this.
  [[nodiscard]] bool lack(Seat seat, ChezRanks ranks);
  /// Brings the card to the top of the stock, which is not empty.
  [[nodiscard]] bool lay_on_stock(Card card);
  /// Replaces this card, one of those that were buried with hands, by another.
  [[nodiscard]] bool unbury(Card card);
  /// Makes the stock and the buried cards a part of these cards, together with the open discards except the
  /// top of the pile.
  [[nodiscard]] bool gather(std::vector<Card> cards);

 private:
  struct Item {
    Card card;
    Seat holder = no_seat;  ///< `no_seat`: the stock
    std::uint8_t stock = 0;
    ChezRanks excluded = 0;
    std::size_t place = 0;  ///< index in the trace or the stock
    bool fixed = false;     ///< whether the viewer has seen it, or it is fixed
    bool taken = false;     ///< whether it is fixed for a purpose
    bool unseen = false;
  };

  static bool may_be(const Item& item, Card card) { return (item.excluded >> chez_rank(card) & 1U) == 0; }
  /// Fixes a card that the seat already holds; false if it holds no such card that is not fixed.
  bool take(Seat seat, Card card);
  bool take(Seat seat, Card card, bool unseen);
  [[nodiscard]] std::vector<std::size_t> in_random_order(Seat holder);
  /// Brings one of the wanted cards to the place of the item.
  template <typename IsWanted>
  [[nodiscard]] bool exchange(std::size_t item, IsWanted is_wanted);
  void write(std::span<const std::size_t> path);

  ChezState& state_;
  Stream& stream_;
  std::vector<Item> items_;
};

/// The ranks from `first` to `last`.
constexpr ChezRanks ranks_between(ChezRank first, ChezRank last) {
  return static_cast<ChezRanks>((2U << last) - (1U << first));
}

/// One attempt to lead a game along the lines.
class HeardChez::Guide final : public ChezGuide {
 public:
  explicit Guide(HeardChez& heard) : heard_{heard} {}

  [[nodiscard]] std::size_t told() const { return told_; }

  [[nodiscard]] Seat viewer() const override { return heard_.seat_; }
  [[nodiscard]] bool is_at_end() const override { return told_ == heard_.texts_.size(); }
  [[nodiscard]] bool has_gone_on(ChezTable& table) override {
    listen(table);
    table.log.clear();
    seen_ = 0;
    return !is_lost_;
  }
  [[nodiscard]] std::optional<Action> decide(ChezTable& table) override;

  int roll(ChezTable& table, Seat seat, ChezDice dice, int total) override;
  int draw_blind(ChezTable& table, int place) override;
  void pick_up(ChezTable& table, Seat seat) override;
  void reshuffle(ChezTable& table) override;
  void begin_turn(ChezTable& table) override;
  void ask(ChezTable& table, Seat seat) override;
  void reveal_royals(ChezTable& table, Seat seat) override;
  void seize(ChezTable& table) override;
  void hand_over(ChezTable& table, std::size_t offered) override;

 private:
  struct Transfer {
    std::size_t line = 0;
    Seat from = no_seat;
    Seat to = no_seat;
    Card card;
  };

  /// A rank of which a seat was assumed to have no card.
  struct Lack {
    std::size_t line = 0;
    Seat seat = no_seat;
    ChezRank rank = 0;
  };

  void listen(const ChezTable& table);
  [[nodiscard]] const Line* next(const ChezTable& table);
  [[nodiscard]] std::vector<Card> cards_from_here(std::string_view verb, Seat seat) const;
  [[nodiscard]] ChezExchanges exchanges(ChezTable& table) const {
    return {table.state, viewer(), heard_.stream_};
  }
  void give(ChezExchanges& exchanges, const ChezState& state, Seat seat, std::span<const Card> cards);
  [[nodiscard]] ChezRanks lacked(const ChezState& state);
  [[nodiscard]] ChezRank lacked_of(const ChezState& state, ChezRank first, ChezRank last);
  [[nodiscard]] Card pass_unseen(ChezTable& table, const Transfer& by, const ChezCards& cards);
  void let_act(ChezTable& table);
  void learn(const ChezState& state, Seat seat, Card card);
  void learn_of_transfers(Seat seat, Card card);
  void learn_of_excess(const ChezState& state, ChezRanks ranks);

  HeardChez& heard_;
  std::size_t told_ = 0;
  std::size_t seen_ = 0;  // number of compared events of the table's log
  bool is_lost_ = false;
  std::vector<Transfer> transfers_;
  std::vector<Lack> choices_;
};

}  // namespace tribunal
