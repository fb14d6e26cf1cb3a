// Games of Tennis played at random, held against a second referee.
#include <set>

#include <catch2/catch.hpp>

#include "games/second_referee.hpp"
#include "games/tennis/family.hpp"
#include "support/random_play.hpp"
#include "support/repetitions.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

void play_at_random(int players) {
  const auto* const lead = GENERATE("passes-on", "dealer", "next-player");
  const auto rules = make_rules("tennis", players, {{"round_lead", lead}}).value();
  Dice dice{2026};
  EventLog events;
  std::set<Verb> verbs;
  int shared = 0;
  const int games = testing::repetitions(40'000);
  for (int i = 0; i < games; ++i) {
    const auto game = rules.deal(testing::numbered_deal(static_cast<std::uint64_t>(i)));
    events.clear();
    game->begin(events);
    testing::play_out(*game, dice, events);
    for (const auto& event : events.events()) verbs.insert(event.verb);
    shared += std::ranges::count(game->outcome().places, 1) > 1 ? 1 : 0;
    const auto wrong = testing::objection(rules, *game, events);
    if (wrong.empty()) continue;
    CAPTURE(i, players, lead, testing::lines_of(events));
    FAIL(wrong);
  }
  // Everything that can happen did, but for the end after 500 rounds.
  CHECK(verbs == std::set{verbs::deal, verbs::play, verbs::round, verbs::trick, verbs::aside, verbs::remove,
                          verbs::place});
  if (games >= 1'000) CHECK(shared > 0);
}

}  // namespace

// They end, keep their cards, obey the rules, and a second referee sees the same places.
TEST_CASE("tennis: random games for two are sound") { play_at_random(2); }
TEST_CASE("tennis: random games for three are sound") { play_at_random(3); }
TEST_CASE("tennis: random games for four are sound") { play_at_random(4); }
TEST_CASE("tennis: random games for six are sound") { play_at_random(6); }
