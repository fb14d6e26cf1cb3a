#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "games/catalogue.hpp"
#include "games/layout/family.hpp"

namespace tribunal {

/// A game for tests in which all seats decide at the same time: three ballots, `pass` or `call`; a call is a
/// point.
class BallotGame final : public Game {
 public:
  [[nodiscard]] std::unique_ptr<Game> clone() const override { return std::make_unique<BallotGame>(*this); }
  [[nodiscard]] int seats() const override { return players(); }
  [[nodiscard]] int players() const override { return 3; }
  void begin(EventLog& events) override { events.add(Event::with_numbers(verbs::hand, 0, {1})); }
  [[nodiscard]] SeatSet wanted() const override {
    return ballot_ < 3 ? SeatSet::first(players()) : SeatSet{};
  }
  void legal_actions(Seat /*seat*/, ActionList& actions) const override {
    actions.assign({Action{verbs::call}, Action{verbs::pass}});
  }
  [[nodiscard]] Action default_action(Seat /*seat*/) const override { return Action{verbs::pass}; }
  void apply(const Choices& choices, EventLog& events) override {
    for (const auto seat : wanted()) {
      events.add(Event::decision(seat, choices[seat]));
      if (choices[seat] == Action{verbs::call}) ++outcome_.scores.at(static_cast<std::size_t>(seat));
    }
    ++ballot_;
  }
  [[nodiscard]] Outcome outcome() const override {
    auto outcome = outcome_;
    outcome.seats = players();
    place_by_score(outcome);
    return outcome;
  }

 private:
  int ballot_ = 0;
  Outcome outcome_;
};

inline Rules ballot_rules() {
  return {"ballot", 3, 3, {}, {.least = 0, .most = 3}, [](const DealPointer&) {
            return std::make_unique<BallotGame>();
          }};
}

}  // namespace tribunal
