// The page of the revolution, statement by statement (docs/rules/chez.md, "Revolution", "Siege").
#include <catch2/catch.hpp>

#include "games/chez/laid_out_chez.hpp"
#include "games/vocabulary.hpp"

using namespace tribunal;
using testing::beginning;
using testing::chez_game;
using testing::is_legal;
using testing::LaidOutChez;
using testing::Lines;

namespace {

/// Seat 0 holds an ordinary revolution, seat 1 no ace; a red two is on top, on no particular card.
LaidOutChez two_seats(const std::string& more = "9c", const std::string& first = "2h") {
  return {.hands = {"2s 3s 4d 5c " + more, "Kc Kd 6d 7s 8s"}, .first = first};
}

}  // namespace

TEST_CASE("chez: a revolution is 2, 3, 4, 5 at once, the 2 at the bottom and the 5 on top") {
  auto game = chez_game(two_seats());
  CHECK(is_legal(game, "revolution:2s,3s,4d,5c"));
  game.play("revolution:2s,3s,4d,5c");
  CHECK(game.news().back() == "revolt 0 1");
  CHECK(game.question() == "1: extend:6d");  // on a black five: only lower cards, and the next of the run
}

TEST_CASE("chez: only the lowest card of a revolution must be valid") {
  CHECK_FALSE(is_legal(chez_game(two_seats("9c", "As")), "revolution:2s,3s,4d,5c"));
  CHECK_FALSE(is_legal(chez_game(two_seats("9c", "3h")), "revolution:2s,3s,4d,5c"));
  CHECK(is_legal(chez_game(two_seats("Ad", "As")), "revolution:Ad,2s,3s,4d,5c"));  // ace on ace
  CHECK_FALSE(is_legal(chez_game(two_seats("Ad", "As")), "revolution:2s,3s,4d,5c"));
  CHECK(is_legal(chez_game(two_seats("Ad", "Ah")), "revolution:Ad,2s,3s,4d,5c"));
  CHECK(is_legal(chez_game(two_seats("Ad", "Ah")), "revolution:2s,3s,4d,5c"));
}

TEST_CASE("chez: a noped revolution starts no revolt and keeps the remaining extra actions") {
  auto game = chez_game(
      {.hands = {"Js 2s 3s 4d 5c 6d 7d 8d 9d", "Kc Kd Ad 7s 8s 3h 4h 4s 3d"}, .first = "Jo", .dice = {3}});
  game.play("play:Js pass revolution:2s,3s,4d,5c extend:6d extend:7d extend:8d pass nope:Ad");
  CHECK(game.lines_with("revolt").empty());
  CHECK(game.question() == "0: play:9d pass");  // the red eight is on top, and two actions are left
}

TEST_CASE("chez: a revolution ends the turn and takes all extra actions") {
  auto game = chez_game({.hands = {"Js 2s 3s 4d 5c", "Kc Kd 6d 7s 8s"}, .first = "Jo", .dice = {3}});
  CHECK(game.news_of("play:Js") == Lines{"play 0 Js", "roll 0 1 4 3", "extra 0 3"});
  CHECK(game.play("revolution:2s,3s,4d,5c").news() == Lines{"revolution 0 2s 3s 4d 5c", "revolt 0 1",
                                                            "extra 0 0", "finish 0", "finish 1", "place 0 1",
                                                            "place 1 2", "score 0 1 1", "score 1 0 0"});
}

TEST_CASE("chez: heads are one, and one more per card beyond four; more heads than players last for ever") {
  const auto [script, line] = GENERATE(table<std::string, std::string>({
      {"revolution:2s,3s,4d,5c pass", "revolt 0 1"},
      {"revolution:As,2s,3s,4d,5c pass", "revolt 0 2"},
      {"revolution:2s,3s,4d,5c extend:6d pass", "revolt 0 2"},
      {"revolution:2s,3s,4d,5c extend:6d extend:7d pass", "revolt 0 3"},
      {"revolution:2s,3s,4d,5c extend:6d extend:7d extend:8d pass", "forever 0"},
      {"revolution:As,2s,3s,4d,5c extend:6d extend:7d pass", "forever 0"},
  }));
  CAPTURE(script);
  auto game = chez_game(
      {.hands = {"As 2s 3s 4d 5c 6d 7d 8d 9d", "Kc Kd Qd 7s 8s 3h 4h 4s 3c", "Kh Ks Qs 7c 8c 3d 4c Ts Tc"},
       .first = "Ah"});
  // Seat 0 may nope its own with the ace it did not use.
  game.play(script + (script.find("As") == std::string::npos ? " pass" : ""));
  const auto lines = game.lines();
  CHECK(std::ranges::count(lines, line) == 1);
}

TEST_CASE("chez: a true revolution has four suits; it cannot be noped and lasts until the game is over") {
  auto game = chez_game({.hands = {"2s 3h 4d 5c 9c", "Ac Kd Ad 7s 8s"}, .first = "2h"});
  game.play("revolution:2s,3h,4d,5c");
  CHECK(game.news().back() == "forever 0");
  CHECK(game.question() == "1: play:Ac play:Ad play:Ad,Ac play:Ac,Ad");
  auto plain = chez_game({.hands = {"2s 3s 4d 5c 9c", "Ac Kd Ad 7s 8s"}, .first = "2h"});
  CHECK(plain.play("revolution:2s,3s,4d,5c").question() == "1: nope:Ac nope:Ad pass");
}

TEST_CASE("chez: a forced pick-up in a revolt kills, and the last head ends it") {
  auto game = chez_game(
      {.hands = {"2s 3s 4d 5h 9c Jc", "2c 2d 3h 3d 4s 4h", "9d 9h 9s Tc Td Jd"}, .first = "2h", .dice = {3}});
  CHECK(game.news_of("revolution:2s,3s,4d,5h") ==
        Lines{"revolution 0 2s 3s 4d 5h", "revolt 0 1", "killed 1", "peace 1"});
  CHECK(game.question().starts_with("2: "));
  game.play("play:9d play:Jc");  // royals have their powers again
  CHECK(game.lines_with("extra") == Lines{"extra 0 3"});
}

TEST_CASE("chez: two heads need two deaths") {
  auto game = chez_game(
      {.hands = {"2s 3s 4d 5h 6d", "2c 2d 3h 3d 4s", "9d 9h 9s Tc Td", "4c 3c 4h 5s 5d"}, .first = "2h"});
  CHECK(game.news_of("revolution:2s,3s,4d,5h pass") ==
        Lines{"revolution 0 2s 3s 4d 5h", "pass 0", "revolt 0 1", "killed 1", "peace 1"});
  auto longer = chez_game(
      {.hands = {"2s 3s 4d 5h 6d 8c", "2c 2d 3h 3d 4s 2h", "9d 9h 9s Tc Td Jd", "4c 3c 4h 5s 5d 6c"},
       .first = "Jo"});
  CHECK(longer.news_of("revolution:2s,3s,4d,5h extend:6d") ==
        Lines{"revolution 0 2s 3s 4d 5h", "extend 0 6d", "revolt 0 2", "killed 1", "revolt 1 1"});
  CHECK(beginning(longer.play("play:Jd").news(), 3) ==
        Lines{"play 2 Jd", "killed 3", "peace 3"});  // a plain jack
}

TEST_CASE("chez: in a revolt royals are plain, courts and pairs cannot be played, nor a second revolution") {
  auto game = chez_game(
      {.hands = {"2s 3s 4d 5d 9c 9s", "Jd Qd Kd 2c 3c 4c", "5h 2h 3h 4h Jc Qc"}, .first = "Jo", .dice = {7}});
  game.play("revolution:2s,3s,4d,5d");
  CHECK_FALSE(is_legal(game, "court:Jd,Qd,Kd"));
  CHECK_FALSE(is_legal(game, "pair:Qd,Kd"));
  CHECK(beginning(game.news_of("play:Kd"), 3) == Lines{"play 1 Kd", "killed 2", "peace 2"});
  auto second = chez_game({.hands = {"2s 3s 4d 5c 9c", "2c 3c 4c 5h Kh"}, .first = "Jo"});
  second.play("revolution:2s,3s,4d,5c");
  CHECK(is_legal(second, "play:2c"));
  CHECK_FALSE(is_legal(second, "revolution:2c,3c,4c,5h"));
}

TEST_CASE(
    "chez: the next player may extend another's revolution by one card, valid or not, and so on round") {
  auto game = chez_game({.hands = {"2s 3s 4d 5c 9c", "6s 7d Kd 3h As", "7c 7s Kh 4h 5h"}, .first = "2h"});
  game.play("revolution:2s,3s,4d,5c pass");
  CHECK(game.question() == "1: play:As play:3h extend:6s");                // a six on a black five
  CHECK(game.news_of("extend:6s") == Lines{"extend 1 6s", "revolt 1 2"});  // not noped, but not a six
  CHECK(is_legal(game, "extend:7c"));
  CHECK(game.play("extend:7c").news() == Lines{"extend 2 7c", "revolt 2 3", "killed 0", "revolt 0 2"});
  CHECK_FALSE(is_legal(game, "extend:7d"));  // an eight is next, and a death ends the opportunity
}

TEST_CASE(
    "chez: heads beyond the players by an extension are for ever, and any other action closes the chance") {
  auto game =
      chez_game({.hands = {"2s 3s 4d 5c 6s 9c", "7s 7d Kd 3h 3d 3c", "8c 7c 8s Kh 4h 5h"}, .first = "2h"});
  game.play("revolution:2s,3s,4d,5c extend:6s extend:7s");
  CHECK(game.lines_with("revolt") == Lines{"revolt 0 2", "revolt 1 3"});
  CHECK(game.play("extend:8c").lines_with("forever") == Lines{"forever 2"});
  auto other = chez_game({.hands = {"2s 3s 4d 5c 9c", "6s 7d Kd 3h 3d", "6c 7s Kh 4h 6d"}, .first = "2h"});
  other.play("revolution:2s,3s,4d,5c play:3h");
  CHECK_FALSE(is_legal(other, "extend:6c"));
}

TEST_CASE("chez: a true revolution may be extended, and stays for ever") {
  auto game = chez_game({.hands = {"2s 3h 4d 5c 9c", "6s 7d Kd 3d 3c"}, .first = "2h"});
  game.play("revolution:2s,3h,4d,5c");
  CHECK(game.news_of("extend:6s").front() == "extend 1 6s");
  CHECK(game.lines_with("revolt").empty());
}

TEST_CASE("chez: royals on the table that no castle defends are executed, the others go back to the hand") {
  auto game =
      chez_game({.hands = {"Jc Qc Kc 2s 3s 4d 5c 9c", "7s 8s 9s Ts Qs 2c 3c 4c", "Kd 8d 8h 8c Td Th Tc 9h"},
                 .first = "Jo"});
  CHECK(game.news_of("court:Jc,Qc,Kc") == Lines{"court 0 Jc Qc Kc", "reveal 1 Qs", "reveal 2 Kd"});
  CHECK(game.play("castle:7s,8s,9s,Ts").news() == Lines{"castle 1 7s 8s 9s Ts"});
  game.play("play:8c");
  CHECK(game.news_of("revolution:2s,3s,4d,5c") == Lines{"revolution 0 2s 3s 4d 5c", "revolt 0 1",
                                                        "execute 0 Jc Qc Kc", "execute 2 Kd", "disband 0",
                                                        "conceal 1 Qs"});
}

TEST_CASE("chez: a castle that falls in the revolt takes its owner's royals on the table with it") {
  auto game =
      chez_game({.hands = {"Jc Qc Kc 7c 8c 9c Tc 2d", "7s 8s 9s Ts Qs 4c 3c 2c", "2s 3s 4d 5c Jo Qh Ks 9d"},
                 .first = "Jo"});
  game.play("court:Jc,Qc,Kc castle:7s,8s,9s,Ts play:Ks pass castle:7c,8c,9c,Tc play:4c");
  CHECK(game.news_of("revolution:2s,3s,4d,5c") ==
        Lines{"revolution 2 2s 3s 4d 5c", "revolt 2 1", "execute 2 Qh"});
  CHECK(game.play("play:2d play:3c play:Jo").question() == "2: burden:0 burden:1 raze:0 raze:1");
  auto court = game.game().clone();
  CHECK(game.news_of("raze:1") == Lines{"raze 2 1", "ruin 1 7s 8s 9s Ts", "execute 1 Qs"});
  CHECK(game.play("play:Jc").news() == Lines{"play 0 Jc"});  // plain

  Choices choices;
  EventLog events;
  choices[2] = *parse_action("raze:0");  // the court itself, and everything that seat 0 has left
  court->apply(choices, events);
  CHECK(testing::lines_of(events) == Lines{"raze 2 0", "ruin 0 7c 8c 9c Tc", "execute 0 Jc Qc Kc",
                                           "disband 0", "conceal 1 Qs", "finish 0"});
}

TEST_CASE("chez: a full run from ace to king may be a siege, which takes all piles but the top card") {
  auto game = chez_game(
      {.hands = {"As 2s 3s 4d 5c 6h 7h 8h Kc", "Jo Tc Td Ts Jc Jd Js Qc Qd", "9s 8c 8s 7c 7s 6c 6s 5s 4s"},
       .first = "Ah",
       .stock = "9h Th Jh Qh Kh",
       .dice = {5, 1}});
  game.play(
      "play:Kc pass play:Jo burden:0 pass play:9s revolution:As,2s,3s,4d,5c extend:6h extend:7h extend:8h");
  CHECK(game.play("extend:9h extend:Th extend:Jh extend:Qh extend:Kh").question() == "0: siege pass");
  auto siege = game.news_of("siege");
  CHECK(siege[0] == "siege 0");
  CHECK(siege[1].starts_with("seize 0 Ac Ad Ah 2c 2d 2h"));
  CHECK(siege[2].starts_with("seize 0 "));
  // Seat 1 holds nothing for a black nine. In a siege this kills it, and the siege continues.
  CHECK(std::ranges::count(siege, "forever 0") == 1);
  CHECK(siege.back() == "killed 1");
  game.play("play:8c play:2c,2d");
  // The siege's player must pick up for a set's roll and dies. All others are first, including the victim.
  CHECK(game.news_of("pass") == Lines{"pass 0", "killed 0", "place 0 3", "place 1 1", "place 2 1",
                                      "score 0 0 0", "score 1 1 1", "score 2 1 1"});
}

TEST_CASE("chez: the player of a broken siege is the sole loser, behind those who lost before") {
  auto game = chez_game({.hands = {"As 2s 3s 4d 5c 6h 7h 8h Kc", "Jo Jo Jo Jc Jd Js 3c 3d 3h",
                                   "9s 9c 9d Tc Td Ts Qc Qd Kd", "8c 7c 7d 7s 6c 6s 5s 4s 4c"},
                         .first = "Ah",
                         .stock = "Ks 5d 9h Th Jh Qh Kh",
                         .dice = {1, 1, 5, 1}});
  game.play("play:Kc pass betting-man");  // seats 2, 3 and 0 pick up one, one and five cards
  CHECK(game.lines().back() == "lose 1");
  game.play("play:9s play:8c revolution:As,2s,3s,4d,5c extend:6h extend:7h extend:8h");
  CHECK(game.play("extend:9h extend:Th extend:Jh extend:Qh extend:Kh siege").lines().back() == "killed 2");
  game.play("play:7c play:2c,2d");
  CHECK(game.news_of("pass") == Lines{"pass 0", "killed 0", "place 0 4", "place 1 3", "place 2 1",
                                      "place 3 1", "score 0 0 0", "score 1 1 1", "score 2 2 2",
                                      "score 3 2 2"});
}

TEST_CASE("chez: a run from ace to king may also be a revolution, which one ace nopes") {
  auto game = chez_game({.hands = {"As 2s 3s 4d 5c 6h 7h 8h Kc", "Jo Tc Td Ts Jc Jd Ac Qc Qd"},
                         .first = "Ah",
                         .stock = "9h Th Jh Qh Kh",
                         .dice = {5}});
  game.play(
      "play:Kc pass play:Jo burden:0 pass pass revolution:As,2s,3s,4d,5c extend:6h extend:7h extend:8h");
  CHECK(game.play("extend:9h extend:Th extend:Jh extend:Qh extend:Kh pass").question() == "1: nope:Ac pass");
  CHECK(game.play("pass").lines_with("forever") == Lines{"forever 0"});
}
