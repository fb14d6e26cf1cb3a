// Revolution for chips, the gambling version, statement by statement. Seat 0 deals the first hand. After that
// the pot, a round of betting and the cube, each by itself.
#include <catch2/catch.hpp>

#include "games/layout/betting_round.hpp"
#include "games/layout/doubling_cube.hpp"
#include "games/layout/family.hpp"
#include "laid_out_hands.hpp"
#include "support/scripted_game.hpp"

using namespace tribunal;
using testing::four_aces;
using testing::ScriptedGame;
using testing::three_hands;
using Lines = std::vector<std::string>;

namespace {

ScriptedGame gambling(int players, const std::vector<std::string>& tops, OptionTexts options = {}) {
  return testing::session_of("gambling", players, tops, std::move(options));
}

}  // namespace

TEST_CASE("gambling: at the start of the session each player puts the ante into the pot") {
  CHECK(gambling(3, {three_hands}).lines_with("ante") == Lines{"ante 1 5", "ante 2 5", "ante 0 5"});
  CHECK(gambling(2, {""}, {{"ante", "7"}}).lines_with("ante") == Lines{"ante 1 7", "ante 0 7"});
}

TEST_CASE("gambling: before the draw of a turn the player pays a chip or folds") {
  auto game = gambling(3, {three_hands + " 2s"});
  CHECK(game.question() == "1: pay:1 fold");
  CHECK(game.lines_with("draw").empty());
  CHECK(game.game().default_action(1).text() == "fold");  // a seat at fault spends no chips
  CHECK(game.news_of("pay:1") == Lines{"pay 1 1", "draw 1 2s"});
  CHECK(game.play("play:Qc").question() == "2: pay:1 fold");
}

TEST_CASE("gambling: a player who folds pays nothing for the turn and takes no further part in the hand") {
  auto game = gambling(3, {three_hands + " 2s 3s 4s 5s" + four_aces});
  CHECK(game.play("pay:1 play:Qc pay:1 play:3s pay:1 play:4s fold").question() == "2: pay:1 fold");
  CHECK(game.play("pay:1 discard:5s").question() == "0: pay:1 fold");
  (void)game.news();
  CHECK(game.play("pay:1").is_over());
  // The queen of clubs is not compared any more. A suit is worth 1 and 3 for the players at the hand's start,
  // and the only one is the shortest.
  CHECK(game.lines_with("conquer") == Lines{"conquer 0 spades 8"});
  CHECK(game.lines_with("score") == Lines{"score 0 8 8", "score 2 -1 -1"});
}

TEST_CASE(
    "gambling: the lowest score pays the highest as much as the pot holds; it stays, and is shared at last") {
  auto game = gambling(3, {three_hands + " 2s 3s 4s 5s" + four_aces});
  game.play("pay:1 play:2s pay:1 discard:3s pay:1 play:4s");
  (void)game.news();
  CHECK(game.play("pay:1 discard:5s pay:1").is_over());
  const auto news = game.news();
  const Lines settled(news.end() - 11, news.end());
  CHECK(settled == Lines{"score 0 8 8", "score 1 -1 -1", "score 2 0 0",  //
                         "pay 1 20", "win 0 20",                         // 15 and five times 1
                         "win 1 7", "win 2 7", "win 0 6",                // the last hand is over
                         "chips 0 20 20", "chips 1 -20 -20", "chips 2 0 0"});
  CHECK(game.scores() == std::vector{20, -20, 0});
}

TEST_CASE(
    "gambling: ties share the cost or the gain; odd chips come from, and go to, the first from the dealer's "
    "left") {
  const auto [meaning, plays, first_flows] = GENERATE(table<std::string, std::string, Lines>(
      {{"two are lowest, with -1 each",
        "pay:1 play:2s pay:1 play:3s pay:1 play:4s pay:1",
        {"pay 1 10", "pay 2 9", "win 0 19"}},
       {"two are highest: alike, their melds have no bonus",
        "pay:1 play:Qc pay:1 play:Qd pay:1 discard:4s pay:1",
        {"pay 0 19", "win 1 10", "win 2 9"}},
       {"all are: nothing moves", "pay:1 discard:2s pay:1 discard:3s pay:1 discard:4s pay:1", {}}}));
  CAPTURE(meaning);
  auto game = gambling(3, {three_hands + " 2s 3s 4s" + four_aces});
  CHECK(game.play(plays).is_over());
  Lines flows;
  bool scored = false;
  for (const auto& line : game.lines()) {
    scored |= line.starts_with("score 2");
    if (scored && (line.starts_with("pay") || line.starts_with("win"))) flows.push_back(line);
  }
  auto expected = first_flows;
  for (const auto* share : {"win 1 7", "win 2 6", "win 0 6"}) expected.emplace_back(share);
  CHECK(flows == expected);
}

TEST_CASE("gambling: a pot that nobody took stays without a new ante, and the folded are dealt in again") {
  auto game = gambling(3, {three_hands + " 2s 3s 4s" + four_aces, three_hands});
  (void)game.news_of("fold pay:1 discard:2s pay:1 discard:3s pay:1 discard:4s");
  game.play("pay:1");
  CHECK(game.news() == Lines{"pay 0 1", "draw 0 Ac", "ace 0 Ac", "draw 0 Ad", "ace 0 Ad", "draw 0 Ah",
                             "ace 0 Ah", "draw 0 As", "ace 0 As", "score 0 0 0", "score 2 0 0",
                             "chips 0 -7 -7", "chips 1 -5 -5", "chips 2 -7 -7", "hand 1 2",
                             "deal 2 Kc Qc Jc 9c 8c", "deal 0 Kd Qd Jd 9d 8d", "deal 1 Kh Qh Jh 9h 8h"});
  CHECK(game.question() == "2: pay:1 fold");
  CHECK(game.play("fold fold").scores() == std::vector{-7, 14, -7});
}

TEST_CASE("gambling: with rejoin=ask the folded are dealt in if they wish, as long as the pot stays") {
  const std::string hands_of_two = "Kc Kd Qc Qd Jc Jd 9c 9d 8c 8d";
  auto game = gambling(3, {three_hands + " 2s 3s" + four_aces, hands_of_two + " 2s" + four_aces, three_hands},
                       {{"rejoin", "ask"}});
  (void)game.news_of("fold pay:1 discard:2s pay:1 discard:3s");
  CHECK(game.news_of("pay:1").back() == "hand 1 2");
  CHECK(game.question() == "1: check fold");
  CHECK(game.game().default_action(1).text() == "check");  // it may still fold before it pays
  CHECK(game.news_of("fold") ==
        Lines{"fold 1", "deal 2 Kc Qc Jc 9c 8c", "deal 0 Kd Qd Jd 9d 8d"});  // and nothing to seat 1
  CHECK(game.game().position().seats[1].out);
  CHECK(game.question() == "2: pay:1 fold");
  game.play("pay:1 discard:2s pay:1");
  CHECK(game.lines().back() == "hand 2 3");
  CHECK(game.question() == "1: check fold");  // and again
  CHECK(game.play("check").question() == "0: pay:1 fold");
}

TEST_CASE("gambling: with rejoin=ask, after a new ante all are dealt in without a question") {
  auto game = gambling(3, {three_hands, three_hands}, {{"rejoin", "ask"}});
  game.play("fold fold");
  CHECK(game.lines_with("ante").size() == 6);
  CHECK(game.question() == "2: pay:1 fold");
}

TEST_CASE("gambling: if all except one fold, that player takes the pot, and the next hand has a new ante") {
  auto game = gambling(3, {three_hands + " 2s", three_hands});
  game.play("pay:1 play:2s fold");
  const auto news = game.news_of("fold");
  CHECK(Lines(news.begin(), news.begin() + 9) == Lines{"fold 0", "win 1 16", "chips 0 -5 -5", "chips 1 10 10",
                                                       "chips 2 -5 -5", "hand 1 2", "ante 2 5", "ante 0 5",
                                                       "ante 1 5"});
  CHECK(game.lines_with("score").empty());
}

TEST_CASE("gambling: after four aces in the deal all players tie") {
  auto game = gambling(3, {"Ac Kd Kh Ad Qd Qh Ah Jd Jh As 9d 9h 8c 8d 8h", three_hands});
  CHECK(game.lines_with("score") == Lines{"score 0 0 0", "score 1 0 0", "score 2 0 0"});
  CHECK(game.lines_with("ante").size() == 3);  // antes of the first hand only
  CHECK(game.lines_with("win").empty());
  CHECK(game.question() == "2: pay:1 fold");
}

TEST_CASE("gambling: a fold makes a tyrant, who may be called only at any point") {
  const std::string tyrant = GENERATE("on", "any");
  auto game =
      gambling(3, {"5c Kc Jd 5d Kd Jh 5h Kh Js 5s Ks 9d 2c Qs 9h 2d 3s 4s 3d 4h 6h 4d 7h 8h 6d 7d 8d 9c", ""},
               {{"tyrant", tyrant}});
  game.play("pay:1 play:5c pay:1 play:Kc pay:1 discard:4s pay:1 play:5d pay:1 discard:4h pay:1 discard:6h");
  game.play("pay:1 play:5h pay:1 discard:7h pay:1 discard:8h pay:1 play:5s");
  CHECK(game.question() == "2: pay:1 fold");  // its king of clubs beats the five
  game.play("fold");
  if (tyrant == "on") {
    CHECK(game.question() == "0: pay:1 fold");
    return;
  }
  CHECK(game.question() == "01: call pass");  // the seat that folded is not asked
  game.play("call,pass");
  CHECK(game.lines_with("score") == Lines{"score 0 0 0", "score 1 -16 -16"});
  CHECK(game.lines_with("win") == Lines{"win 0 25"});  // the ante and ten turns
}

TEST_CASE("gambling: the Mob competes for suits, has no chips, and its points are not compared") {
  auto game = gambling(2, {"Kc Kd Qc Qd Jc Jd 9c 9d 8c 8d 2s 3s 4h" + four_aces}, {{"mob", "on"}});
  CHECK(game.lines_with("ante") == Lines{"ante 1 5", "ante 0 5"});
  game.play("pay:1 play:2s pay:1 discard:4h pay:1");
  CHECK(game.is_over());
  CHECK(game.lines_with("conquer") == Lines{"conquer 2 spades 8"});
  CHECK(game.lines_with("score") == Lines{"score 0 0 0", "score 1 -1 -1", "score 2 8 8"});
  CHECK(game.lines_with("chips") == Lines{"chips 0 13 13", "chips 1 -13 -13"});
  CHECK(game.scores() == std::vector{13, -13, 0});
}

TEST_CASE("gambling: if two play against the Mob and one folds, the other takes the pot at once") {
  auto game = gambling(2, {"Kc Kd Qc Qd Jc Jd 9c 9d 8c 8d"}, {{"mob", "on"}});
  game.play("fold");
  CHECK(game.is_over());
  CHECK(game.scores() == std::vector{5, -5, 0});
}

TEST_CASE("gambling: folded players cannot call the tyrant; a call changes the payer") {
  auto game =
      gambling(3, {"5c Kd Kh 5d Qd Qh 5h Jd Jh 5s 9d 9h 9c 8d 8h 2s 3s 4s 6s 7s 8s 9s"}, {{"tyrant", "on"}});
  game.play("pay:1 play:5c fold pay:1 discard:3s pay:1 play:5d pay:1 discard:6s pay:1 play:5h");
  CHECK(game.play("pay:1 discard:8s pay:1 play:5s").question() == "01: call pass");
  game.play("call,pass");
  CHECK(game.lines_with("score") == Lines{"score 0 0 0", "score 1 -16 -16"});
  CHECK(game.lines_with("pay").back() == "pay 1 22");
}

TEST_CASE("the pot: equal parts, and the odd chips one each to the first") {
  const auto [chips, shares] = GENERATE(table<int, std::vector<int>>(
      {{12, {4, 4, 4}}, {13, {5, 4, 4}}, {14, {5, 5, 4}}, {1, {1, 0}}, {0, {0, 0}}, {7, {7}}}));
  for (std::size_t place = 0; place < shares.size(); ++place) {
    CHECK(share_of(chips, static_cast<int>(shares.size()), static_cast<int>(place)) == shares[place]);
  }
}

TEST_CASE("the pot: its chips are the losses of the seats") {
  Pot pot;
  CHECK(pot.empty());
  pot.put_in(0, 5);
  pot.put_in(2, 7);
  pot.take_out(0, 9);
  CHECK(pot.chips() == 3);
  CHECK(pot.won(0) == 4);
  CHECK(pot.won(1) == 0);
  CHECK(pot.won(2) == -7);
}

TEST_CASE("the cube: in the middle any player may double, then the one who accepted last, up to 64") {
  DoublingCube cube;
  CHECK(cube.value() == 1);
  CHECK(cube.may_double(0));
  CHECK(cube.may_double(1));
  cube.accept(1);
  CHECK(cube.value() == 2);
  CHECK_FALSE(cube.may_double(0));
  CHECK(cube.may_double(1));
  for (int i = 0; i < 5; ++i) cube.accept(0);
  CHECK(cube.value() == 64);
  CHECK_FALSE(cube.may_double(0));
}

namespace {

/// A round of betting by its script: `1 bet, 2 call, 0 fold`.
class Script {
 public:
  Script(SeatSet in, Seat first, int players) : round{in, first, players} {}

  Script& act(Seat seat, Verb verb) {
    REQUIRE(round.turn() == seat);
    ActionList actions;
    round.legal_actions(actions);
    REQUIRE(std::ranges::count(actions, Action{verb}) == 1);
    paid[index_of(seat)] += round.act(verb);
    return *this;
  }
  [[nodiscard]] std::string legal() const {
    ActionList actions;
    round.legal_actions(actions);
    std::string text;
    for (const auto& action : actions) text += (text.empty() ? "" : " ") + action.text();
    return text;
  }

  BettingRound round;
  std::array<int, 3> paid{};
};

}  // namespace

TEST_CASE("betting: after checks by all seats it is over without payments") {
  Script script{SeatSet::first(3), 1, 3};
  CHECK(script.legal() == "check bet");
  script.act(1, verbs::check).act(2, verbs::check).act(0, verbs::check);
  CHECK(script.round.is_over());
  CHECK(script.paid == std::array{0, 0, 0});
}

TEST_CASE("betting: after a bet the seats that checked are asked again") {
  Script script{SeatSet::first(3), 1, 3};
  script.act(1, verbs::check).act(2, verbs::bet);
  CHECK(script.legal() == "call raise fold");
  CHECK(script.round.default_action().text() == "fold");
  script.act(0, verbs::fold).act(1, verbs::call);
  CHECK(script.round.is_over());
  CHECK(script.paid == std::array{0, 1, 1});
}

TEST_CASE("betting: at most one bet and three raises, of one chip each") {
  Script script{SeatSet::first(2), 1, 2};
  script.act(1, verbs::bet).act(0, verbs::raise).act(1, verbs::raise).act(0, verbs::raise);
  CHECK(script.legal() == "call fold");
  script.act(1, verbs::call);
  CHECK(script.round.is_over());
  CHECK(script.paid == std::array{4, 4, 0});
}

TEST_CASE("betting: a folded seat is not asked, however often the others raise") {
  Script script{SeatSet::first(3).without(SeatSet::only(2)), 1, 3};
  script.act(1, verbs::bet).act(0, verbs::raise).act(1, verbs::raise).act(0, verbs::call);
  CHECK(script.round.is_over());
  CHECK(script.paid == std::array{3, 3, 0});
}

TEST_CASE("betting: a seat with a fault spends nothing") {
  Script script{SeatSet::first(2), 0, 2};
  CHECK(script.round.default_action().text() == "check");
  script.act(0, verbs::bet);
  CHECK(script.round.default_action().text() == "fold");
}
