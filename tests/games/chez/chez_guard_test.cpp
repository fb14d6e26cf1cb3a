// The guard that ends every game of Chez (docs/rules/chez.md).
#include <memory>
#include <vector>

#include <catch2/catch.hpp>

#include "games/chez/second_chez_referee.hpp"
#include "support/scripted_game.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

/// A position of a game, and the events on the way from the position before.
struct Position {
  std::unique_ptr<Game> game;
  EventLog told;
};

/// Some decisions at random from there on.
Position played_on(const Game& from, Dice& dice) {
  Position position{from.clone(), {}};
  ActionList actions;
  for (int decision = 0; decision < 30 && !position.game->wanted().empty(); ++decision) {
    const auto seat = *position.game->wanted().begin();
    position.game->legal_actions(seat, actions);
    Choices choices;
    choices[seat] = dice.pick(actions);
    position.game->apply(choices, position.told);
  }
  return position;
}

/// Only the guard ends a game of two with both seats in the first place.
bool is_stopped(const Game& game) {
  const auto outcome = game.outcome();
  return game.wanted().empty() && outcome.places[0] == 1 && outcome.places[1] == 1;
}

/// A game of two that no decision ends: each stretch is tried until it leaves the game going, and a position
/// that no try leads on from is taken back.
std::vector<Position> endless_game(const Rules& rules) {
  Dice dice{1};
  std::vector<Position> way(1);
  way[0].game = rules.deal(testing::numbered_deal(1));
  way[0].game->begin(way[0].told);
  while (!is_stopped(*way.back().game)) {
    bool leads_on = false;
    for (int tries = 0; tries < 20 && !leads_on; ++tries) {
      auto next = played_on(*way.back().game, dice);
      leads_on = !next.game->wanted().empty() || is_stopped(*next.game);
      if (leads_on) way.push_back(std::move(next));
    }
    if (!leads_on && way.size() > 1) way.pop_back();
  }
  return way;
}

}  // namespace

TEST_CASE("chez: after 10,000 actions and pick-ups those still in share the best free place") {
  const auto rules = make_rules("chez", 2, {}).value();
  const auto way = endless_game(rules);
  testing::SecondChezReferee referee{rules};
  for (const auto& position : way) {
    for (const auto& event : position.told.events()) referee.read(event.text());
  }
  referee.finish();
  CHECK(referee.places() == std::vector<int>{1, 1});
  CHECK(referee.totals() == std::vector<int>{0, 0});
}
