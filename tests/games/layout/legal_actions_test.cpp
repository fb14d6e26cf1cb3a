#include <utility>

#include <catch2/catch.hpp>

#include "games/layout/family.hpp"
#include "support/random_rules.hpp"
#include "support/repetitions.hpp"

using namespace tribunal;
using testing::Dice;

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
