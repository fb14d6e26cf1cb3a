// Revolution for chips, the hustler's game, and with a doubling cube, statement by statement. Seat 0 deals
// the first hand; seat 1 plays first, and is at the hustler's left; the Mob, seat 2, is at its right.
#include <catch2/catch.hpp>

#include "laid_out_hands.hpp"
#include "support/scripted_game.hpp"

using namespace tribunal;
using testing::four_aces;
using testing::ScriptedGame;
using testing::two_hands;
using Lines = std::vector<std::string>;

namespace {

ScriptedGame hustler(const std::vector<std::string>& tops, OptionTexts options = {}) {
  options.emplace("hands", std::to_string(tops.size()));
  return {"hustler", 2, options, tops};
}

ScriptedGame cube(const std::vector<std::string>& tops, OptionTexts options = {}) {
  return testing::session_of("cube", 2, tops, std::move(options));
}

}  // namespace

TEST_CASE("hustler: two players with twenty chips each play against the Mob") {
  const auto game = hustler({two_hands});
  CHECK(game.game().players() == 2);
  CHECK(game.game().seats() == 3);
  CHECK(game.lines_with("ante") == Lines{"ante 1 20", "ante 0 20"});
  const auto rules = make_rules("hustler", 2, {}).value();
  CHECK(to_text(rules.options().back().second) == "200");  // maximum number of hands
}

TEST_CASE("hustler: after each hand a score below zero is paid into the pot, one above is taken out") {
  auto game = hustler({two_hands + " 2s 3s 4h" + four_aces, two_hands});
  (void)game.news();
  game.play("play:2s");  // the Mob plays 3s
  game.play("play:Kd");
  CHECK(game.lines_with("score") == Lines{"score 0 4 4", "score 1 -1 -1", "score 2 8 8"});
  CHECK(game.lines_with("pay") == Lines{"pay 1 1"});
  CHECK(game.lines_with("win") == Lines{"win 0 4"});
  CHECK(game.lines_with("chips") == Lines{"chips 0 -16 -16", "chips 1 -21 -21"});
  CHECK(game.lines_with("ante").size() == 2);  // no new ante
  CHECK(game.question().starts_with("0: "));   // the second hand
}

TEST_CASE("hustler: the players alone take places; the Mob has no chips and no place") {
  auto game = hustler({two_hands + " 2s 3s 4h" + four_aces});
  CHECK(game.play("play:2s play:Kd").is_over());
  const auto outcome = game.game().outcome();
  CHECK(game.scores() == std::vector{2, -2, 0});
  CHECK(outcome.ranked() == 2);
  CHECK(std::vector<int>{outcome.places.begin(), outcome.places.begin() + 3} == std::vector{1, 2, 0});
  CHECK(make_rules("hustler", 2, {})->ranked_seats() == 2);
  CHECK(make_rules("mob", 2, {})->ranked_seats() == 3);  // there it has points like the players
}

TEST_CASE("hustler: winners take at most the pot, the one at the dealer's left first") {
  // Both conquer a suit, worth 4 each. The Mob's 3 is as short and lower.
  const auto [ante, wins] = GENERATE(table<int, Lines>(
      {{1, {"win 1 2"}}, {2, {"win 1 4"}}, {3, {"win 1 4", "win 0 2"}}, {4, {"win 1 4", "win 0 4"}}}));
  auto game = hustler({two_hands + " 2s 3s 4h" + four_aces, two_hands}, {{"ante", std::to_string(ante)}});
  game.play("play:Kc play:Kd");
  CHECK(game.lines_with("win") == wins);
  CHECK(game.is_over());  // the pot is empty, although a hand is left
}

TEST_CASE("hustler: a winner may take chips that the other pays in the same hand") {
  auto game = hustler({two_hands + " 2s 3s 4h" + four_aces, two_hands}, {{"ante", "1"}});
  game.play("play:2s play:Kd");
  CHECK(game.lines_with("pay") == Lines{"pay 1 1"});
  CHECK(game.lines_with("win") == Lines{"win 0 3"});
  CHECK(game.is_over());
  CHECK(game.scores() == std::vector{2, -2, 0});
}

namespace {

/// Seat 1 plays a five of each suit; the Mob gets nothing that beats them.
ScriptedGame united_land(const std::string& tyrant, const std::string& then = "") {
  return hustler({"5c Kd 5d Qd 5h Jd 5s 9d 9c 8d 6c 2c 6d 6h 2d 6s 7c 2h 7d 7h 2s 7s" + then, two_hands},
                 {{"tyrant", tyrant}});
}

}  // namespace

TEST_CASE("hustler: a player who conquers all four suits loses, and the opponent takes the pot") {
  auto game = united_land("off", four_aces);
  game.play("play:5c discard:6d play:5d discard:6s play:5h discard:7d play:5s");
  game.play("discard:7s");
  CHECK(game.is_over());
  CHECK(game.lines_with("conquer").size() == 4);
  for (const auto& line : game.lines_with("conquer")) CHECK(line.starts_with("conquer 1 "));
  CHECK(game.lines_with("pay").empty());
  CHECK(game.lines_with("win") == Lines{"win 0 40"});
  CHECK(game.scores() == std::vector{20, -20, 0});
}

TEST_CASE("hustler: with the tyrant, a player who is called has conquered all four suits, and loses") {
  auto game = united_land("on");
  game.play("play:5c discard:6d play:5d discard:6s play:5h discard:7d play:5s");
  CHECK(game.question() == "01: call pass");
  game.play("call,pass");
  CHECK(game.is_over());
  CHECK(game.scores() == std::vector{20, -20, 0});
}

TEST_CASE("hustler: the Mob is not a player: if it conquers all suits, everyone pays") {
  const std::string options = GENERATE("off", "on");
  auto game = hustler({"Kc Kd Qc Qd Jc Jd 9c 9d 8c 8d 7c 2c 6c 7d 2d 6d 7h 2h 6h 7s 2s" +
                           std::string{options == "on" ? "" : " 6s" + four_aces},
                       two_hands},
                      {{"tyrant", options}});
  game.play("discard:7c discard:6c discard:7d discard:6d discard:7h discard:6h discard:7s");
  if (options == "on") {
    // If it is called, the patriots would gain what they have lost: here nothing.
    game.play("call,pass");
  } else {
    game.play("discard:6s");
  }
  CHECK(game.lines_with("conquer").size() == 4);
  for (const auto& line : game.lines_with("conquer")) CHECK(line.starts_with("conquer 2 "));
  CHECK(game.lines_with("win").empty());
  CHECK(game.question().starts_with("0: "));  // the game continues
}

TEST_CASE("hustler: on every turn a player may fold and concede the pot") {
  auto game = hustler({two_hands + " 2s", two_hands});
  CHECK(game.legal(1).back() == "fold");
  CHECK(game.game().default_action(1).text() == "discard:2s");  // a seat at fault concedes nothing
  game.play("fold");
  CHECK(game.is_over());
  CHECK(game.lines_with("score").empty());
  CHECK(game.scores() == std::vector{20, -20, 0});
}

TEST_CASE("hustler: after the last hand the pot is shared, the odd chip to the dealer's left") {
  auto game = hustler({two_hands + " 2s 3s 4h" + four_aces});
  game.play("play:2s discard:4h");
  CHECK(game.is_over());
  CHECK(game.lines_with("pay") == Lines{"pay 1 1"});
  CHECK(game.lines_with("win") == Lines{"win 1 21", "win 0 20"});
  CHECK(game.scores() == std::vector{0, 0, 0});
}

TEST_CASE("hustler: four aces in the deal cost nothing") {
  auto game = hustler({"Ac Kd Ad Qd Ah Jd As 9d 8c 8d", two_hands});
  CHECK(game.lines_with("score") == Lines{"score 0 0 0", "score 1 0 0", "score 2 0 0"});
  CHECK(game.lines_with("chips") == Lines{"chips 0 -20 -20", "chips 1 -20 -20"});
  CHECK_FALSE(game.is_over());
}

TEST_CASE("cube: before drawing, a player with access to the cube may double") {
  auto game = cube({two_hands + " 2s"});
  CHECK(game.question() == "1: double:2 pass");
  CHECK(game.lines_with("draw").empty());
  CHECK(game.game().default_action(1).text() == "pass");
  CHECK(game.play("pass").lines().back() == "draw 1 2s");
  CHECK(game.play("discard:2s").question() == "0: double:2 pass");  // it is in the middle
}

TEST_CASE("cube: the opponent accepts, and then owns it: only the owner may double again") {
  auto game = cube({two_hands + " 2s 3s 4s"});
  (void)game.news();
  game.play("double:2");
  CHECK(game.question() == "0: accept drop");
  CHECK(game.game().default_action(0).text() == "drop");
  game.play("accept");
  CHECK(game.news() == Lines{"double 1 2", "accept 0", "draw 1 2s"});  // the turn continues
  CHECK(game.play("discard:2s").question() == "0: double:4 pass");
  CHECK(game.play("pass discard:3s").question().starts_with("1: play:"));  // no question before this draw
}

TEST_CASE("cube: the opponent may drop, and loses drop_points times the cube before the double") {
  const auto [plays, options, scores] = GENERATE(table<std::string, OptionTexts, std::vector<int>>(
      {{"double:2 drop", {}, {-5, 5}},
       {"pass discard:2s double:2 drop", {}, {5, -5}},
       {"double:2 accept discard:2s double:4 drop", {}, {10, -10}},
       {"double:2 drop", {{"drop_points", "8"}}, {-8, 8}}}));
  auto game = cube({two_hands + " 2s 3s"}, options);
  game.play(plays);
  CHECK(game.is_over());
  CHECK(game.scores() == scores);
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

TEST_CASE("cube: at 64 it cannot be doubled") {
  auto game = cube({two_hands + " 2s 3s 4s 5s 6s 7s" + four_aces});
  game.play("double:2 accept discard:2s double:4 accept discard:3s double:8 accept discard:4s");
  game.play("double:16 accept discard:5s double:32 accept discard:6s double:64 accept discard:7s");
  CHECK(game.is_over());  // nobody was asked before the last draw, which brought the aces
  CHECK(game.lines_with("ace").size() == 4);
}

TEST_CASE("cube: without a double if four aces end the hand in the deal") {
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

TEST_CASE("cube: the Mob's points are multiplied too, but a dropped double does not change them") {
  auto game = cube({two_hands + " 2s 3s 4h" + four_aces, two_hands}, {{"mob", "on"}});
  game.play("double:2 accept play:2s pass discard:4h");
  CHECK(game.lines_with("score") == Lines{"score 0 0 0", "score 1 -2 -2", "score 2 16 16"});
  CHECK(game.play("double:2 drop").scores() == std::vector{5, -7, 16});
}
