// The search of thinker: its actions are legal, the same each time, and bounded in the number of its
// playouts.
#include "thinker.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>

#include <catch2/catch.hpp>

#include "games/core/rollout.hpp"
#include "opponents.hpp"
#include "support/random_play.hpp"
#include "support/random_rules.hpp"
#include "support/repetitions.hpp"
#include "thinker_models.hpp"

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
                       .cube_rests = i % 4 < 2,
                       .prior = i % 2 == 0 ? 0.0 : 50.0,
                       .horizon = i % 5};
      if (i % 3 == 0) aim.habits.fill({.random = 0.5});
      if (rules.game() == "organised-chaos") aim.bids = std::make_shared<thinker::BidPlan>(rules, chance);
      return thinker::best_action(*question.game, question.seat, {.steps = steps}, aim, chance);
    };
    const auto thought = think();
    CHECK(std::ranges::find(question.actions, thought.best) != question.actions.end());
    CHECK(thought.worlds >= 2);
    CHECK(thought.steps >= steps);
    // Each round of halving ends at most two worlds beyond its share, played out after each action.
    CHECK(thought.steps <= steps + 4 * static_cast<std::int64_t>(question.actions.size()) * longest);
    CHECK(think().best == thought.best);
    CHECK(think().steps == thought.steps);
  }
}

TEST_CASE("thinker's models have a weight for each feature of their games") {
  for (const auto& model : thinker::models) {
    const auto game = make_rules(model.game, 4, {}).value().deal(testing::numbered_deal(1));
    CHECK(thinker::model_in(model.game).size() == game->feature_names().size());
  }
  CHECK(thinker::model_in("revolution").empty());
}

namespace {

/// Thinker in seat 0 learns from games in which seat 1 plays at random, and the others by the model or by
/// values.
thinker::Opponents opponents_after_games(const std::string& game, int games, bool is_model) {
  const auto weights = thinker::model_in(game);
  thinker::Opponents opponents{{.random = 0.3, .model = 0.3}, weights};
  Stream chance = FastDeal{4}.stream("players");
  Rollout rollout;
  rollout.play_at_random(SeatSet::only(1));
  if (is_model)
    for (const Seat seat : {Seat{2}, Seat{3}}) rollout.play_by(seat, weights);
  auto muted = EventLog::muted();
  const auto rules = *make_rules(game, 4, {});
  for (int number = 0; number < games; ++number) {
    const auto position = rules.deal(testing::numbered_deal(static_cast<std::uint64_t>(number)));
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
  return opponents;
}

}  // namespace

TEST_CASE("thinker learns which of the others play at random, where all decide at once") {
  for (const std::string game : {"snark", "anarchy"}) {
    for (const bool is_model : {false, true}) {
      if (is_model && thinker::model_in(game).empty()) continue;
      const auto opponents = opponents_after_games(game, 4, is_model);
      CAPTURE(game, is_model, opponents.habits(1).random, opponents.habits(2).random,
              opponents.habits(3).random);
      // In Anarchy, where all hands are hidden, a few games teach less.
      const auto clear = game == "snark" ? 0.9 : 0.5;
      CHECK(opponents.habits(1).random > clear);
      for (const Seat seat : {Seat{2}, Seat{3}}) CHECK(opponents.habits(seat).random < 0.25);
    }
  }
}

TEST_CASE("thinker learns who plays by the model, and takes nobody with a plan for one who plays at random") {
  for (const std::string game : {"anarchy", "anarchist-bomb", "organised-chaos"}) {
    for (const bool is_model : {false, true}) {
      const auto opponents = opponents_after_games(game, 8, is_model);
      for (const Seat seat : {Seat{2}, Seat{3}}) {
        const auto habits = opponents.habits(seat);
        CAPTURE(game, is_model, habits.model, habits.random);
        CHECK(habits.random < opponents.habits(1).random / 2);
        if (is_model) CHECK(habits.model > 0.5);
      }
    }
  }
  CHECK(opponents_after_games("snark", 1, false).habits(2).model == 0);
}
