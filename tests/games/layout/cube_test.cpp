// Revolution with a doubling cube, statement by statement. Seat 0 deals the first hand; seat 1 plays first.
#include <catch2/catch.hpp>

#include "laid_out_hands.hpp"
#include "support/scripted_game.hpp"

using namespace tribunal;
using testing::four_aces;
using testing::ScriptedGame;
using testing::two_hands;
using Lines = std::vector<std::string>;

namespace {

ScriptedGame cube(const std::vector<std::string>& tops, OptionTexts options = {}) {
  options["session"] = "cube";
  options["hands"] = std::to_string(tops.size());
  return {"revolution", 2, options, tops};
}

}  // namespace

TEST_CASE("cube: before drawing, a player with access to the cube may double") {
  auto game = cube({two_hands + " 2s"});
  CHECK(game.question() == "1: double:2 pass");
  CHECK(game.lines_with("draw").empty());
  CHECK(game.game().default_action(1).text() == "pass");
  CHECK(game.play("pass").lines().back() == "draw 1 2s");
  CHECK(game.play("discard:2s").question() == "0: double:2 pass");  // it lies in the middle
}

TEST_CASE("cube: the opponent accepts, and then owns it: only the owner may double again") {
  auto game = cube({two_hands + " 2s 3s 4s"});
  (void)game.news();
  game.play("double:2");
  CHECK(game.question() == "0: accept drop");
  CHECK(game.game().default_action(0).text() == "drop");
  game.play("accept");
  CHECK(game.news() == Lines{"double 1 2", "accept 0", "draw 1 2s"});  // the turn goes on
  CHECK(game.play("discard:2s").question() == "0: double:4 pass");
  CHECK(game.play("pass discard:3s").question().starts_with("1: play:"));  // no question before this draw
}

TEST_CASE("cube: or drops, and loses drop_points times the cube before the doubling") {
  struct Example {
    std::string plays;
    OptionTexts options;
    std::vector<int> scores;
  };
  const auto example =
      GENERATE(Example{"double:2 drop", {}, {-5, 5}}, Example{"pass discard:2s double:2 drop", {}, {5, -5}},
               Example{"double:2 accept discard:2s double:4 drop", {}, {10, -10}},
               Example{"double:2 drop", {{"drop_points", "8"}}, {-8, 8}});
  auto game = cube({two_hands + " 2s 3s"}, example.options);
  game.play(example.plays);
  CHECK(game.is_over());
  CHECK(game.scores() == example.scores);
  CHECK(game.lines_with("score").size() == 2);
  CHECK(game.lines_with("conquer").empty());
}

TEST_CASE("cube: at the end both scores are multiplied") {
  auto game = cube({two_hands + " 2s 3s" + four_aces});
  CHECK(game.play("double:2 accept play:2s double:4 accept play:3s").is_over() == false);
  game.play("double:8 accept");
  CHECK(game.is_over());
  CHECK(game.lines_with("conquer") == Lines{"conquer 0 spades 6"});
  CHECK(game.lines_with("score") == Lines{"score 0 48 48", "score 1 -8 -8"});
}

TEST_CASE("cube: it starts at 1 in every hand") {
  auto game = cube({two_hands + " 2s 3s" + four_aces, two_hands});
  game.play("double:2 accept play:2s double:4 accept play:3s pass");
  CHECK(game.lines_with("score") == Lines{"score 0 24 24", "score 1 -4 -4"});
  CHECK(game.question() == "0: double:2 pass");
  game.play("double:2 drop");
  CHECK(game.lines_with("score").back() == "score 1 -5 -9");
  CHECK(game.scores() == std::vector{29, -9});
}

TEST_CASE("cube: it goes to 64, and no further") {
  auto game = cube({two_hands + " 2s 3s 4s 5s 6s 7s" + four_aces});
  game.play("double:2 accept discard:2s double:4 accept discard:3s double:8 accept discard:4s");
  game.play("double:16 accept discard:5s double:32 accept discard:6s double:64 accept discard:7s");
  CHECK(game.is_over());  // nobody was asked before the last draw, which brought the aces
  CHECK(game.lines_with("ace").size() == 4);
}

TEST_CASE("cube: a hand that four aces end in the deal has no doubling") {
  auto game = cube({"Ac Kd Ad Qd Ah Jd As 9d 8c 8d"});
  CHECK(game.is_over());
  CHECK(game.scores() == std::vector{0, 0});
}

TEST_CASE("cube: the tyrant's reversed scores are multiplied as well") {
  auto game = cube({"5c Kd 5d Qd 5h Jd 5s 9d 9c 8d 2s 3s 4s 6s 7s 8s 9s"}, {{"tyrant", "on"}});
  game.play(
      "double:2 accept play:5c pass discard:3s play:5d pass discard:6s play:5h pass discard:8s play:5s");
  CHECK(game.question() == "01: call pass");
  CHECK(game.play("call,pass").scores() == std::vector{0, -24});
}

TEST_CASE("cube: the Mob's points are multiplied as the others', and a dropped double is not its business") {
  auto game = cube({two_hands + " 2s 3s 4h" + four_aces, two_hands}, {{"mob", "on"}});
  game.play("double:2 accept play:2s pass discard:4h");
  CHECK(game.lines_with("score") == Lines{"score 0 0 0", "score 1 -2 -2", "score 2 16 16"});
  CHECK(game.play("double:2 drop").scores() == std::vector{5, -7, 16});
}
