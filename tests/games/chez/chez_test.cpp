// The cards, the turn, single cards, sets and nopes of Chez (docs/rules/chez.md).
#include <catch2/catch.hpp>

#include "games/chez/cards.hpp"
#include "games/chez/laid_out_chez.hpp"
#include "games/chez/table.hpp"

using namespace tribunal;
using testing::chez_game;
using testing::is_legal;
using testing::Lines;
using testing::told;

TEST_CASE("chez: a red card takes equal or higher, a black one equal or lower, a joker anything") {
  const auto [card, top, valid] = GENERATE(table<std::string, std::string, bool>({
      {"2c", "As", false},  // stated: no revolution on a black ace
      {"2c", "3h", false},  // stated: nor on a red three
      {"6c", "5s", false},  // stated: a six is not usually valid on a black five
      {"2c", "2s", true},
      {"2c", "2d", true},
      {"2c", "Ks", true},
      {"2c", "Ah", true},
      {"2c", "Jo", true},
      {"As", "Ac", true},
      {"Kd", "Kh", true},
      {"Kd", "Ks", true},
      {"Jo", "Ac", true},
      {"Jo", "Kh", true},
      {"Qd", "Kh", false},
      {"Kd", "Qs", false},
  }));
  CAPTURE(card, top);
  CHECK(is_valid_on(chez_rank(*Card::parse(card)), *Card::parse(top)) == valid);
}

TEST_CASE("chez: the dice law") {
  const std::vector<ChezDice> ladder{{1, 4},  {1, 6},  {1, 8},  {1, 10}, {1, 12}, {1, 20},
                                     {2, 10}, {2, 12}, {2, 20}, {3, 10}, {3, 12}, {3, 20}};
  for (std::size_t rung = 0; rung < ladder.size(); ++rung)
    CHECK(dice_at(static_cast<int>(rung)) == ladder[rung]);
  CHECK(six_dice(1) == ChezDice{1, 6});
  CHECK(six_dice(2) == ChezDice{1, 8});
  CHECK(set_dice(2) == ChezDice{1, 10});
  CHECK(set_dice(3) == ChezDice{1, 12});
  CHECK(set_dice(4) == ChezDice{1, 20});
  CHECK(set_dice(5) == ChezDice{2, 10});
  CHECK(joker_dice(1) == ChezDice{1, 10});
  CHECK(joker_dice(3) == ChezDice{1, 20});
  CHECK(joker_dice(6) == ChezDice{2, 20});
  CHECK(jack_dice(1, true) == ChezDice{1, 6});
}

TEST_CASE("chez: the deal") {
  auto game = chez_game({.hands = {"3c 3d 4c 4d 5c", "Kc Kd 2c 2d 2h"}, .first = "Kh", .stock = "7c"});
  CHECK(game.news() ==
        Lines{"hand 1 1", "deal 0 3c 3d 4c 4d 5c", "deal 1 Kc Kd 2c 2d 2h", "turn 1 Kh", "draw 0 7c"});
  CHECK(game.question() == "1: play:Kc play:Kd play:Kd,Kc play:Kc,Kd");
}

TEST_CASE(
    "chez: a player without a play picks up one card, and the turn ends; picking up is never a choice") {
  auto game = chez_game({.hands = {"3c 3d 4c 4d 5c", "Kc 9d 2c 2d 2h"}, .first = "Kh", .stock = "Ks 7c"});
  game.play("play:Kc pass play:5c");
  CHECK(game.lines_with("draw") == Lines{"draw 0 Ks"});
  CHECK(game.question() ==
        "1: play:2c play:2d play:2d,2c play:2c,2d play:2h play:2h,2c play:2c,2h play:2d,2h play:2d,2h,2c "
        "play:2c,2d,2h");
}

TEST_CASE("chez: sets are played as one action, and only the colour on top is a choice of order") {
  const auto open = chez_game({.hands = {"7c 7d 7h 7s 3c", "Kc Kd 2s 2d 2h"}, .first = "2c"});
  CHECK_FALSE(is_legal(open, "play:7c,7s"));
  const auto red = chez_game({.hands = {"7c 7d 7h 7s 3c", "Kc Kd 2s 2c 2h"}, .first = "2d"});
  CHECK(is_legal(red, "play:7d,7h,7c,7s") == false);
  CHECK(is_legal(red, "play:7c,7d,7h,7s"));
  CHECK(is_legal(red, "play:7c,7d,7s,7h"));
  CHECK(is_legal(red, "play:7c,7s"));
  CHECK_FALSE(is_legal(red, "play:7s,7c"));
}

TEST_CASE("chez: six, and the double six on the next die, before the set's roll") {
  const Lines hands{"6c 6s 3d 4d 5d", "Kc Kd 2c 2d 2s"};
  CHECK(told({.hands = hands, .first = "2h", .stock = "7c 8c", .dice = {2}}, "play:6c") ==
        Lines{"play 0 6c", "roll 0 1 6 2", "draw 0 7c", "draw 0 8c"});
  CHECK(told({.hands = hands, .first = "2h", .stock = "7c 8c 9c", .dice = {2, 5}}, "play:6c,6s") ==
        Lines{"play 0 6c 6s", "roll 0 1 8 2", "draw 0 7c", "draw 0 8c", "roll 0 1 10 5", "draw 0 9c"});
}

TEST_CASE(
    "chez: a set's roll of 1 to 5 makes its player pick up 5 to 1; only the highest has another effect") {
  for (std::uint32_t face = 1; face <= 9; ++face) {
    auto game = chez_game({.hands = {"4c 4d 3d 7d 5d", "Kc Kd 2c 2d 2s"},
                           .first = "2h",
                           .stock = "7c 8c 9c Tc 7s",
                           .dice = {face}});
    game.play("play:4c,4d");
    CHECK(game.lines_with("draw").size() == (face <= 5 ? 6 - face : 0));
    CHECK(game.question().starts_with("1: "));
  }
}

TEST_CASE("chez: three, four and five of a kind roll d12, d20 and 2d10") {
  const Lines hands{"4c 4d 4h 4s 4c", "Kc Kd 2c 2d 2s"};
  const testing::LaidOutChez laid_out{.hands = hands, .first = "2h", .dice = {6, 6}, .packs = 2};
  CHECK(told(laid_out, "play:4d,4h,4s") == Lines{"play 0 4d 4h 4s", "roll 0 1 12 6"});
  CHECK(told(laid_out, "play:4c,4d,4s,4h") == Lines{"play 0 4c 4d 4s 4h", "roll 0 1 20 6"});
  const auto five = told(laid_out, "play:4c,4c,4d,4s,4h");
  CHECK(five[1] == "roll 0 2 10 12");
}

TEST_CASE("chez: the highest number gives a card of choice to a player of choice, and may be noped") {
  const testing::LaidOutChez laid_out{
      .hands = {"4c 4d 3d 7d 5d", "Kc As 2c 2d 2s", "Kd Ks 3c 8c 3s"}, .first = "2h", .dice = {10}};
  CHECK(told(laid_out, "play:4c,4d favour:2 offer:7d pass") ==
        Lines{"play 0 4c 4d", "roll 0 1 10 10", "favour 0 2", "offer 0 7d", "pass 1", "deliver 0 2 7d"});
  CHECK(told(laid_out, "play:4c,4d favour:2 offer:7d pass", 1) ==
        Lines{"play 0 4c 4d", "roll 0 1 10 10", "favour 0 2", "offer 0 ??", "pass 1", "deliver 0 2 ??"});
  CHECK(told(laid_out, "play:4c,4d favour:2 offer:7d nope:As", 2) ==
        Lines{"play 0 4c 4d", "roll 0 1 10 10", "favour 0 2", "offer 0 ??", "nope 1 As"});
}

TEST_CASE("chez: a player may nope a bad own roll; others see only the nope") {
  const testing::LaidOutChez laid_out{
      .hands = {"4c 4d 3d 7d As", "Kc Ac 2c 2d 2s"}, .first = "2h", .dice = {1}};
  CHECK(told(laid_out, "play:4c,4d pass nope:As pass") ==
        Lines{"play 0 4c 4d", "roll 0 1 10 1", "pass 1", "nope 0 As", "pass 1"});
  CHECK(told(laid_out, "play:4c,4d pass nope:As pass", 0) ==
        Lines{"play 0 4c 4d", "roll 0 1 10 1", "nope 0 As"});
}

TEST_CASE("chez: a nope may be noped, but not by its player, and an even number cancels out") {
  const testing::LaidOutChez laid_out{
      .hands = {"Jc 4d 3d 7d As", "Kc Ac 2c 2d 2s", "Kd Ad 3c 8c 3s"}, .first = "2h", .dice = {3}};
  auto game = chez_game(laid_out);
  CHECK(game.play("play:Jc").question() == "1: nope:Ac pass");
  CHECK(game.play("nope:Ac").question() == "2: nope:Ad pass");
  CHECK(game.play("nope:Ad").question() == "0: nope:As pass");
  game.play("pass");
  CHECK(game.lines_with("extra") == Lines{"extra 0 3"});
  CHECK(game.question().starts_with("0: "));
}

TEST_CASE("chez: a noped jack gives nothing; extra actions are optional and end with a pass") {
  const testing::LaidOutChez laid_out{
      .hands = {"Jd 4d 3d 7d Kd", "Kc Ac 2c 2d 2s"}, .first = "2h", .dice = {3}};
  auto noped = chez_game(laid_out);
  noped.play("play:Jd nope:Ac");
  CHECK(noped.lines_with("extra").empty());
  CHECK(noped.question().starts_with("1: "));
  auto game = chez_game(laid_out);
  CHECK(game.play("play:Jd pass play:Kd pass pass").question().starts_with("1: "));
}

TEST_CASE("chez: with three players a queen reverses the direction, two choose next player and direction") {
  const testing::LaidOutChez laid_out{
      .hands = {"Qc Qd 3d 7d 5d", "Kc 5c 2c 2d 2s", "Kd Ks 3c 8c 3s"}, .first = "2h", .dice = {7}};
  auto one = chez_game(laid_out);
  one.play("play:Qc");
  CHECK(one.lines_with("direction") == Lines{"direction 0 0"});
  CHECK(one.question().starts_with("2: "));
  auto two = chez_game(laid_out);
  CHECK(two.play("play:Qd,Qc").question() == "0: next:1,1 next:1,0 next:2,1 next:2,0");
  CHECK(two.play("next:2,1").question().starts_with("2: "));
  CHECK(two.play("play:8c").question().starts_with("0: "));
}

TEST_CASE("chez: with two players a queen gives an extra action, two queens two") {
  const testing::LaidOutChez laid_out{
      .hands = {"Qc Qd 3d 7d 5d", "Kc 5c 2c 2d 2s"}, .first = "2h", .dice = {7}};
  CHECK(told(laid_out, "play:Qc").back() == "extra 0 1");
  CHECK(told(laid_out, "play:Qd,Qc") == Lines{"play 0 Qd Qc", "extra 0 2", "roll 0 1 10 7"});
}

TEST_CASE("chez: a king swaps a card of choice for one drawn blind, or nothing") {
  const testing::LaidOutChez laid_out{
      .hands = {"Kc Kd 3d 7d 5d", "9c 5c 2c 2d Jo"}, .first = "2h", .dice = {7}, .draws = {0, 3}};
  CHECK(told(laid_out, "play:Kc swap:1 offer:3d") ==
        Lines{"play 0 Kc", "swap 0 1", "offer 0 3d", "deliver 1 0 2c", "deliver 0 1 3d"});
  CHECK(told(laid_out, "play:Kc pass") == Lines{"play 0 Kc", "pass 0"});
  // Two kings swap two: the second is drawn from 2d 5c 9c Jo.
  CHECK(told(laid_out, "play:Kd,Kc swap:1 offer:3d offer:7d") ==
        Lines{"play 0 Kd Kc", "swap 0 1", "offer 0 3d", "offer 0 7d", "deliver 1 0 2c", "deliver 1 0 Jo",
              "deliver 0 1 3d", "deliver 0 1 7d", "roll 0 1 10 7"});
}

TEST_CASE("chez: a card set aside for another seat cannot be used to nope") {
  auto game =
      chez_game({.hands = {"Kc As 3d 7d 5d", "9c Ac 2c 2d Jo"}, .first = "2h", .dice = {7}, .draws = {0}});
  CHECK(game.play("play:Kc swap:1 offer:As nope:Ac").question().starts_with("1: play"));
}

TEST_CASE("chez: a joker makes an opponent pick up, three make d20, and the set's roll follows") {
  const testing::LaidOutChez laid_out{.hands = {"Jo Jo Jo 7d 5d", "9c 5c 2c 2d 3c"},
                                      .first = "Kh",
                                      .stock = "7c 8c 9d Tc 7s",
                                      .dice = {2, 6}};
  CHECK(told(laid_out, "play:Jo burden:1") ==
        Lines{"play 0 Jo", "burden 0 1", "roll 0 1 10 2", "draw 1 7c", "draw 1 8c"});
  CHECK(told(laid_out, "play:Jo,Jo,Jo burden:1") ==
        Lines{"play 0 Jo Jo Jo", "burden 0 1", "roll 0 1 20 2", "draw 1 7c", "draw 1 8c", "roll 0 1 12 6"});
}

TEST_CASE("chez: a seat whose cards do not fit can only pass its extra actions") {
  auto game = chez_game(
      {.hands = {"Jd 3c 3d 3h 3s", "9c 5c 2c 2s Kd", "9d 5d 4c 4s Ks"}, .first = "2h", .dice = {4, 8}});
  CHECK(game.play("play:Jd").question() == "0: pass");  // no card of the hand goes on a red jack
}

TEST_CASE("chez: the last card gives a place, and the last player takes the remaining one") {
  auto game =
      chez_game({.hands = {"4c 4d 4h 4s 4c", "9c 5c 2c 2s Kd"}, .first = "2h", .dice = {6, 6}, .packs = 2});
  game.play("play:4c,4c,4d,4s,4h");
  CHECK(game.news().back() == "score 1 0 0");
  CHECK(game.is_over());
  CHECK(game.lines_with("finish") == Lines{"finish 0", "finish 1"});
  CHECK(game.lines_with("place") == Lines{"place 0 1", "place 1 2"});
  CHECK(game.scores() == std::vector<int>{1, 0});
}

TEST_CASE("chez: the last card does not end the game for a player whom its effect makes pick up") {
  auto game =
      chez_game({.hands = {"4c 4d 4h 4s 4c", "9c 5c 2c 2s Kd"}, .first = "2h", .dice = {1, 1}, .packs = 2});
  game.play("play:4c,4c,4d,4s,4h");  // 2d10: two, four cards
  CHECK_FALSE(game.is_over());
  CHECK(game.lines_with("draw").size() == 4);
}

TEST_CASE("chez: hands must fit the packs") {
  CHECK(make_rules("chez", 6, {{"packs", "1"}, {"hand_size", "10"}}).error().text() ==
        "chez for 6 players with hand_size=10 needs packs=2");
  CHECK(make_rules("chez", 5, {}).value().options()[1].second == OptionValue{std::int64_t{2}});
  CHECK(make_rules("chez", 4, {}).value().options()[1].second == OptionValue{std::int64_t{1}});
}
