#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "games/core/game.hpp"
#include "games/core/rules.hpp"

namespace tribunal::testing {

/// One seat plays some of several cards, by default one. Each brings its prize and a random number from 0
/// to 9.
class Lottery final : public Game {
 public:
  /// `hands`: whether each card after the first is played in a hand of its own.
  explicit Lottery(std::vector<int> prizes, int plays = 1, bool hands = false)
      : prizes_{std::move(prizes)}, plays_{plays}, hands_{hands} {}

  [[nodiscard]] std::unique_ptr<Game> clone() const override { return std::make_unique<Lottery>(*this); }
  [[nodiscard]] int seats() const override { return 1; }
  [[nodiscard]] int players() const override { return 1; }
  void begin(EventLog& /*events*/) override {}
  [[nodiscard]] SeatSet wanted() const override { return plays_ == 0 ? SeatSet{} : SeatSet::only(0); }
  void legal_actions(Seat /*seat*/, ActionList& actions) const override {
    actions.clear();
    for (std::size_t i = 0; i < prizes_.size(); ++i)
      if (!played_.at(i)) actions.push_back(card(i));
  }
  [[nodiscard]] Action default_action(Seat /*seat*/) const override { return card(0); }
  void apply(const Choices& choices, EventLog& events) override {
    const auto chosen = choices[0].arguments()[0];
    score_ += prizes_.at(chosen) + luck_.at(chosen);
    played_.at(chosen) = true;
    events.add(Event::decision(0, choices[0]));
    if (--plays_ > 0 && hands_) events.add(Event::with_numbers(verbs::hand, 0, {1}));
  }
  [[nodiscard]] Outcome outcome() const override {
    Outcome outcome{.seats = 1};
    outcome.scores[0] = score_;
    place_by_score(outcome);
    return outcome;
  }

 private:
  static Action card(std::size_t i) { return Action{verbs::play, {static_cast<std::uint8_t>(i)}}; }
  void redraw(Seat /*viewer*/, Stream& stream) override {
    for (auto& luck : luck_) luck = static_cast<int>(stream.uniform(10));
  }

  std::vector<int> prizes_;
  std::array<int, 16> luck_{};
  std::array<bool, 16> played_{};
  int plays_;
  bool hands_;
  int score_ = 0;
};

/// Rules without options, under a name that is in no catalogue.
[[nodiscard]] inline Rules lottery_rules(const std::vector<int>& prizes) {
  return {"lottery", 1, 1, {}, ScoreBounds{.least = 0, .most = 100}, [prizes](const DealPointer& /*deal*/) {
            return std::make_unique<Lottery>(prizes);
          }};
}

}  // namespace tribunal::testing
