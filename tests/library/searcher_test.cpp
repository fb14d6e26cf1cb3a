// The search of searcher makes it stronger.
#include "searcher.hpp"

#include <catch2/catch.hpp>

#include "games/imagine.hpp"
#include "support/random_play.hpp"
#include "support/repetitions.hpp"

using namespace tribunal;
using testing::Dice;

TEST_CASE("the searcher wins far more than its share against random players") {
  const auto rules = make_rules("tennis", 3, {}).value();
  Dice dice{5};
  Stream chance = FastDeal{5}.stream("search");
  int wins = 0;
  const int games = testing::repetitions(60);
  for (int i = 0; i < games; ++i) {
    const auto me = static_cast<Seat>(i % 3);
    const auto game = rules.deal(testing::numbered_deal(static_cast<std::uint64_t>(i)));
    EventLog events;
    ActionList actions;
    game->begin(events);
    testing::play_out(*game, events, [&](const Game& now, Seat seat) {
      now.legal_actions(seat, actions);
      if (seat != me) return dice.pick(actions);
      const auto position = imagine(rules, me, testing::lines_of(events, me), chance).value();
      return searcher::best_action(*position, me, 20, chance);
    });
    wins += game->outcome().places[index_of(me)] == 1 ? 1 : 0;
  }
  CHECK(wins >= games * 3 / 4);  // its equal share would be a third
}
