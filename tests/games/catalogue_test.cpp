#include "games/catalogue.hpp"

#include <catch2/catch.hpp>

#include "games/core/verbs.hpp"
#include "games/vocabulary.hpp"
#include "support/random_rules.hpp"

using namespace tribunal;
using testing::describe;

namespace {

std::string error_of(std::string_view game, int players, const OptionTexts& options = {}) {
  const auto rules = make_rules(game, players, options);
  return rules ? "accepted: " + describe(*rules) : rules.error().text();
}

}  // namespace

TEST_CASE("rules spell out every option, defaults included") {
  CHECK(describe(make_rules("mitch", 4, {}).value()) ==
        "mitch players=4 packs=1 hand_size=5 draw=stock scoring=banilower suit_tie=high "
        "shortest_suit_doubles=off "
        "high_low=off penalty=10 ace_limit=3 hands=1");
  CHECK(describe(make_rules("revolution", 3, {}).value()) ==
        "revolution players=3 scoring=basic mob=off tyrant=off session=plain ante=0 drop_points=5 hands=1");
}

TEST_CASE("a default that depends on other options follows them unless it is set") {
  const auto value = [](int players, const OptionTexts& options, std::string_view name) {
    const auto rules = make_rules("mitch", players, options).value();
    for (const auto& [known, set] : rules.options()) {
      if (known == name) return to_text(set);
    }
    return std::string{"no such option"};
  };
  CHECK(value(4, {{"scoring", "advanced"}}, "penalty") == "0");
  CHECK(value(4, {{"scoring", "advanced"}, {"penalty", "10"}}, "penalty") == "10");
  CHECK(value(4, {{"penalty", "0"}}, "penalty") == "0");
  CHECK(value(9, {}, "packs") == "1");
  CHECK(value(10, {}, "packs") == "2");
  CHECK(value(10, {}, "ace_limit") == "6");
  CHECK(value(10, {{"hand_size", "4"}}, "packs") == "1");
  CHECK(value(6, {{"packs", "2"}}, "ace_limit") == "6");
  CHECK(value(6, {{"packs", "2"}, {"ace_limit", "8"}}, "ace_limit") == "8");
}

TEST_CASE("a session of Revolution brings its usual ante and number of hands") {
  const auto [preset, settled] = GENERATE(table<std::string, std::string>({
      {"revolution", "mob=off tyrant=off session=plain ante=0 drop_points=5 hands=1"},
      {"gambling", "mob=off tyrant=off session=gambling ante=5 drop_points=5 hands=10"},
      {"hustler", "mob=on tyrant=off session=hustler ante=20 drop_points=5 hands=200"},
      {"stud", "mob=off tyrant=off session=stud ante=1 drop_points=5 hands=10"},
      {"cube", "mob=off tyrant=off session=cube ante=0 drop_points=5 hands=1"},
  }));
  CHECK_THAT(error_of(preset, 2, {}), Catch::EndsWith(settled));
}

TEST_CASE("a preset is its game with options, which may be overridden") {
  CHECK(describe(make_rules("solitaire", 1, {}).value()) ==
        "revolution players=1 scoring=advanced mob=on tyrant=off session=plain ante=0 drop_points=5 hands=1");
  CHECK(
      describe(make_rules("solitaire", 1, {{"scoring", "preferred"}, {"hands", "7"}}).value()) ==
      "revolution players=1 scoring=preferred mob=on tyrant=off session=plain ante=0 drop_points=5 hands=7");
  CHECK(make_rules("solitaire", 1, {})->seats() == 2);
  CHECK(find_game("solitaire")->name == "revolution");
  CHECK(find_preset("solitaire")->options.at("mob") == "on");
  CHECK(find_preset("revolution") == nullptr);
  CHECK(find_game("bridge") == nullptr);
}

TEST_CASE("every preset can be played") {
  for (const auto& game : catalogue()) {
    for (const auto& preset : game.presets) {
      CAPTURE(preset.name);
      bool playable = false;
      for (int players = game.fewest_players; players <= game.most_players; ++players) {
        const auto rules = make_rules(preset.name, players, {});
        playable |= rules.has_value();
        if (rules) CHECK(rules->game() == game.name);
      }
      CHECK(playable);
    }
  }
}

TEST_CASE("rules read back from their own option texts") {
  testing::Dice dice{1};
  for (int i = 0; i < 500; ++i) {
    const auto rules = testing::random_rules(dice);
    OptionTexts texts;
    for (const auto& [name, value] : rules.options()) texts[name] = to_text(value);
    CHECK(describe(make_rules(rules.game(), rules.players(), texts).value()) == describe(rules));
  }
}

TEST_CASE("unknown or impossible options are refused with a sentence that says what is expected") {
  const auto [game, players, options, error] = GENERATE(table<std::string, int, std::string, std::string>({
      {"mich", 4, "", "there is no game 'mich'; did you mean 'mitch'?"},
      {"solitair", 1, "", "there is no game 'solitair'; did you mean 'solitaire'?"},
      {"mitch", 4, "hand_sise=3", "mitch has no option 'hand_sise'; did you mean 'hand_size'?"},
      {"revolution", 3, "colour=red",
       "revolution has no option 'colour'; expected scoring, mob, tyrant, session, ante, drop_points, rejoin "
       "or hands"},
      {"mitch", 4, "hand_size=48", "hand_size=48 is not possible: hand_size is 0..47"},
      {"mitch", 4, "hand_size=-1", "hand_size=-1 is not possible: hand_size is 0..47"},
      {"mitch", 4, "hand_size=five", "hand_size=five is not possible: hand_size is 0..47"},
      {"mitch", 4, "hand_size=5 ", "hand_size=5  is not possible: hand_size is 0..47"},
      {"mitch", 4, "hand_size=", "hand_size= is not possible: hand_size is 0..47"},
      {"mitch", 4, "hands=0", "hands=0 is not possible: hands is 1..1000"},
      {"mitch", 4, "draw=discard", "draw=discard is not possible: draw is stock|either|either-must-play"},
      {"mitch", 4, "high_low=yes", "high_low=yes is not possible: high_low is on|off"},
      {"mitch", 4, "ace_limit=0", "ace_limit=0 is not possible: ace_limit is usual|1..8"},
      {"revolution", 3, "scoring=banilower",
       "scoring=banilower is not possible: scoring is basic|advanced|preferred"},
      {"revolution", 3, "session=cash",
       "session=cash is not possible: session is plain|gambling|hustler|stud|cube"},
      {"mitch", 1, "", "mitch is for 2 to 10 players, not 1"},
      {"mitch", 11, "packs=2", "mitch is for 2 to 10 players, not 11"},
      {"revolution", 6, "", "revolution is for 1 to 5 players, not 6"},
      {"mitch", 10, "packs=1",
       "hand_size=5 is too large for 10 players and packs=1: at most 4, or 9 with packs=2 (a card must be "
       "left to draw)"},
      {"mitch", 6, "hand_size=8",
       "hand_size=8 is too large for 6 players and packs=1: at most 7, or 15 with packs=2 (a card must be "
       "left to draw)"},
      {"mitch", 10, "hand_size=10",
       "hand_size=10 is too large for 10 players and packs=2: at most 9 (a card must be left to draw)"},
      {"stud", 3, "rejoin=ask", "rejoin=ask belongs to session=gambling"},
      {"mitch-two-packs", 3, "hand_size=32",
       "hand_size=32 is too large for 3 players and packs=2: at most 31 (a card must be left to draw)"},
      {"tyrant", 3, "tyrant=always", "tyrant=always is not possible: tyrant is on|off|any"},
      {"mitch", 5, "ace_limit=5", "ace_limit=5 cannot be reached: one pack has 4 aces"},
      {"mitch", 3, "high_low=on, suit_tie=low",
       "suit_tie=low has no effect with high_low=on, where the last card's distance from its end decides "
       "ties; leave suit_tie=high"},
      {"mitch", 3, "scoring=basic, shortest_suit_doubles=on",
       "shortest_suit_doubles=on belongs to scoring=banilower; the other ways of scoring have a bonus for "
       "the shortest suit anyway"},
      {"revolution", 1, "",
       "revolution for one player needs mob=on; without the Mob it is for 2 to 5 players"},
      {"hustler", 3, "", "session=hustler is for exactly two players and the Mob: players=2 and mob=on"},
      {"hustler", 2, "mob=off",
       "session=hustler is for exactly two players and the Mob: players=2 and mob=on"},
      {"cube", 3, "", "session=cube is for exactly 2 players, not 3"},
      {"cube", 1, "mob=on", "session=cube is for exactly 2 players, not 1"},
      {"gambling", 1, "mob=on", "session=gambling is for 2 to 5 players, not 1: the Mob has no chips"},
      {"stud", 1, "mob=on", "session=stud is for 2 to 5 players, not 1: the Mob has no chips"},
      {"stud", 3, "ante=0", "session=stud needs a pot: ante is 1 or more"},
      {"revolution", 3, "ante=5", "ante=5 belongs to a session with a pot: gambling, hustler or stud"},
      {"cube", 2, "ante=5", "ante=5 belongs to a session with a pot: gambling, hustler or stud"},
      {"stud", 2, "drop_points=4", "drop_points=4 belongs to session=cube"},
  }));
  CHECK(error_of(game, players, testing::options_of(options)) == error);
}

TEST_CASE("switches are also true and false") {
  CHECK(error_of("revolution", 3, {{"mob", "true"}, {"tyrant", "false"}}) ==
        "accepted: revolution players=3 scoring=basic mob=on tyrant=off session=plain ante=0 drop_points=5 "
        "hands=1");
}

TEST_CASE("the catalogue has the games of all families in order, each with its family") {
  std::vector<std::string> expected;
  for (const auto& family : families()) {
    CHECK_FALSE(family.games.empty());
    for (const auto& game : family.games) expected.push_back(std::string{family.name} + ' ' + game.name);
  }
  std::vector<std::string> listed;
  for (const auto& game : catalogue()) listed.push_back(game.family + ' ' + game.name);
  CHECK(listed == expected);
}

TEST_CASE("the vocabulary has the shared verbs and those of the families, each name once") {
  auto size = shared_verbs.size();
  for (const auto& family : families()) size += family.verbs.size();
  CHECK(vocabulary().size() == size);
  for (const auto verb : vocabulary()) CHECK(find_verb(verb->name) == verb);
  CHECK_FALSE(find_verb("doubles"));
  CHECK_FALSE(find_verb(""));
}
