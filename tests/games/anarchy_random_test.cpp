// Games of the Anarchy family played at random, by every kind of rules, held against a second referee.
#include <set>

#include <catch2/catch.hpp>

#include "games/second_referee.hpp"
#include "support/random_rules.hpp"
#include "support/repetitions.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

/// Plays a random game and holds it against the second referee; gives the verbs of its log.
std::set<Verb> check_random_game(const Rules& rules, std::uint64_t number, Dice& dice) {
  EventLog events;
  const auto game = rules.deal(testing::numbered_deal(number));
  game->begin(events);
  testing::play_out(*game, dice, events);
  const auto wrong = testing::objection(rules, *game, events);
  if (!wrong.empty()) {
    CAPTURE(number, testing::describe(rules), testing::lines_of(events));
    FAIL(wrong);
  }
  std::set<Verb> verbs;
  for (const auto& event : events.events()) verbs.insert(event.verb);
  return verbs;
}

Rules random_rules_for(const GameInfo& game, int players, Dice& dice) {
  while (true) {
    auto rules = testing::random_rules(game, dice);
    if (rules.players() == players) return rules;
  }
}

}  // namespace

TEST_CASE(
    "Anarchy family: random games of all rules and numbers of players end, keep their cards, obey the rules, "
    "and score as a second scorer does") {
  Dice dice{2027};
  std::set<Verb> verbs;
  for (const auto& game : catalogue()) {
    if (game.family != "anarchy") continue;
    for (int players = game.fewest_players; players <= game.most_players; ++players) {
      const int games = testing::repetitions(100'000);
      for (int i = 0; i < games; ++i) {
        verbs.merge(
            check_random_game(random_rules_for(game, players, dice), static_cast<std::uint64_t>(i), dice));
      }
    }
  }
  // Everything that can happen did.
  CHECK(verbs == std::set{Verb::hand, Verb::deal, Verb::play, Verb::score, Verb::turn, Verb::bid, Verb::give,
                          Verb::exchange, Verb::bomb, Verb::capture, Verb::gather, Verb::bonus});
}
