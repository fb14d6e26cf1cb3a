// Games of the layout family played at random, by every kind of rules, held against a second referee.
#include <set>
#include <tuple>

#include <catch2/catch.hpp>

#include "games/second_referee.hpp"
#include "support/random_rules.hpp"
#include "support/repetitions.hpp"

using namespace tribunal;
using testing::Dice;

TEST_CASE(
    "layout: random games of all rules end, keep their cards, obey the rules, and score as a second scorer "
    "does") {
  Dice dice{2026};
  EventLog events;
  std::set<Verb> verbs;
  const int games = testing::repetitions(100'000);
  for (int i = 0; i < games; ++i) {
    const auto rules = testing::random_rules_of("layout", dice);
    const auto game = rules.deal(testing::numbered_deal(static_cast<std::uint64_t>(i)));
    events.clear();
    game->begin(events);
    testing::play_out(*game, dice, events);
    for (const auto& event : events.events()) verbs.insert(event.verb);
    const auto wrong = testing::objection(rules, *game, events);
    if (wrong.empty()) continue;
    CAPTURE(i, testing::describe(rules), testing::lines_of(events));
    FAIL(wrong);
  }
  // Everything that can happen did.
  CHECK(verbs == std::set{Verb::hand, Verb::deal, Verb::draw, Verb::ace, Verb::stock, Verb::take, Verb::play,
                          Verb::discard, Verb::call, Verb::pass, Verb::conquer, Verb::score});
}

TEST_CASE("layout: legal actions: plays, then discards, each in the order of cards") {
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
        const auto key = [](const Action& action) {
          const bool has_card = !action.arguments().empty();
          return std::tuple{action.verb() == Verb::discard, has_card ? action.card().index() : 0,
                            action.verb()};
        };
        const bool cards_only = actions[0].verb() == Verb::play || actions[0].verb() == Verb::discard;
        for (std::size_t a = 1; cards_only && a < actions.size(); ++a)
          REQUIRE(key(actions[a - 1]) < key(actions[a]));
        for (const auto& action : actions) {
          REQUIRE((action.arguments().empty() || !action.card().is_ace()));  // aces are never played
        }
      }
      testing::choose_at_random(*game, dice, actions, choices);
      game->apply(choices, events);
    }
  }
}
