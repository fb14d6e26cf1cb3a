// Games of the layout family played at random, by every kind of rules, held against a second referee.
#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <catch2/catch.hpp>

#include "games/layout/family.hpp"
#include "games/second_referee.hpp"
#include "support/random_rules.hpp"
#include "support/repetitions.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

/// Plays games at random and holds each against the second referee; keeps what happened in them.
class Trial {
 public:
  explicit Trial(std::uint64_t seed) : dice{seed} {}

  void play(const Rules& rules) {
    const auto game = rules.deal(testing::numbered_deal(games_++));
    events_.clear();
    game->begin(events_);
    testing::play_out(*game, dice, events_);
    for (const auto& event : events_.events()) verbs_.insert(event.verb);
    auto wrong = testing::objection(rules, *game, events_);
    const auto scores = game->outcome().scores;
    const auto bounds = rules.score_bounds();
    for (const auto seat : SeatSet::first(rules.players()))
      if (!bounds.has(scores[index_of(seat)])) wrong = "a score is outside the bounds";
    if (wrong.empty()) return;
    CAPTURE(testing::describe(rules), testing::lines_of(events_));
    FAIL(wrong);
  }

  /// True if the cards' verbs and these were all told.
  [[nodiscard]] bool has_heard(const std::set<Verb>& others) const {
    static const std::set of_cards{verbs::hand, verbs::deal,    verbs::draw,    verbs::ace,
                                   verbs::play, verbs::discard, verbs::conquer, verbs::score};
    return std::ranges::includes(verbs_, of_cards) && std::ranges::includes(verbs_, others);
  }

  Dice dice;

 private:
  std::set<Verb> verbs_;  // that were told
  std::uint64_t games_ = 0;
  EventLog events_;
};

}  // namespace

// Random games of all rules end, keep their cards and chips, obey the rules, and score as a second scorer
// does: this many for every number of players.

TEST_CASE("mitch: random games of all rules are right by a second referee") {
  const auto& mitch = *find_game("mitch");
  const auto [fewest, most] = GENERATE(std::pair{2, 5}, std::pair{6, 10});
  Trial trial{2026};
  for (int players = fewest; players <= most; ++players) {
    for (int left = testing::repetitions(100'000); left > 0; --left) {
      trial.play(testing::random_rules(mitch, players, trial.dice));
    }
  }
  CHECK(trial.has_heard({verbs::stock, verbs::take}));
}

TEST_CASE("mitch: random games with hands as large as the packs allow are right by a second referee") {
  const auto& mitch = *find_game("mitch");
  Trial trial{2028};
  for (const int packs : {1, 2}) {
    for (int players = mitch.fewest_players; players <= mitch.most_players; ++players) {
      const int largest = (48 * packs - 1) / players;
      for (int left = testing::repetitions(4'000); left > 0; --left) {
        const auto hand_size = trial.dice.between(largest - 1, largest);
        trial.play(testing::random_rules(
            mitch, players, trial.dice,
            {{"packs", std::to_string(packs)}, {"hand_size", std::to_string(hand_size)}}));
      }
    }
  }
}

TEST_CASE("revolution: random games of all rules are right by a second referee") {
  const auto& revolution = *find_game("revolution");
  for (int players = revolution.fewest_players; players <= revolution.most_players; ++players) {
    Trial trial{static_cast<std::uint64_t>(players)};
    for (int left = testing::repetitions(100'000); left > 0; --left) {
      trial.play(testing::random_rules(revolution, players, trial.dice));
    }
  }
}

TEST_CASE("revolution: random sessions are right by a second referee") {
  struct Example {
    std::string session;
    int fewest_players;
    int most_players;
    std::set<Verb> verbs;  ///< that must be heard
  };
  const auto example =
      GENERATE(Example{"plain", 1, 5, {verbs::call, verbs::pass}},
               Example{"gambling", 2, 5, {verbs::ante, verbs::pay, verbs::win, verbs::chips, verbs::fold}},
               Example{"hustler", 2, 2, {verbs::ante, verbs::pay, verbs::win, verbs::chips, verbs::fold}},
               Example{"stud",
                       2,
                       5,
                       {verbs::call, verbs::pass, verbs::ante, verbs::pay, verbs::win, verbs::chips,
                        verbs::fold, verbs::check, verbs::bet, verbs::raise}},
               Example{"cube", 2, 2, {verbs::pass, verbs::doubles, verbs::accept, verbs::drop}});
  const auto& revolution = *find_game("revolution");
  Trial trial{2027};
  OptionTexts fixed{{"session", example.session}};
  if (example.session == "hustler") fixed["mob"] = "on";
  for (int players = example.fewest_players; players <= example.most_players; ++players) {
    for (int left = testing::repetitions(20'000); left > 0; --left) {
      trial.play(testing::random_rules(revolution, players, trial.dice, fixed));
    }
  }
  CAPTURE(example.session);
  CHECK(trial.has_heard(example.verbs));
}

TEST_CASE("revolution: random games with the tyrant called at any point are right by a second referee") {
  const auto& revolution = *find_game("revolution");
  const std::string session = GENERATE("plain", "gambling", "hustler", "stud", "cube");
  Trial trial{2029};
  const bool is_for_two = session == "hustler" || session == "cube";
  for (int players = 2; players <= (is_for_two ? 2 : 5); ++players) {
    OptionTexts fixed{{"session", session}, {"tyrant", "any"}};
    if (session == "hustler") fixed["mob"] = "on";
    for (int left = testing::repetitions(8'000); left > 0; --left) {
      trial.play(testing::random_rules(revolution, players, trial.dice, fixed));
    }
  }
  CHECK(trial.has_heard({verbs::call, verbs::pass}));
}

TEST_CASE("layout: legal actions: plays, then discards, each in the order of cards") {
  const auto key = [](const Action& action) {
    return std::pair{action.verb() == verbs::discard, action.card().index()};
  };
  Dice dice{3};
  auto events = EventLog::muted();
  ActionList actions;
  Choices choices;
  for (int i = 0; i < testing::repetitions(3'000); ++i) {
    const auto rules = testing::random_rules_of("layout", dice);
    const auto game = rules.deal(testing::numbered_deal(static_cast<std::uint64_t>(i)));
    game->begin(events);
    while (!game->wanted().empty()) {
      for (const auto seat : game->wanted()) {
        game->legal_actions(seat, actions);
        const bool has_cards = actions[0].verb() == verbs::play || actions[0].verb() == verbs::discard;
        if (!has_cards) continue;
        if (actions.back().verb() == verbs::fold) actions.pop_back();  // a hustler may, last of all
        for (std::size_t a = 0; a < actions.size(); ++a) {
          REQUIRE_FALSE(actions[a].card().is_ace());  // aces are never played
          if (a > 0) REQUIRE(key(actions[a - 1]) < key(actions[a]));
        }
      }
      testing::choose_at_random(*game, dice, actions, choices);
      game->apply(choices, events);
    }
  }
}
