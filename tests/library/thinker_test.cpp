// The search of thinker: what it does is legal, the same each time, and bounded by what it plays.
#include "thinker.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>

#include <catch2/catch.hpp>

#include "opponents.hpp"
#include "support/random_play.hpp"
#include "support/random_rules.hpp"
#include "support/repetitions.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

/// A random position at which a seat chooses among several actions, and that seat.
struct Question {
  std::unique_ptr<Game> game;
  Seat seat = no_seat;
  ActionList actions;
};

Question random_question(const Rules& rules, std::uint64_t number, Dice& dice) {
  Question question;
  question.game = rules.deal(testing::numbered_deal(number));
  auto muted = EventLog::muted();
  ActionList actions;
  Choices choices;
  question.game->begin(muted);
  for (auto left = dice.below(40); !question.game->wanted().empty(); left -= left > 0 ? 1 : 0) {
    question.seat = *question.game->wanted().begin();
    question.game->legal_actions(question.seat, question.actions);
    if (left == 0 && question.actions.size() > 1) return question;
    testing::choose_at_random(*question.game, dice, actions, choices);
    question.game->apply(choices, muted);
  }
  question.seat = no_seat;
  return question;
}

}  // namespace

TEST_CASE("thinker chooses a legal action, the same each time, and plays about as much as it may") {
  const std::string family = GENERATE("layout", "tennis", "anarchy", "chez");
  constexpr std::int64_t steps = 300;
  constexpr std::int64_t longest = 3'000;  // decisions of a game after a move, and more
  Dice dice{8};
  for (int i = 0; i < testing::repetitions(60); ++i) {
    const auto rules = testing::random_rules_of(family, dice);
    const auto question = random_question(rules, static_cast<std::uint64_t>(i), dice);
    if (question.seat == no_seat) continue;
    CAPTURE(testing::describe(rules), i);
    const auto think = [&] {
      Stream chance = FastDeal{static_cast<std::uint64_t>(i)}.stream("search");
      thinker::Aim aim{.hand_by_hand = family == "layout" || family == "anarchy",
                       .prior = i % 2 == 0 ? 0.0 : 50.0,
                       .horizon = i % 5};
      if (i % 3 == 0) aim.doubt.fill(0.5);
      return thinker::best_action(*question.game, question.seat, {.steps = steps}, aim, chance);
    };
    const auto thought = think();
    CHECK(std::ranges::find(question.actions, thought.best) != question.actions.end());
    CHECK(thought.worlds >= 2);
    CHECK(thought.steps >= steps);
    // Each round of halving ends at most two worlds, played on after each action, beyond its share.
    CHECK(thought.steps <= steps + 4 * static_cast<std::int64_t>(question.actions.size()) * longest);
    CHECK(think().best == thought.best);
    CHECK(think().steps == thought.steps);
  }
}

TEST_CASE("thinker learns which of the others play at random, where all decide at once") {
  for (const std::string game : {"snark", "anarchy"}) {
    thinker::Opponents opponents{0.5};
    Stream chance = FastDeal{4}.stream("players");
    Rollout rollout;
    rollout.play_at_random(SeatSet::only(1));
    auto muted = EventLog::muted();
    const auto rules = *make_rules(game, 4, {});
    for (std::uint64_t number = 0; number < 4; ++number) {
      const auto position = rules.deal(testing::numbered_deal(number));
      position->begin(muted);
      while (!position->wanted().empty()) {
        opponents.forget();
        opponents.note(*position, 0);
        Choices choices;
        for (const Seat seat : position->wanted()) choices[seat] = rollout.choose(*position, seat, chance);
        for (const Seat seat : position->wanted()) opponents.learn(seat, choices[seat]);
        position->apply(choices, muted);
      }
    }
    CAPTURE(game, opponents.doubt(1), opponents.doubt(2), opponents.doubt(3));
    // In Anarchy, whose hands are all hidden, a few games tell less.
    const auto clear = game == "snark" ? 0.9 : 0.5;
    CHECK(opponents.doubt(1) > clear);
    for (const Seat seat : {Seat{2}, Seat{3}}) {
      CHECK(opponents.doubt(seat) < opponents.doubt(1));
      if (game == "snark") CHECK(opponents.doubt(seat) < 0.25);
    }
  }
}
