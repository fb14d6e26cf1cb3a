// Mitch, statement by statement, in prepared deals. Seat 0 deals the first hand, so the last seat dealt to is
// seat 0 and the first is seat 1.
#include <catch2/catch.hpp>

#include "support/scripted_game.hpp"

using namespace tribunal;
using testing::ScriptedGame;
using Lines = std::vector<std::string>;

TEST_CASE("Mitch: cards are dealt one at a time from the dealer's left, and nobody sees another's") {
  const ScriptedGame game{"mitch", 3, {{"hand_size", "2"}}, {"Kh Qh Jh 9c 8c 7c 2s"}};
  CHECK(game.lines() == Lines{"hand 0 1", "deal 1 Kh 9c", "deal 2 Qh 8c", "deal 0 Jh 7c", "draw 1 2s"});
  CHECK(game.lines(2) == Lines{"hand 0 1", "deal 1 ?? ??", "deal 2 Qh 8c", "deal 0 ?? ??", "draw 1 ??"});
}

TEST_CASE("Mitch: everyone is dealt five cards unless the hand size says otherwise") {
  CHECK(ScriptedGame{"mitch", 2, {}, {"2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc"}}.lines() ==
        Lines{"hand 0 1", "deal 1 2c 4c 6c 8c Tc", "deal 0 3c 5c 7c 9c Jc", "draw 1 Qc"});
  CHECK(ScriptedGame{"mitch", 2, {{"hand_size", "1"}}, {"2c 3c 4c"}}.lines() ==
        Lines{"hand 0 1", "deal 1 2c", "deal 0 3c", "draw 1 4c"});
}

TEST_CASE("Mitch: aces dealt are shown, put aside and replaced until everyone holds the full hand") {
  const ScriptedGame game{"mitch", 2, {{"hand_size", "2"}}, {"Ac Qh Kh 8c Ad 2d 3d"}};
  CHECK(game.lines() == Lines{"hand 0 1", "deal 1 Ac Kh", "deal 0 Qh 8c", "ace 1 Ac", "draw 1 Ad", "ace 1 Ad",
                              "draw 1 2d", "draw 1 3d"});
  CHECK(game.lines(0) == Lines{"hand 0 1", "deal 1 ?? ??", "deal 0 Qh 8c", "ace 1 Ac", "draw 1 ??",
                               "ace 1 Ad", "draw 1 ??", "draw 1 ??"});
}

TEST_CASE("Mitch: with three or four aces shown in the deal there is no first phase") {
  const auto [top, aces] = GENERATE(table<std::string, std::size_t>({
      {"Ac Qh Ad 8c Ah 2d 3d", 3},
      {"Ac Ad Ah As 2c 3c 4c 5c", 4},
  }));
  ScriptedGame game{"mitch", 2, {{"hand_size", "2"}}, {top}};
  CHECK(game.lines_with("ace").size() == aces);
  CHECK(game.lines_with("draw").size() ==
        aces);                       // each ace was replaced, and nobody drew at the start of a turn
  CHECK(game.legal(1).size() == 4);  // two cards, to play or to discard
  game.play_defaults();
  CHECK(game.lines_with("draw").size() == aces);
  CHECK(game.lines_with("discard").size() == 4);
  CHECK(game.scores() == std::vector{0, 0});  // and therefore no penalty either
}

TEST_CASE("Mitch: a turn is a draw, then one of the six cards is played or discarded") {
  ScriptedGame game{"mitch", 2, {}, {"2c 3c 4d 5c 6h 7c 8s 9c Tc Jc Qh"}};
  CHECK(game.question() ==
        "1: play:2c play:Tc play:4d play:6h play:Qh play:8s "
        "discard:2c discard:Tc discard:4d discard:6h discard:Qh discard:8s");
}

TEST_CASE(
    "Mitch: play starts at the dealer's left and goes round clockwise; the next hand's dealer sits next") {
  ScriptedGame game{
      "mitch", 3, {{"hand_size", "0"}, {"hands", "2"}}, {"2c 3c 4c 5d Ac Ad Ah", "6c Ac Ad Ah"}};
  game.play("play:2c discard:3c play:4c play:5d discard:6c");
  CHECK(game.is_over());
  CHECK(game.lines() ==
        testing::words_of(
            "hand 0 1; draw 1 2c; play 1 2c; draw 2 3c; discard 2 3c; draw 0 4c; play 0 4c; "
            "draw 1 5d; play 1 5d; draw 2 Ac; ace 2 Ac; draw 2 Ad; ace 2 Ad; draw 2 Ah; ace 2 Ah; "
            "conquer 0 clubs 4; conquer 1 diamonds 4; score 0 4 4; score 1 3 3; score 2 -10 -10; "
            "hand 1 2; draw 2 6c; discard 2 6c; draw 0 Ac; ace 0 Ac; draw 0 Ad; ace 0 Ad; draw 0 Ah; "
            "ace 0 Ah; score 0 0 4; score 1 0 3; score 2 -10 -20",
            "; "));
  CHECK(game.scores() == std::vector{4, 3, -20});
}

TEST_CASE("Mitch: a drawn ace is put aside and replaced, and the turn continues") {
  ScriptedGame game{"mitch", 2, {{"hand_size", "1"}}, {"Kh Qh Ac 9c"}};
  CHECK(game.lines() == Lines{"hand 0 1", "deal 1 Kh", "deal 0 Qh", "draw 1 Ac", "ace 1 Ac", "draw 1 9c"});
  CHECK(game.lines(0) == Lines{"hand 0 1", "deal 1 ??", "deal 0 Qh", "draw 1 ??", "ace 1 Ac", "draw 1 ??"});
  CHECK(game.question() == "1: play:9c play:Kh discard:9c discard:Kh");
}

TEST_CASE("Mitch: the third ace ends the first phase at once, is not replaced, and nobody draws again") {
  ScriptedGame game{"mitch", 2, {{"hand_size", "2"}}, {"Kh Qh 5d 6d Ac Ad 9c Ah"}};
  game.play("play:9c");
  (void)game.news();
  CHECK(game.question() == "0: play:6d play:Qh discard:6d discard:Qh");  // its drawer's turn, from the hand
  game.play("play:Qh discard:5d discard:6d discard:Kh");
  CHECK(game.news() == Lines{"play 0 Qh", "discard 1 5d", "discard 0 6d", "discard 1 Kh", "conquer 1 clubs 4",
                             "conquer 0 hearts 4", "score 0 4 4", "score 1 4 4"});
  CHECK(game.is_over());  // all hands are empty
}

TEST_CASE("Mitch: without hands the third ace ends the hand") {
  ScriptedGame game{"mitch", 2, {{"hand_size", "0"}}, {"Kh Ac Ad 2h Ah"}};
  game.play("play:Kh discard:2h");
  CHECK(game.is_over());
  CHECK(game.lines() == Lines{"hand 0 1", "draw 1 Kh", "play 1 Kh", "draw 0 Ac", "ace 0 Ac", "draw 0 Ad",
                              "ace 0 Ad", "draw 0 2h", "discard 0 2h", "draw 1 Ah", "ace 1 Ah",
                              "conquer 1 hearts 4", "score 0 -10 -10", "score 1 4 4"});
}

TEST_CASE("Mitch: with two packs the sixth ace ends the first phase; the ace limit may be set") {
  const auto aces_until_the_end = [](int players, const OptionTexts& options) {
    ScriptedGame game{"mitch", players, options, {"Ac Ad Ah As"}};
    return game.play_defaults().lines_with("ace").size();
  };
  CHECK(aces_until_the_end(6, {{"packs", "2"}, {"hand_size", "0"}}) == 6);
  CHECK(aces_until_the_end(6, {{"packs", "2"}, {"hand_size", "0"}, {"ace_limit", "8"}}) == 8);
  CHECK(aces_until_the_end(2, {{"hand_size", "0"}}) == 3);
  CHECK(aces_until_the_end(2, {{"hand_size", "0"}, {"ace_limit", "1"}}) == 1);
  CHECK(aces_until_the_end(2, {{"hand_size", "0"}, {"ace_limit", "4"}}) == 4);
}

TEST_CASE("Mitch: any number of players with one pack or two, and hands as large as the cards allow") {
  const std::string top = GENERATE("", "Ac Ad Ah As");  // the aces at the very end, or all of them dealt
  for (const int packs : {1, 2}) {
    for (int players = 2; players <= 10; ++players) {
      const int largest = (48 * packs - 1) / players;  // at least one card is left to draw
      OptionTexts options{{"packs", std::to_string(packs)}, {"hand_size", std::to_string(largest)}};
      CAPTURE(packs, players, largest, top);
      ScriptedGame game{"mitch", players, options, {top}};
      CHECK(game.play_defaults().is_over());
      options["hand_size"] = std::to_string(largest + 1);
      const auto refused = make_rules("mitch", players, options);
      REQUIRE_FALSE(refused);
      CHECK_THAT(
          refused.error().text(),
          Catch::Contains(largest == 47 ? "hand_size is 0..47" : "at most " + std::to_string(largest)));
    }
  }
}

TEST_CASE("Mitch: a hand of more than sixteen cards is sent in lines of sixteen") {
  ScriptedGame game{"mitch", 2, {{"packs", "2"}, {"hand_size", "35"}}, {""}};
  const auto lines = game.lines_with("deal");
  REQUIRE(lines.size() == 6);
  CHECK(lines[0].starts_with("deal 1 "));
  CHECK(lines[2].starts_with("deal 1 "));
  CHECK(lines[3].starts_with("deal 0 "));
  std::vector<std::size_t> cards;
  for (const auto& line : lines) cards.push_back(testing::words_of(line).size() - 2);
  CHECK(cards == std::vector<std::size_t>{16, 16, 3, 16, 16, 3});
}

TEST_CASE("Mitch: with the largest hands only the first player has a card to draw") {
  ScriptedGame game{"mitch", 5, {{"packs", "2"}, {"hand_size", "19"}}, {""}};
  CHECK(game.lines_with("draw").size() == 1);
  game.play_defaults();
  CHECK(game.lines_with("draw").size() == 1 + 6);  // the only card left, then aces
  CHECK(game.lines_with("discard").size() == 5 * 19 + 1);
}

TEST_CASE("Mitch: the penalty is for a player who had turns in the first phase and played nothing") {
  // Seat 1 has one turn in the first phase, seat 0 draws the third ace before its first.
  const auto [meaning, changed, script, scores] =
      GENERATE(table<std::string, OptionTexts, std::string, std::vector<int>>(
          {{"who could play and discarded pays 10; who only had turns after the third ace does not",
            {},
            "discard:9c discard:Qh discard:Kh",
            {0, -10}},
           {"who played is free of it", {}, "play:9c discard:Qh discard:Kh", {0, 4}},
           {"playing later does not help", {}, "discard:9c discard:Qh play:Kh", {0, -6}},
           {"it may be another number", {{"penalty", "3"}}, "discard:9c discard:Qh discard:Kh", {0, -3}},
           {"it may be off", {{"penalty", "0"}}, "discard:9c discard:Qh discard:Kh", {0, 0}},
           {"Revolution's scorings know none",
            {{"scoring", "basic"}},
            "discard:9c discard:Qh discard:Kh",
            {0, 0}},
           {"unless it is asked for",
            {{"scoring", "preferred"}, {"penalty", "10"}},
            "discard:9c discard:Qh discard:Kh",
            {0, -10}}}));
  CAPTURE(meaning);
  auto options = changed;
  options["hand_size"] = "1";
  ScriptedGame game{"mitch", 2, options, {"Kh Qh 9c Ac Ad Ah"}};
  CHECK(game.play(script).scores() == scores);
}

TEST_CASE("Mitch: a suit won is 4 points, a card in a suit not won costs one") {
  // Seat 1: 9h 5h, seat 0: Kh Qh Jh and a lone 2c.
  ScriptedGame game{"mitch", 2, {{"hand_size", "3"}}, {"9h Kh 5h Qh 3d Jh 4d 2c Ac Ad Ah"}};
  CHECK(game.play("play:9h play:Kh play:5h play:Qh discard:3d play:Jh discard:4d").is_over() == false);
  game.play("play:2c");
  CHECK(game.lines_with("conquer") == Lines{"conquer 0 clubs 4", "conquer 0 hearts 4"});
  CHECK(game.scores() == std::vector{8, -2});
}

TEST_CASE("Mitch: the Golden Rule of Play leaves only cards below the column's lowest") {
  ScriptedGame game{"mitch", 2, {{"hand_size", "3"}}, {"9h 3c Kh 4c 2h 5c Td Jd Th"}};
  CHECK(game.play("play:9h discard:3c").question() ==
        "1: play:Td play:2h discard:Td discard:2h discard:Th discard:Kh");  // and every card may be discarded
  game.play("play:2h discard:4c");
  CHECK(game.legal(1) == Lines{"play:6c", "play:Td", "discard:6c", "discard:Td", "discard:Th", "discard:Kh"});
}

TEST_CASE("Mitch: with two packs a card of equal rank is not playable") {
  ScriptedGame game{"mitch", 6, {{"packs", "2"}, {"hand_size", "1"}}, {"9h 2c 3c 4c 5c 6c 9h"}};
  CHECK(game.question() == "1: play:9h discard:9h");  // two of them, one action
  game.play("play:9h discard:2c discard:3c discard:4c discard:5c discard:6c");
  const auto legal = game.legal(1);
  CHECK(std::ranges::count(legal, "discard:9h") == 1);
  CHECK(std::ranges::count(legal, "play:9h") == 0);
}

TEST_CASE(
    "Mitch, draw from either: the top of the discard pile may be taken instead of a card from the stock") {
  ScriptedGame game{"mitch", 2, {{"draw", "either"}, {"hand_size", "1"}}, {"Kh Qh 9c 8c 7c"}};
  CHECK(game.question() ==
        "1: play:9c play:Kh discard:9c discard:Kh");  // no pile yet: the stock without a question
  CHECK(game.play("discard:9c").question() == "0: stock take:9c");
  game.play("take:9c");
  CHECK(game.lines(1).back() == "take 0 9c");                 // seen by all
  CHECK(game.question() == "0: play:9c play:Qh discard:Qh");  // the card just taken is not discarded again
  CHECK(game.play("discard:Qh").question() == "1: stock take:Qh");
  CHECK(game.news_of("stock", 0) == Lines{"stock 1", "draw 1 ??"});
  CHECK(game.question() == "1: play:8c play:Kh discard:8c discard:Kh");
}

TEST_CASE("Mitch, draw from either: the card below the taken one is visible again") {
  ScriptedGame game{"mitch", 3, {{"draw", "either"}, {"hand_size", "1"}}, {"Kh Qh Jh 9c 8c 7c"}};
  CHECK(game.play("discard:9c stock discard:8c take:8c play:Jh").question() == "1: stock take:9c");
}

TEST_CASE(
    "Mitch, draw from either: after a round without a draw from the stock the next draw is from the stock") {
  ScriptedGame game{"mitch", 2, {{"draw", "either"}, {"hand_size", "2"}}, {"Kh Qh Ks Qs 9c 8c"}};
  game.play("discard:9c take:9c discard:Qh take:Qh discard:Kh");
  CHECK(game.lines().back() == "draw 0 8c");  // not asked
  CHECK(game.play("discard:8c").question() == "1: stock take:8c");
}

TEST_CASE("Mitch, draw from either: an unplayable card may be taken only if another can be discarded") {
  ScriptedGame without_hands{"mitch", 2, {{"draw", "either"}, {"hand_size", "0"}}, {"2c 3c 9c 4c"}};
  CHECK(without_hands.play("discard:2c").question() == "0: stock take:2c");
  CHECK(without_hands.play("take:2c").question() == "0: play:2c");
  ScriptedGame unplayable{"mitch", 2, {{"draw", "either"}, {"hand_size", "0"}}, {"2c 3c 9c 4c"}};
  unplayable.play("play:2c discard:3c");
  CHECK(unplayable.lines().back() == "draw 1 9c");  // 3c does not go below 2c: no question
  ScriptedGame with_hands{"mitch", 2, {{"draw", "either"}, {"hand_size", "1"}}, {"Kh Qh 2c 3c 9c"}};
  CHECK(with_hands.play("play:2c discard:3c").question() == "1: stock take:3c");
  CHECK(with_hands.play("take:3c").question() == "1: play:Kh discard:Kh");
}

TEST_CASE("Mitch, draw from either with two packs: the other card of the face just taken may be discarded") {
  ScriptedGame game{
      "mitch", 6, {{"packs", "2"}, {"draw", "either"}, {"hand_size", "1"}}, {"Kh 9c Jh Th 8h 7h 9c"}};
  CHECK(game.play("discard:9c take:9c").question() == "2: play:9c discard:9c");
}

TEST_CASE("Mitch, draw from either and play: a card taken from the pile is played at once") {
  ScriptedGame game{"mitch", 2, {{"draw", "either-must-play"}, {"hand_size", "1"}}, {"Kh Qh 2c 3c 9c 8c"}};
  CHECK(game.play("play:2c").question() == "0: play:3c play:Qh discard:3c discard:Qh");
  game.play("discard:3c");
  CHECK(game.lines().back() == "draw 1 9c");  // seat 1 may not play 3c after 2c, so it may not take it
  CHECK(game.play("discard:9c").question() == "0: stock take:9c");
  CHECK(game.play("take:9c").question() == "0: play:9c");
  CHECK(game.game().default_action(0).text() == "play:9c");
}

TEST_CASE(
    "Mitch, draw from either: nobody takes from the pile in the second phase, and aces never lie on it") {
  ScriptedGame game{"mitch", 2, {{"draw", "either"}, {"hand_size", "1"}}, {"Kh Qh 9c Ac 8c Ad Ah"}};
  CHECK(game.play("discard:9c stock").lines().back() == "draw 0 8c");
  CHECK(game.play("discard:8c").question() == "1: stock take:8c");  // not the ace
  CHECK(game.play("stock").question() == "1: play:Kh discard:Kh");
  CHECK(game.play("discard:Kh").question() == "0: play:Qh discard:Qh");
}

TEST_CASE("Mitch, high/low: the second card of a column fixes the direction") {
  const auto plays_after = [](const std::string& script) {
    ScriptedGame game{"mitch",
                      2,
                      {{"high_low", "on"}, {"hand_size", "5"}},
                      {"3h 2c 5h 3c 7h 4c 9h 5c Jh 6c Kh 7c 8c 9c Tc Jc"}};
    auto legal = game.play(script).legal(1);
    std::erase_if(legal,
                  [](const std::string& word) { return !word.starts_with("play:") || word[6] != 'h'; });
    return testing::joined(legal);
  };
  CHECK(plays_after("") == "play:3h play:5h play:7h play:9h play:Jh play:Kh");
  CHECK(plays_after("play:7h discard:2c") == "play:3h play:5h play:9h play:Jh play:Kh");
  CHECK(plays_after("play:7h discard:2c play:5h discard:3c") == "play:3h");
  CHECK(plays_after("play:7h discard:2c play:9h discard:3c") == "play:Jh play:Kh");
  CHECK(plays_after("play:7h discard:2c play:9h discard:3c play:Kh discard:4c").empty());
  CHECK(plays_after("play:9h discard:2c play:7h discard:3c play:3h discard:4c").empty());
}

TEST_CASE("Mitch, high/low with two packs: a card of equal rank cannot be the second card") {
  ScriptedGame game{
      "mitch", 6, {{"packs", "2"}, {"hand_size", "1"}, {"high_low", "on"}}, {"9h 2c 3c 4c 5c 6c 9h"}};
  game.play("play:9h discard:2c discard:3c discard:4c discard:5c discard:6c");
  CHECK(std::ranges::count(game.legal(1), "play:9h") == 0);
}

TEST_CASE("Mitch: how ties for a suit and the shortest column are counted is an option") {
  // Both players play two hearts: seat 1 the 6 and then the 7 or the 5, seat 0 the J and the 4; seat 1 has a
  // club.
  const auto [meaning, changed, conquests] = GENERATE(table<std::string, OptionTexts, Lines>(
      {{"the higher lowest card wins", {}, {"conquer 1 clubs 4", "conquer 1 hearts 4"}},
       {"the lower lowest card wins", {{"suit_tie", "low"}}, {"conquer 1 clubs 4", "conquer 0 hearts 4"}},
       {"the shortest winning column counts double",
        {{"shortest_suit_doubles", "on"}},
        {"conquer 1 clubs 8", "conquer 1 hearts 4"}},
       {"basic: 1 + 2 a suit, the fifth suit for the shortest",
        {{"scoring", "basic"}},
        {"conquer 1 clubs 6", "conquer 1 hearts 3"}},
       {"advanced: clubs are shortest, hearts have the lowest high card",
        {{"scoring", "advanced"}},
        {"conquer 1 clubs 4", "conquer 1 hearts 6"}},
       {"preferred: hearts have the lowest low card, too",
        {{"scoring", "preferred"}},
        {"conquer 1 clubs 4", "conquer 1 hearts 12"}}}));
  CAPTURE(meaning);
  auto options = changed;
  options["hand_size"] = "2";
  ScriptedGame game{"mitch", 2, options, {"6h Jh 5h 4h 9c 2d Ac Ad Ah"}};
  game.play("play:6h play:Jh play:5h play:4h play:9c discard:2d");
  CHECK(game.is_over());
  CHECK(game.lines_with("conquer") == conquests);
}

TEST_CASE("Mitch, high/low: the distance from the end decides a tie") {
  // Seat 1 plays 5h 6h (7 from the king), seat 0 plays Jh 4h (2 from the two): the higher lowest card does
  // not matter.
  ScriptedGame game{"mitch", 2, {{"hand_size", "2"}, {"high_low", "on"}}, {"5h Jh 6h 8h 9c 2d Ac Ad Ah"}};
  game.play("play:5h play:8h play:6h play:Jh discard:9c discard:2d");
  CHECK(game.lines_with("conquer") == Lines{"conquer 1 hearts 4"});
}

TEST_CASE("Mitch: the default action discards the lowest card, draws from the stock") {
  ScriptedGame game{"mitch", 2, {{"draw", "either"}, {"hand_size", "2"}}, {"4d Qh 4c 9h Ks"}};
  CHECK(game.game().default_action(1).text() == "discard:4c");
  game.play("play:4c");
  game.play("discard:9h");
  CHECK(game.question() == "1: stock take:9h");
  CHECK(game.game().default_action(1).text() == "stock");
}
