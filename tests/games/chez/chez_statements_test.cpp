// Statements of the sources of Chez about combos and sieges that no other test covers (docs/rules/chez.md).
#include <catch2/catch.hpp>

#include "games/chez/laid_out_chez.hpp"

using namespace tribunal;
using testing::chez_game;
using testing::is_legal;
using testing::Lines;
using testing::told;

TEST_CASE("chez: four of a kind of one pack roll a d20") {
  CHECK(told({.hands = {"4c 4d 4h 4s 3c", "Kc Kd 2c 2d 2s"}, .first = "2h", .dice = {6}},
             "play:4c,4d,4s,4h") == Lines{"play 0 4c 4d 4s 4h", "roll 0 1 20 6"});
}

TEST_CASE("chez: both red sixes in a larger set: the d6, the set's sixes on bigger dice, the set's roll") {
  const auto [script, rolls] = GENERATE(table<std::string, Lines>({
      {"play:6d,6h", {"roll 0 1 6 5", "roll 0 1 8 1", "roll 0 1 10 7"}},
      {"play:6c,6d,6h", {"roll 0 1 6 5", "roll 0 1 10 1", "roll 0 1 12 7"}},
      {"play:6c,6d,6s,6h", {"roll 0 1 6 5", "roll 0 1 12 1", "roll 0 1 20 7"}},
      {"play:6c,6h", {"roll 0 1 8 5", "roll 0 1 10 1"}},  // one red six does not count
  }));
  CAPTURE(script);
  auto game = chez_game({.hands = {"6d 6h 6c 6s 4d", "Kc Kd 2c 2d 2s"},
                         .first = "2h",
                         .stock = "7c 8c 9s Tc Ts",
                         .dice = {5, 1, 7}});
  CHECK(game.play(script).lines_with("roll") == rolls);
}

TEST_CASE("chez: red sixes that win beat a player who had already left, as well as those still in") {
  auto game = chez_game({.hands = {"4c 4d 4h 4s 4c", "6d 6h 9c 9d 9h", "Kd Ks Qd Qs Td"},
                         .first = "2h",
                         .dice = {6, 6, 6},
                         .packs = 2});
  CHECK(game.play("play:4c,4c,4d,4s,4h").lines_with("finish") == Lines{"finish 0"});
  game.play("play:6d,6h");
  CHECK(game.is_over());
  CHECK(game.lines_with("place") == Lines{"place 0 2", "place 1 1", "place 2 2"});
  CHECK(game.scores() == std::vector<int>{0, 2, 0});
}

TEST_CASE("chez: the last card may go on a red jack, as its extra action") {
  auto game = chez_game(
      {.hands = {"Jc Jd Jh Js Kc", "9c 5c 2c 2s 3c", "9d 5d 4c 4s 3s"}, .first = "2h", .dice = {1, 1, 1, 1}});
  game.play("play:Jh play:Jc play:Js play:Jd");
  CHECK(testing::beginning(game.news_of("play:Kc"), 2) == Lines{"play 0 Kc", "finish 0"});
}

TEST_CASE("chez: a castle and a court cannot be noped, and are the whole action") {
  const auto action = GENERATE(as<std::string>{}, "castle:7d,8d,9d,Td", "court:Jc,Qc,Kc");
  CAPTURE(action);
  auto game = chez_game({.hands = {"Jc Qc Kc 7d 8d 9d Td", "As Ac 2c 2d 2s 3c 3s"}, .first = "Jo"});
  CHECK(game.play(action).question().starts_with("1: play:Ac "));
}

TEST_CASE("chez: castle cards need not be played to go out, court cards do") {
  auto castle = chez_game({.hands = {"7c 8d 9h Ts 4c", "Kc Kd 2c 2d 2s"}, .first = "Jo"});
  castle.play("castle:7c,8d,9h,Ts play:2d");
  CHECK(castle.play("play:4c").lines_with("finish") == Lines{"finish 0", "finish 1"});
  auto court = chez_game({.hands = {"Jc Qc Kc 4c 4d", "9c 9d 2c 2d 2s"}, .first = "Jo", .dice = {7}});
  court.play("court:Jc,Qc,Kc play:2d play:4c,4d");
  CHECK(court.lines_with("finish").empty());
  CHECK_FALSE(court.is_over());
}

TEST_CASE("chez: of two courts one may disband; royals go back to the hands only with the other") {
  auto game =
      chez_game({.hands = {"Jd Qd Kd Ks Jo 3c", "Jh Qh Kh 2c 2s 4c"}, .first = "Jo", .dice = {6, 1, 6}});
  CHECK(game.play("court:Jd,Qd,Kd").lines_with("reveal") == Lines{"reveal 0 Ks", "reveal 1 Jh Qh Kh"});
  game.play("court:Jh,Qh,Kh play:Jd play:Qd play:Kd pass");
  CHECK(game.lines_with("disband") == Lines{"disband 0"});
  CHECK(game.lines_with("conceal").empty());
  game.play("play:Jo burden:1 pass play:Jh");
  CHECK(game.lines_with("roll").back() == "roll 1 1 6 6");  // the other court still upgrades
  game.play("play:Qh play:Kh pass");
  CHECK(game.lines_with("disband") == Lines{"disband 0", "disband 1"});
  CHECK(game.lines_with("conceal") == Lines{"conceal 0 Ks"});
}

TEST_CASE(
    "chez: more upgrades add nothing to a queen that chooses, and the choice takes effect after the turn") {
  const auto script = GENERATE(as<std::string>{}, "play:Qc", "play:Qd,Qc");
  CAPTURE(script);
  auto game = chez_game(
      {.hands = {"Jc Qc Kc Qd 4d", "9c 8c 2c 2d 2s", "9d 8d 7d 7c 7s"}, .first = "Jo", .dice = {7}});
  game.play("court:Jc,Qc,Kc play:2d play:9d " + script);
  CHECK(game.question() == "0: next:1,1 next:1,0 next:2,1 next:2,0");
  CHECK(game.play("next:2,1").question().starts_with("2: "));
}

TEST_CASE("chez: a noped king-queen combo swaps nothing and has no retry") {
  auto game = chez_game({.hands = {"Kc Qd 3d 4d 5d", "Kd As 2c 2d 2s"}, .first = "Jo"});
  CHECK(game.news_of("pair:Kc,Qd swap:1 offer:3d nope:As") ==
        Lines{"pair 0 Kc Qd", "swap 0 1", "offer 0 3d", "nope 1 As"});
  CHECK(game.question().starts_with("1: "));
}

TEST_CASE("chez: a king of the court swaps one more card, also in retries; a queen gives one more retry") {
  const auto [script, cards, retries] = GENERATE(table<std::string, std::size_t, int>({
      {"pair:Qd,Kd swap:1 offer:3d", 1, 1},
      {"pair:Qd,Kc swap:1 offer:3d offer:4d", 2, 1},
      {"pair:Kd,Qc swap:1 offer:3d", 1, 2},
      {"pair:Kc,Qc swap:1 offer:3d offer:4d", 2, 2},
  }));
  CAPTURE(script);
  auto game = chez_game(
      {.hands = {"Jc Qc Kc Qd Kd 3d 4d 5d", "9c 8c 2c 2d 2s 3c 3s 3h"}, .first = "Jo", .dice = {7}});
  const auto pair = script.substr(0, script.find(' '));
  game.play("court:Jc,Qc,Kc play:2d " + pair);
  if (game.question().starts_with("0: pair:")) game.play("pass");  // no second pair on top
  game.play(script.substr(pair.size()));
  for (int tries = 0; tries < retries; ++tries) {
    CHECK(game.question() == "0: retry pass");
    const auto news = game.news_of("retry");
    CHECK(std::ranges::count_if(news, [](const auto& line) { return line.starts_with("deliver"); }) ==
          static_cast<std::ptrdiff_t>(4 * cards));
  }
  CHECK_FALSE(is_legal(game, "retry"));
}

TEST_CASE("chez: three pairs give three retries, and the roll of a set of three") {
  auto game = chez_game(
      {.hands = {"Kc Qd Ks Qs Kd Qc 3d 5d", "9c 8c 2c 2d 2s 3c 3s 3h"}, .first = "Jo", .dice = {7}});
  CHECK_FALSE(is_legal(game, "pair:Kc,Kd"));
  game.play("pair:Qs,Kc pair:Ks,Qd pair:Kd,Qc swap:1 offer:3d retry retry retry");
  CHECK(game.lines_with("roll") == Lines{"roll 0 1 12 7"});
  CHECK(game.question().starts_with("1: "));
}

TEST_CASE("chez: one ace nopes a revolution of nine cards") {
  auto game =
      chez_game({.hands = {"As 2s 3s 4d 5c 6h 7h 8h 9h Kc", "Ac 2c 2d 3c 3d 4c 4s 5d 5s 6s"}, .first = "Jo"});
  game.play("revolution:As,2s,3s,4d,5c extend:6h extend:7h extend:8h extend:9h nope:Ac");
  CHECK(game.lines_with("revolt").empty());
  CHECK(game.lines_with("forever").empty());
}

TEST_CASE("chez: a run has no gap, and does not continue from the king to the ace") {
  CHECK(told({.hands = {"2s 3s 4d 5c 7h", "Kc Kd 6d 7s 8s"}, .first = "2h"}, "revolution:2s,3s,4d,5c")[1] ==
        "revolt 0 1");  // not asked for the seven
  auto game = chez_game({.hands = {"2s 3s 4d 5c 6h 7h 8h Th Jh Ad", "Jo 2c 2d 3c 3d 4c 4s 5d 5s 6s"},
                         .first = "Kh",
                         .stock = "9h Qh Kd",
                         .dice = {2}});
  game.play("play:Jo burden:0 pass revolution:2s,3s,4d,5c extend:6h extend:7h extend:8h extend:9h");
  CHECK(game.play("extend:Th extend:Jh extend:Qh extend:Kd").question() == "0: nope:Ad pass");
}

TEST_CASE("chez: an extension of another's revolution cannot be noped") {
  auto game = chez_game({.hands = {"2s 3s 4d 5c 9c", "6s 7d Kd 3h 3d", "As Ac Kh 4h 5h"}, .first = "2h"});
  game.play("revolution:2s,3s,4d,5c pass extend:6s");
  CHECK(game.lines_with("revolt") == Lines{"revolt 0 1", "revolt 1 2"});
  CHECK(game.question().starts_with("2: play:"));
}

TEST_CASE("chez: a revolution ends the extra actions of a queen") {
  auto game =
      chez_game({.hands = {"Qh Qs 2s 3s 4d 5c 9c", "Kc Kd 6d 7s 8s 9s 9d"}, .first = "2h", .dice = {7}});
  game.play("play:Qh,Qs");
  CHECK(game.news_of("revolution:2s,3s,4d,5c") ==
        Lines{"revolution 0 2s 3s 4d 5c", "revolt 0 1", "extra 0 0"});
}

TEST_CASE("chez: in a true revolution a death does not end it, and royals stay plain") {
  auto game = chez_game({.hands = {"2s 3h 4d 5c 9c", "9d 9h 9s Tc Td", "4h Jd Qd Kd 8s"}, .first = "2h"});
  CHECK(game.news_of("revolution:2s,3h,4d,5c") == Lines{"revolution 0 2s 3h 4d 5c", "forever 0", "killed 1"});
  CHECK(game.question() == "2: play:4h");  // neither a court nor a pair
}

namespace {

/// Seat 0 gets everything from ace to king in its hand, and lays the siege round a black nine.
testing::ScriptedGame besieged() {
  auto game = chez_game(
      {.hands = {"As 2s 3s 4d 5c 6h 7h 8h Kc", "Jo Jo Td Ts Jc Jd Js Qc Qd", "9s 8c 8s 7c 7s 6c 6s 5s 4s"},
       .first = "Ah",
       .stock = "9h Th Jh Qh Kh",
       .dice = {5, 1}});
  game.play("play:Kc pass play:Jo burden:0 pass play:9s revolution:As,2s,3s,4d,5c extend:6h extend:7h");
  game.play("extend:8h extend:9h extend:Th extend:Jh extend:Qh extend:Kh siege");
  return game;
}

}  // namespace

TEST_CASE("chez: a siege leaves the pile's top card to play on, and no draw pile ever") {
  const auto game = besieged();
  CHECK(game.question() == "1: play:Jo");  // on the black nine, not on the king of the run
}

TEST_CASE("chez: a pick-up in a siege for a joker kills, without a card drawn") {
  auto victim = besieged();
  CHECK(victim.news_of("play:Jo burden:2 pass") ==
        Lines{"play 1 Jo", "burden 1 2", "roll 1 1 10 1", "pass 0", "killed 2"});
  CHECK(victim.question().starts_with("0: "));
  auto instigator = besieged();
  CHECK(instigator.news_of("play:Jo burden:0 pass") ==
        Lines{"play 1 Jo", "burden 1 0", "roll 1 1 10 1", "pass 0", "killed 0", "place 0 3", "place 1 1",
              "place 2 1", "score 0 0 0", "score 1 1 1", "score 2 1 1"});
}

TEST_CASE(
    "chez: a killed siege player is last, the besieged are first, those who left before keep their order") {
  auto game = chez_game(
      {.hands = {"As 2s 3s 4d 5d", "Jo Jo 9c 9d 9s", "4c 4c 4d 4s 4h", "9c 9h 9d Td Ts", "5c 5c 5d 5s 5h"},
       .first = "Kh",
       .stock = "6h 7h 8h 9h Th Jh Qh Kh",
       .dice = {7, 6, 6, 6, 6, 1},
       .packs = 2});
  game.play("play:Jo burden:0 pass play:4c,4c,4d,4s,4h play:9c play:5c,5c,5d,5h,5s");
  CHECK(game.lines_with("finish") == Lines{"finish 2", "finish 4"});
  game.play("revolution:As,2s,3s,4d,5d extend:6h extend:7h extend:8h extend:9h extend:Th extend:Jh");
  game.play("extend:Qh extend:Kh siege play:Jo burden:0 pass");
  CHECK(game.lines_with("place") == Lines{"place 0 5", "place 1 1", "place 2 1", "place 3 1", "place 4 4"});
}

TEST_CASE("chez: a siege cannot be noped, and royals that no castle defends are executed as in any revolt") {
  auto nopers = chez_game({.hands = {"As 2s 3s 4d 5c 6h 7h 8h Kc", "Jo Tc Td Ts Jc Jd Ac Qc Qd"},
                           .first = "Ah",
                           .stock = "9h Th Jh Qh Kh",
                           .dice = {5}});
  nopers.play("play:Kc pass play:Jo burden:0 pass pass revolution:As,2s,3s,4d,5c extend:6h extend:7h");
  nopers.play("extend:8h extend:9h extend:Th extend:Jh extend:Qh extend:Kh siege");
  CHECK(nopers.question().starts_with("1: play:Ac "));
  auto court = chez_game(
      {.hands = {"As 2s 3s 4d 5c 6h 7h 8h Kc", "Jo Jo Td Ts Jc 9d Js Qc 9c", "Jd Qd Kd 7c 7s 6c 6s 5s 4s"},
       .first = "Ah",
       .stock = "9h Th Jh Qh Kh",
       .dice = {5}});
  court.play("play:Kc pass play:Jo burden:0 pass court:Jd,Qd,Kd revolution:As,2s,3s,4d,5c extend:6h");
  court.play("extend:7h extend:8h extend:9h extend:Th extend:Jh extend:Qh extend:Kh siege");
  CHECK(court.lines_with("execute") == Lines{"execute 1 Jc Js Qc", "execute 2 Jd Qd Kd"});
}

TEST_CASE("chez: in a siege royals are plain, and there is no second revolution and no second siege") {
  auto game = besieged();
  CHECK(game.play("play:Jo burden:2 pass").question().find("revolution") == std::string::npos);
  CHECK(is_legal(game, "play:3c"));  // seat 0 holds the 2, 3, 4 and 5 again
  game.play("play:2d");
  CHECK(game.news_of("play:Jd") == Lines{"play 1 Jd"});
}

TEST_CASE("chez: in a revolt a jack, a queen or a king has no effect, and a set of them only its roll") {
  const auto [play, lines] = GENERATE(table<std::string, Lines>({
      {"play:Jd", {"play 1 Jd"}},
      {"play:Qd", {"play 1 Qd"}},
      {"play:Kd", {"play 1 Kd"}},
      {"play:Jh,Jd", {}},
      {"play:Jd,Jh", {"play 1 Jd Jh", "roll 1 1 10 7"}},
  }));
  CAPTURE(play);
  auto game = chez_game(
      {.hands = {"2s 3s 4d 5h 9c Ks", "Jd Jh Qd Kd 2c 3c", "Kh Jo 4h 4c 8c 8h"}, .first = "Jo", .dice = {7}});
  game.play("revolution:2s,3s,4d,5h");
  CHECK(is_legal(game, play) == !lines.empty());
  if (lines.empty()) return;
  CHECK(game.news_of(play) == lines);
  CHECK(game.question().starts_with("2: "));
}

TEST_CASE("chez: only the highest number of the set's own die gives a card away") {
  const auto [script, face, gives] = GENERATE(table<std::string, std::uint32_t, bool>({
      {"play:4c,4d", 10, true},
      {"play:4c,4d", 9, false},
      {"play:4c,4d,4h", 12, true},
      {"play:4c,4d,4h", 10, false},
      {"play:4c,4d,4s,4h", 20, true},
      {"play:4c,4d,4s,4h", 12, false},
  }));
  CAPTURE(script, face);
  auto game = chez_game({.hands = {"4c 4d 4h 4s 3c", "Kc Kd 2c 2d 2s"}, .first = "2h", .dice = {face}});
  CHECK(game.play(script).question().starts_with("0: favour:1") == gives);
}

TEST_CASE("chez: with two packs six of a kind continue up the dice law") {
  CHECK(told({.hands = {"4c 4c 4d 4d 4h 4s 3c", "Kc Kd 2c 2d 2s 9c 9d"},
              .first = "2h",
              .dice = {6, 6},
              .packs = 2},
             "play:4c,4c,4d,4d,4s,4h") == Lines{"play 0 4c 4c 4d 4d 4s 4h", "roll 0 2 12 12"});
}
