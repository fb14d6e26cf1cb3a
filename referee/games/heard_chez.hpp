#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cards/card.hpp"
#include "cards/deal.hpp"
#include "games/chez/cards.hpp"
#include "games/chez/state.hpp"
#include "games/chez/table.hpp"
#include "games/core/rules.hpp"

namespace tribunal {

/// The lines that a seat has received of a game of Chez, and lessons from games that departed from them.
class HeardChez {
 public:
  /// `pack`: all cards of the game, in any order.
  HeardChez(const Rules& rules, std::vector<Card> pack, Seat seat, std::span<const std::string> lines,
            Stream& stream);
  ~HeardChez();
  HeardChez(const HeardChez&) = delete;
  HeardChez& operator=(const HeardChez&) = delete;

  /// A game that produces these lines, or null; another attempt may succeed.
  [[nodiscard]] std::unique_ptr<Game> imagine();
  /// The largest number of these lines that a game has produced so far.
  [[nodiscard]] std::size_t most_told() const { return most_told_; }

 private:
  class Guide;

  struct Line {
    std::vector<std::string> words;
    Seat seat = no_seat;
    std::vector<Card> cards;  ///< with hidden ones among them

    [[nodiscard]] bool is(std::string_view verb) const { return words.front() == verb; }
    [[nodiscard]] bool is(std::string_view verb, Seat of) const { return is(verb) && seat == of; }
  };

  [[nodiscard]] DealPointer deal() const;

  const Rules& rules_;
  std::vector<Card> pack_;
  Seat seat_;
  std::span<const std::string> texts_;
  Stream& stream_;
  std::vector<Line> lines_;  // up to the first invalid one
  std::size_t most_told_ = 0;
  int tries_ = 0;

  // Lessons: cards that should be, or should not be, among those that were buried before a stock:
  std::set<std::pair<int, Card>> buried_;
  std::set<std::pair<int, Card>> not_buried_;
  // Cards that passed unseen from hand to hand, by the line:
  std::map<std::size_t, Card> passed_;
  std::set<std::pair<std::size_t, Card>> not_passed_;
  // Ranks of which a seat that picked up had a card, by the line:
  std::set<std::pair<std::size_t, ChezRank>> not_lacked_;
};

/// Exchanges cards that a seat has not seen, until the state is consistent with the lines that this seat
/// received. A card stays among the cards of its stock, and comes into no place that excludes its rank. Each
/// function returns whether it could be done; if not, some cards may have been exchanged.
class ChezExchanges {
 public:
  ChezExchanges(ChezState& state, Seat viewer, Stream& stream);

  /// These cards stay where they are: the first of each that the seat holds.
  void keep(Seat seat, std::span<const Card> cards);
  /// All cards of this seat stay where they are.
  void keep(Seat seat);
  /// Makes the seat, or `buried`, hold the card in addition to those that it keeps; from then on it keeps
  /// this one too.
  [[nodiscard]] bool give(Seat seat, Card card);
  /// Makes the seat, or `buried`, hold no card of these ranks except those that it keeps. All seats can infer
  /// this.
  [[nodiscard]] bool lack(Seat seat, ChezRanks ranks);
  /// Moves the card to the top of the stock, which is not empty.
  [[nodiscard]] bool lay_on_stock(Card card);
  /// Replaces one card like this among those buried with hands by another one.
  [[nodiscard]] bool unbury(Card card);
  /// Makes the stock and the buried cards, with the open discards except the pile's top, a part of these
  /// cards.
  [[nodiscard]] bool gather(std::vector<Card> cards);

 private:
  struct Item {
    Card card;
    Seat holder = no_seat;  ///< `no_seat`: the stock
    std::uint8_t stock = 0;
    ChezRanks excluded = 0;
    std::size_t place = 0;  ///< index in the trace or the stock
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

/// One try: leads a game along the lines.
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
  std::size_t seen_ = 0;  // events of the table's log
  bool is_lost_ = false;
  std::vector<Transfer> transfers_;
  std::vector<Lack> choices_;
};

}  // namespace tribunal
