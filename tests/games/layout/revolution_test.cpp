// Revolution, statement by statement, in prepared deals. Seat 0 deals the first hand.
#include <catch2/catch.hpp>

#include "laid_out_hands.hpp"
#include "support/scripted_game.hpp"

using namespace tribunal;
using testing::ScriptedGame;
using testing::two_hands;
using Lines = std::vector<std::string>;

TEST_CASE("Revolution: five cards each, then a draw and a card played or discarded") {
  ScriptedGame game{"revolution", 2, {}, {two_hands + " 7h"}};
  CHECK(game.lines(1) == Lines{"hand 0 1", "deal 1 Kc Qc Jc 9c 8c", "deal 0 ?? ?? ?? ?? ??", "draw 1 7h"});
  CHECK(game.question() ==
        "1: play:8c play:9c play:Jc play:Qc play:Kc play:7h "
        "discard:8c discard:9c discard:Jc discard:Qc discard:Kc discard:7h");
  game.play("play:Qc discard:8d");
  CHECK(game.lines(1).at(4) == "play 1 Qc");
  CHECK(game.lines(1).at(6) == "discard 0 8d");  // face up
}

TEST_CASE("Revolution: one to five players") {
  for (int players = 1; players <= 5; ++players) {
    ScriptedGame game{"revolution", players, {{"mob", players == 1 ? "on" : "off"}}, {""}};
    CHECK(game.lines_with("deal").size() == static_cast<std::size_t>(players));
    CHECK(game.play_defaults().lines_with("ace").size() == 4);
  }
}

TEST_CASE("Revolution: a king is played first in its suit or not at all") {
  ScriptedGame game{"revolution", 2, {}, {two_hands}};
  game.play("play:Qc discard:8d");
  const auto legal = game.legal(1);
  CHECK(std::ranges::count(legal, "play:Kc") == 0);
  CHECK(std::ranges::count(legal, "play:Jc") == 1);
}

TEST_CASE(
    "Revolution: three aces are shown and replaced, the fourth ends the hand before its drawer can play") {
  ScriptedGame game{"revolution", 2, {}, {"Ac Kd Qc Qd Jc Jd 9c 9d 8c 8d 7h Ad 6h Ah As"}};
  CHECK(game.lines() == Lines{"hand 0 1", "deal 1 Ac Qc Jc 9c 8c", "deal 0 Kd Qd Jd 9d 8d", "ace 1 Ac",
                              "draw 1 7h", "draw 1 Ad", "ace 1 Ad", "draw 1 6h"});
  game.play("play:Qc");
  CHECK(game.is_over());
  CHECK(game.lines_with("ace") == Lines{"ace 1 Ac", "ace 1 Ad", "ace 0 Ah", "ace 0 As"});
  CHECK(game.lines_with("conquer") == Lines{"conquer 1 clubs 6"});
  CHECK(game.scores() == std::vector{0, 6});
}

TEST_CASE("Revolution: the fourth ace in the deal ends the hand, and everyone scores 0") {
  ScriptedGame game{
      "revolution", 2, {{"hands", "2"}}, {"Ac Kd Ad Qd Jc Jd 9c Ah 8c As 2c 3c 4c 5c", two_hands}};
  CHECK(game.news() == Lines{"hand 0 1", "deal 1 Ac Ad Jc 9c 8c", "deal 0 Kd Qd Jd Ah As", "ace 1 Ac",
                             "draw 1 2c", "ace 1 Ad", "draw 1 3c", "ace 0 Ah", "draw 0 4c", "ace 0 As",
                             "score 0 0 0", "score 1 0 0", "hand 1 2", "deal 0 Kc Qc Jc 9c 8c",
                             "deal 1 Kd Qd Jd 9d 8d", "draw 0 2c"});  // the next hand begins automatically
}

TEST_CASE("Revolution: the players' cards are conquered and lost") {
  // Seat 1 plays Q J 8 of clubs, seat 0 plays Q J of diamonds and 7 of clubs.
  const auto [meaning, options, conquests, scores] =
      GENERATE(table<std::string, OptionTexts, Lines, std::vector<int>>(
          {{"basic: 1 + 2 a suit, the shortest again as much; the 7 of clubs costs a point",
            {},
            {"conquer 1 clubs 3", "conquer 0 diamonds 6"},
            {5, 3}},
           {"advanced: only the 8 is unique; diamonds are shortest, clubs lose the Q and J and so "
            "have the lowest "
            "high card only after them",
            {{"scoring", "advanced"}},
            {"conquer 1 clubs 2", "conquer 0 diamonds 4"},
            {3, 2}},
           {"preferred: the 8 is the lowest low card",
            {{"scoring", "preferred"}},
            {"conquer 1 clubs 4", "conquer 0 diamonds 4"},
            {3, 4}}}));
  CAPTURE(meaning);
  ScriptedGame game{"revolution", 2, options, {two_hands + " 7c 6s 5s 4s 3s 2s Ac Ad Ah As"}};
  CHECK(game.play("play:Qc play:Qd play:Jc play:Jd play:8c").lines_with("conquer").empty());
  CHECK(game.play("discard:2s").is_over());
}

TEST_CASE("the Mob openly plays every card that it draws, in any order") {
  ScriptedGame game{"revolution", 1, {{"mob", "on"}}, {"Kc Qc Jc 9c 8c 4h 3s Kh 2s Ac Ah 5h"}};
  game.play("discard:3s discard:2s");
  CHECK(game.lines(0) == Lines{"hand 0 1", "deal 0 Kc Qc Jc 9c 8c",       // no cards for the Mob
                               "draw 1 4h", "play 1 4h",                  // it sits at the dealer's right
                               "draw 0 3s", "discard 0 3s", "draw 1 Kh",  //
                               "play 1 Kh",  // not bound by the Golden Rule of Play
                               "draw 0 2s", "discard 0 2s", "draw 1 Ac", "ace 1 Ac", "draw 1 Ah", "ace 1 Ah",
                               "draw 1 5h", "play 1 5h",  // it replaces aces
                               "draw 0 2c"});
  CHECK(game.game().seats() == 2);
  CHECK(game.game().players() == 1);
}

TEST_CASE("the Mob can end the hand, its melds compete, and its score counts") {
  ScriptedGame game{"revolution", 1, {{"mob", "on"}}, {"Kh Qh Jc 9c 8c 4h Ts Ac 5h 2s Ad Ah As"}};
  CHECK(game.play("play:Qh play:Jc").is_over());
  // Two hearts of the Mob beat one. Two seats: 1 + 2 per suit; the J of clubs and the hearts: clubs are
  // shortest.
  CHECK(game.lines_with("conquer") == Lines{"conquer 0 clubs 6", "conquer 1 hearts 3"});
  CHECK(game.scores() == std::vector{5, 3});
  CHECK(game.game().outcome().places[0] == 1);
  CHECK(game.game().outcome().places[1] == 2);
}

TEST_CASE("the Mob's lowest card is its lowest by rank") {
  ScriptedGame game{"revolution", 1, {{"mob", "on"}}, {"Qh 5h Jc 9c 8c 3h Ts Kh 2s Ac Ad Ah As"}};
  game.play("play:Qh play:5h");
  // Q 5 against 3 K, two cards each: the 5 is higher than the 3, although the Mob played its king last.
  CHECK(game.lines_with("conquer") == Lines{"conquer 0 hearts 6"});
  CHECK(game.scores() == std::vector{6, -2});
}

TEST_CASE("the Mob sits at the dealer's right, whoever deals") {
  ScriptedGame game{"revolution",
                    2,
                    {{"mob", "on"}, {"hands", "2"}},
                    {two_hands + " 2s 3s 4s Ac Ad Ah As", two_hands + " 2s 3s 4s"}};
  const auto turns = [&game] {
    Lines seats;
    for (const auto& line : game.news()) {
      if (line.starts_with("draw")) seats.push_back(line);
    }
    return seats;
  };
  game.play("discard:2s discard:4s");
  CHECK(turns() == Lines{"draw 1 2s", "draw 2 3s", "draw 0 4s", "draw 1 Ac", "draw 1 Ad", "draw 1 Ah",
                         "draw 1 As", "draw 0 2s"});
  game.play("discard:2s");
  CHECK(turns() == Lines{"draw 2 3s", "draw 1 4s"});
}

namespace {

/// Seat 1 has just won the fourth suit, with one card in each.
ScriptedGame game_with_tyrant(const std::string& tyrant = "on") {
  ScriptedGame game{"revolution",
                    2,
                    {{"tyrant", tyrant}},
                    {"5c 2c 5d 2d 5h 2h 5s 2s 9c 3c Kc Kd Kh Ks Qc Qd Qh Qs Jc Jd Jh"}};
  game.play("play:5c discard:2c play:5d discard:2d play:5h discard:2h");
  REQUIRE(game.game().wanted() == SeatSet::only(1));  // three suits are not four
  game.play("play:5s");
  return game;
}

}  // namespace

TEST_CASE("the tyrant: when a player wins all four suits, every player is asked at the same time") {
  auto game = game_with_tyrant();
  CHECK(game.question() == "01: call pass");
  CHECK(game.legal(1) == game.legal(0));
  CHECK(game.game().default_action(0).text() == "pass");
}

TEST_CASE("the tyrant: a call ends the hand, and all scores change sign") {
  const std::string calls = GENERATE("call,pass", "pass,call", "call,call");
  auto game = game_with_tyrant();
  (void)game.news();
  game.play(calls);
  CHECK(game.is_over());
  CHECK(game.lines_with("conquer") ==
        Lines{"conquer 1 clubs 3", "conquer 1 diamonds 3", "conquer 1 hearts 3", "conquer 1 spades 3"});
  CHECK(game.scores() == std::vector{0, -12});
  const auto news = game.news();
  CHECK(news[0] == calls.substr(0, 4) + " 0");
  CHECK(news[1] == calls.substr(5) + " 1");
}

TEST_CASE("the tyrant: if all pass, play continues, and the next played card raises the question again") {
  auto game = game_with_tyrant();
  CHECK(game.play("pass,pass").lines().back() == "draw 0 Qs");
  CHECK(game.play("discard:2s").question().starts_with("1: "));  // nothing was played
  game.play("discard:9c");
  CHECK(game.play("play:3c").question() == "01: call pass");  // 5 against 3 of clubs: still all four suits
  game.play("call,pass");
  CHECK(game.scores() == std::vector{1, -12});  // the patriots gain what they would have lost
}

TEST_CASE("the tyrant: without the option nobody is asked") {
  auto game = game_with_tyrant("off");
  CHECK(game.question().starts_with("0: "));
}

TEST_CASE("the tyrant at any point: players are asked after every decision and every draw") {
  auto game = game_with_tyrant("any");
  CHECK(game.question() == "01: call pass");  // as with tyrant=on
  game.play("pass,pass");
  CHECK(game.lines().back() == "draw 0 Qs");
  CHECK(game.question() == "01: call pass");  // before the decision about it
  CHECK(game.play("pass,pass").question().starts_with("0: "));
  CHECK(game.play("discard:2s").question() == "01: call pass");  // nothing was played, but it still holds
  game.play("pass,pass pass,pass");
  CHECK(game.lines_with("draw").back().starts_with("draw 1 "));
  CHECK(game.question().starts_with("1: "));
  game.play("discard:9c");
  CHECK(game.play("pass,call").scores() == std::vector{0, -12});
}

TEST_CASE("the tyrant at any point: nobody is asked while no seat wins all four suits") {
  auto game = game_with_tyrant("any");
  game.play("pass,pass pass,pass play:Qs");  // spades are no longer those of seat 1
  CHECK(game.question().starts_with("1: "));
}

TEST_CASE("the tyrant at any point: a double is answered before anyone may call") {
  ScriptedGame game{"revolution",
                    2,
                    {{"tyrant", "any"}, {"session", "cube"}},
                    {"5c 2c 5d 2d 5h 2h 5s 2s 9c 3c Kc Kd Kh Ks Qc Qd Qh Qs Jc Jd Jh"}};
  game.play("pass play:5c pass discard:2c pass play:5d pass discard:2d pass play:5h pass discard:2h");
  CHECK(game.play("pass play:5s").question() == "01: call pass");
  CHECK(game.play("pass,pass double:2").question() == "1: accept drop");
  CHECK(game.play("accept").question() == "01: call pass");
  CHECK(game.play("call,pass").scores() == std::vector{0, -24});
}

TEST_CASE("the tyrant: the Mob may be one, and is not asked") {
  ScriptedGame game{
      "revolution", 1, {{"tyrant", "on"}, {"mob", "on"}}, {"Kc Qc Jc 9c 8c 2c 3c 2d 4c 2h 5c 2s 6c"}};
  game.play("discard:3c discard:4c discard:5c");
  CHECK(game.lines().back() == "play 1 2s");
  CHECK(game.question() == "0: call pass");
  CHECK(game.play("call").scores() == std::vector{0, -12});
}

TEST_CASE("the tyrant at any point: asked between the Mob's open draw and its play") {
  const std::string tops = "Kc Qc Jc 9c 8c 2c 3c 2d 4c 2h 5c 2s 6c Ac Ks 7c";
  ScriptedGame game{"revolution", 1, {{"tyrant", "any"}, {"mob", "on"}}, {tops}};
  game.play("discard:3c discard:4c discard:5c");
  CHECK(game.lines().back() == "play 1 2s");
  CHECK(game.news_of("pass") == Lines{"pass 0", "draw 0 6c"});
  game.play("pass discard:6c");
  CHECK(game.news_of("pass") == Lines{"pass 0", "draw 1 Ac", "ace 1 Ac", "draw 1 Ks"});
  CHECK(game.question() == "0: call pass");
  CHECK(game.game().position().seats[1].hand == std::vector{Card::parse("Ks").value()});
  CHECK(game.play("call").scores() == std::vector{0, -12});  // the king is no longer played
}

TEST_CASE("the tyrant at any point: the Mob's fourth ace ends the hand before anyone is asked") {
  const std::string tops = "Kc Qc Jc 9c 8c 2c 3c 2d 4c 2h 5c 2s 6c Ac Ad Ah As";
  ScriptedGame game{"revolution", 1, {{"tyrant", "any"}, {"mob", "on"}}, {tops}};
  game.play("discard:3c discard:4c discard:5c pass pass discard:6c");
  CHECK(game.play("pass").is_over());
  CHECK(game.scores() == std::vector{0, 12});
}

TEST_CASE("a game adds up its hands") {
  ScriptedGame game{"revolution",
                    2,
                    {{"hands", "2"}},
                    {two_hands + " 2s 3s Ac Ad Ah As", two_hands + " 2s 3s Ac Ad Ah As"}};
  CHECK(game.play("play:Kc play:Kd").lines_with("score") == Lines{"score 0 3 3", "score 1 3 3"});
  game.play("play:2s discard:3s");
  CHECK(game.lines_with("score") == Lines{"score 0 3 3", "score 1 3 3", "score 0 6 9", "score 1 0 3"});
  CHECK(game.scores() == std::vector{9, 3});
}
