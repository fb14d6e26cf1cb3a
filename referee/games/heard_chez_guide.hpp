#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "games/chez/actions.hpp"
#include "games/chez_exchanges.hpp"
#include "games/heard_chez.hpp"

namespace tribunal {

/// The ranks from `first` to `last`.
constexpr ChezRanks ranks_between(ChezRank first, ChezRank last) {
  return static_cast<ChezRanks>((2U << last) - (1U << first));
}

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

  /// A rank of which a seat was taken to have no card.
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
