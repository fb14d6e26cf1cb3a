// Games of the Anarchy family played at random, by every kind of rules, held against a second referee.
#include <set>
#include <string_view>

#include <catch2/catch.hpp>

#include "games/anarchy/family.hpp"
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

/// Plays so many games; gives everything that happened.
std::set<Verb> check_random_games(std::string_view name, int players, int games) {
  Dice dice{2027};
  std::set<Verb> verbs;
  for (int i = 0; i < games; ++i) {
    const auto rules = random_rules_for(*find_game(name), players, dice);
    verbs.merge(check_random_game(rules, static_cast<std::uint64_t>(i), dice));
  }
  return verbs;
}

std::set<Verb> with(std::set<Verb> verbs, const std::set<Verb>& more) {
  verbs.insert(more.begin(), more.end());
  return verbs;
}

void check_anarchy(int players) {
  const std::set verbs{verbs::hand, verbs::deal, verbs::play, verbs::score, verbs::bid, verbs::capture};
  CHECK(check_random_games("anarchy", players, testing::repetitions(100'000)) ==
        with(verbs, players == 5 ? std::set{verbs::bid_card, verbs::turn} : std::set{verbs::bid_card}));
}

void check_anarchist_bomb(int players) {
  const std::set verbs{verbs::hand, verbs::deal,    verbs::play, verbs::score,
                       verbs::bid,  verbs::capture, verbs::bomb, verbs::bonus};
  CHECK(check_random_games("anarchist-bomb", players, testing::repetitions(100'000)) ==
        (players < 5 ? with(verbs, {verbs::turn, verbs::exchange}) : verbs));
}

// Each game has ten hands.
void check_organised_chaos(int players) {
  CHECK(check_random_games("organised-chaos", players, testing::repetitions(20'000)) ==
        std::set{verbs::hand, verbs::deal, verbs::play, verbs::score, verbs::bid, verbs::capture,
                 verbs::bonus, verbs::give});
}

void check_snark(int players) {
  CHECK(check_random_games("snark", players, testing::repetitions(100'000)) ==
        std::set{verbs::hand, verbs::deal, verbs::play, verbs::score, verbs::gather});
}

}  // namespace

// Random games of all rules end, keep their cards, obey the rules, and score as a second scorer does; and
// everything that can happen does. A test for each number of players, for they are long.

TEST_CASE("Anarchy, four players: random games are as a second referee would have them") { check_anarchy(4); }
TEST_CASE("Anarchy, five players: random games are as a second referee would have them") { check_anarchy(5); }
TEST_CASE("Anarchist Bomb, three players: random games are as a second referee would have them") {
  check_anarchist_bomb(3);
}
TEST_CASE("Anarchist Bomb, four players: random games are as a second referee would have them") {
  check_anarchist_bomb(4);
}
TEST_CASE("Anarchist Bomb, five players: random games are as a second referee would have them") {
  check_anarchist_bomb(5);
}
TEST_CASE("Organised Chaos, three players: random games are as a second referee would have them") {
  check_organised_chaos(3);
}
TEST_CASE("Organised Chaos, four players: random games are as a second referee would have them") {
  check_organised_chaos(4);
}
TEST_CASE("Organised Chaos, five players: random games are as a second referee would have them") {
  check_organised_chaos(5);
}
TEST_CASE("Snark, three players: random games are as a second referee would have them") { check_snark(3); }
TEST_CASE("Snark, four players: random games are as a second referee would have them") { check_snark(4); }
TEST_CASE("Snark, five players: random games are as a second referee would have them") { check_snark(5); }
TEST_CASE("Snark, six players: random games are as a second referee would have them") { check_snark(6); }
TEST_CASE("Snark, seven players: random games are as a second referee would have them") { check_snark(7); }
