#pragma once

#include "base/error.hpp"
#include "games/catalogue.hpp"
#include "games/core/game.hpp"

namespace tribunal::testing {

/// Two players decide at the same time, three times: they play their king or pass. Nobody sees before the end
/// whether the king was played. Seat 0 wins a point if they agree, seat 1 if they do not.
class Pennies final : public Game {
 public:
  [[nodiscard]] std::unique_ptr<Game> clone() const override { return std::make_unique<Pennies>(*this); }
  [[nodiscard]] int seats() const override { return 2; }
  [[nodiscard]] int players() const override { return 2; }
  void begin(EventLog& events) override { events.add(Event::with_numbers(verbs::hand, 0, {1})); }
  [[nodiscard]] SeatSet wanted() const override { return rounds_ < 3 ? SeatSet::first(2) : SeatSet{}; }
  void legal_actions(Seat seat, ActionList& actions) const override {
    actions = {king_of(seat), Action{verbs::pass}};
  }
  [[nodiscard]] Action default_action(Seat /*seat*/) const override { return Action{verbs::pass}; }

  void apply(const Choices& choices, EventLog& events) override {
    for (const auto seat : SeatSet::first(2))
      events.add(Event::decision(seat, choices[seat], SeatSet::only(seat)));
    const bool agree = choices[0].verb() == choices[1].verb();
    ++points_.at(agree ? 0 : 1);
    ++rounds_;
    events.add(Event::with_numbers(verbs::score, agree ? Seat{0} : Seat{1}, {1, points_.at(agree ? 0 : 1)}));
  }

  [[nodiscard]] Outcome outcome() const override {
    Outcome outcome{.seats = 2};
    outcome.scores[0] = points_[0];
    outcome.scores[1] = points_[1];
    place_by_score(outcome);
    return outcome;
  }

 private:
  static Action king_of(Seat seat) {
    return {verbs::play, Card{Rank::king, seat == 0 ? Suit::hearts : Suit::spades}};
  }

  int rounds_ = 0;
  std::array<std::int32_t, 2> points_{};
};

/// The rules of Pennies under any name, like those of a catalogue with a single game.
[[nodiscard]] inline Result<Rules> pennies(std::string_view /*game*/, int /*players*/,
                                           const OptionTexts& /*options*/) {
  return Rules{"pennies",
               2,
               2,
               {{"stake", std::int64_t{1}}, {"open", false}, {"metal", std::string{"copper"}}},
               ScoreBounds{.least = 0, .most = 3},
               [](const DealPointer& /*deal*/) { return std::make_unique<Pennies>(); }};
}

/// A record of Pennies: seat 1 is forfeit at its second decision.
[[nodiscard]] inline Record pennies_record() {
  const Action hearts{verbs::play, Card{Rank::king, Suit::hearts}};
  const Action spades{verbs::play, Card{Rank::king, Suit::spades}};
  const Action pass{verbs::pass};
  return {.rules = *pennies("pennies", 2, {}),
          .deal = {},
          .entrants = {{"left", "left 1", ""}, {"right", "right 1", ""}},
          .limits = {},
          .host = {},
          .decisions = {{0, hearts, 10, false},
                        {1, spades, 11, false},
                        {0, hearts, 12, false},
                        {1, pass, 0, true},
                        {0, pass, 13, false},
                        {1, pass, 0, true}},
          .faults = {{FaultKind::garbage, 1, 3, 14, "eh"}},
          .comments = {{0, 3, "well"}}};
}

}  // namespace tribunal::testing
