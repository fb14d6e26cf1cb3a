#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "games/core/game.hpp"
#include "games/core/rules.hpp"

namespace tribunal::testing {

/// One seat plays one of several cards. Each brings its prize and a random number from 0 to 9.
class Lottery final : public Game {
 public:
  explicit Lottery(std::vector<int> prizes) : prizes_{std::move(prizes)} {}

  [[nodiscard]] std::unique_ptr<Game> clone() const override { return std::make_unique<Lottery>(*this); }
  [[nodiscard]] int seats() const override { return 1; }
  [[nodiscard]] int players() const override { return 1; }
  void begin(EventLog& /*events*/) override {}
  [[nodiscard]] SeatSet wanted() const override { return is_over_ ? SeatSet{} : SeatSet::only(0); }
  void legal_actions(Seat /*seat*/, ActionList& actions) const override {
    actions.clear();
    for (std::size_t i = 0; i < prizes_.size(); ++i) actions.push_back(card(i));
  }
  [[nodiscard]] Action default_action(Seat /*seat*/) const override { return card(0); }
  void apply(const Choices& choices, EventLog& events) override {
    const auto chosen = choices[0].arguments()[0];
    score_ = prizes_.at(chosen) + luck_.at(chosen);
    is_over_ = true;
    events.add(Event::decision(0, choices[0]));
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
  int score_ = 0;
  bool is_over_ = false;
};

/// Rules without options, under a name that is in no catalogue.
[[nodiscard]] inline Rules lottery_rules(const std::vector<int>& prizes) {
  return {"lottery", 1, 1, {}, ScoreBounds{.least = 0, .most = 100}, [prizes](const DealPointer& /*deal*/) {
            return std::make_unique<Lottery>(prizes);
          }};
}

}  // namespace tribunal::testing
