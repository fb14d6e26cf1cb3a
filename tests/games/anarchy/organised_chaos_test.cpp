// Organised Chaos, statement by statement, in prepared hands. Seat 0 deals the first hand.
#include <set>

#include <catch2/catch.hpp>

#include "games/anarchy/anarchy_deals.hpp"
#include "games/anarchy/game.hpp"

using namespace tribunal;
using testing::laid_out_game;
using testing::ScriptedGame;
using Lines = std::vector<std::string>;

namespace {

/// Three players and the dummy.
ScriptedGame game_of_three(const std::string& dummy_passes) {
  return laid_out_game("organised-chaos", 3, 13,
                       {.hands = {"2c 3c 4c", "2d 3d 4d", "2h 3h 4h"}, .after = "Ks Qs Js Ts"},
                       {{"dummy_passes", dummy_passes}});
}

bool may_play(const ScriptedGame& game, Seat seat, const std::string& card) {
  return std::ranges::count(game.legal(seat), "play:" + card) == 1;
}

}  // namespace

TEST_CASE("Organised Chaos: ten deals, in which each player makes each of the ten bids exactly once") {
  for (int players = 3; players <= 5; ++players) {
    ScriptedGame game{make_rules("organised-chaos", players, {}).value(), testing::numbered_deal(1)};
    game.play_defaults();
    CHECK(game.lines_with("hand").size() == 10);
    for (int seat = 0; seat < players; ++seat) {
      std::set<std::string> bids;
      for (const auto& line : game.lines_with("bid " + std::to_string(seat))) bids.insert(line);
      CHECK(bids.size() == 10);
    }
  }
}

TEST_CASE("Organised Chaos: a bid that was made is not available again") {
  ScriptedGame game{make_rules("organised-chaos", 4, {}).value(), testing::numbered_deal(2)};
  const auto give_defaults = [&game] {
    game.play_each([&](Seat seat) { return game.game().default_action(seat).text(); });
  };
  give_defaults();
  CHECK(game.legal(0).size() == 10);
  game.play("bid:red|bid:best|bid:unders|bid:unders");
  while (game.lines_with("hand").size() == 1) give_defaults();
  give_defaults();
  CHECK(game.legal(0).size() == 9);
  CHECK(std::ranges::count(game.legal(0), "bid:red") == 0);
  CHECK(std::ranges::count(game.legal(1), "bid:red") == 1);
  CHECK(std::ranges::count(game.legal(3), "bid:unders") == 0);
}

TEST_CASE("Organised Chaos: no joker, no odd card, no bomb; bonuses apply") {
  for (int players = 3; players <= 5; ++players) {
    ScriptedGame game{make_rules("organised-chaos", players, {}).value(), testing::numbered_deal(3)};
    testing::play_first(game);
    for (const auto& line : game.lines()) CHECK(line.find("Jo") == std::string::npos);
    CHECK(game.lines_with("turn").empty());
    CHECK(game.lines_with("bomb").empty());
    CHECK_FALSE(game.lines_with("bonus").empty());
  }
}

TEST_CASE(
    "Organised Chaos: before the bids each passes three cards to the left and receives three from the "
    "right") {
  auto game = game_of_three("off");
  CHECK(game.game().wanted().size() == 3);  // all at the same time
  CHECK(game.legal(0).size() == 286);       // any three of 13
  CHECK(game.legal(0).front() == "give:1,2c,3c,4c");
  (void)game.news();
  game.play("give:1,2c,3c,4c|give:2,2d,3d,4d|give:0,2h,3h,4h");
  CHECK(game.lines_with("give") == Lines{"give 0 1 2c 3c 4c", "give 1 2 2d 3d 4d", "give 2 0 2h 3h 4h"});
  // Only the giver and the receiver see them.
  CHECK(game.news(0) == Lines{"give 0 1 2c 3c 4c", "give 1 2 ?? ?? ??", "give 2 0 2h 3h 4h"});
  game.play("bid:red|bid:red|bid:red");
  CHECK(may_play(game, 0, "4h"));
  CHECK(may_play(game, 1, "2c"));
  CHECK(may_play(game, 2, "3d"));
  CHECK_FALSE(may_play(game, 0, "2c"));
  CHECK(game.legal(0).size() == 13);
}

TEST_CASE("Organised Chaos: with an option the dummy passes cards as well") {
  auto game = game_of_three("on");
  (void)game.news();
  game.play("give:1,2c,3c,4c|give:2,2d,3d,4d|give:3,2h,3h,4h");
  CHECK(game.news(0) ==
        Lines{"give 0 1 2c 3c 4c", "give 1 2 ?? ?? ??", "give 2 3 ?? ?? ??", "give 3 0 Ks Qs Js"});
  game.play("bid:red|bid:red|bid:red");
  CHECK(may_play(game, 0, "Qs"));
  game.play_defaults();
  Lines dummys;
  for (const auto& line : game.lines_with("play 3")) dummys.push_back(line);
  CHECK(dummys.at(0) == "play 3 Ts");   // ruling: its three top cards are gone,
  CHECK(dummys.at(10) == "play 3 2h");  // and those it received lie at the bottom
  CHECK(dummys.at(12) == "play 3 4h");
}

TEST_CASE("Organised Chaos: only three players have a dummy to pass") {
  CHECK(make_rules("organised-chaos", 4, {{"dummy_passes", "on"}}).error().text() ==
        "dummy_passes=on needs the dummy, which only three players have");
}

TEST_CASE("Organised Chaos, ruling: five players have 12 cards each of 64, and four stay hidden") {
  CHECK(anarchy_pack({.kind = AnarchyKind::organised, .players = 5}).size() == 64);
  CHECK(anarchy_pack({.kind = AnarchyKind::organised, .players = 4}).size() == 52);
  auto game = laid_out_game("organised-chaos", 5, 12, {.hands = {"6c 6c 7c 7c"}, .last = "2s 3s 4s 5s"});
  for (const auto& line : game.lines_with("deal")) CHECK(testing::words_of(line).size() == 14);
  // Equal faces from two packs are one choice: 12 cards with two equal pairs make fewer than 220 choices.
  CHECK(game.legal(1).size() == 220);
  CHECK(game.legal(0).size() < 220);
  CHECK(std::ranges::count(game.legal(0), "give:1,6c,6c,7c") == 1);
}

TEST_CASE("Organised Chaos, option: five count overs and unders from 13, or from their 12 cards (ruling)") {
  const auto [from_13, cards, overs, unders] = GENERATE(table<bool, int, int, int>({
      {false, 11, 0, 5},
      {false, 12, 0, 0},
      {false, 13, 5, 0},
      {false, 0, 0, 60},
      {true, 12, 0, 5},
      {true, 13, 0, 0},
      {true, 14, 5, 0},
      {true, 0, 0, 65},
  }));
  const AnarchyRules rules{.kind = AnarchyKind::organised, .players = 5, .counts_from_13 = from_13};
  const auto pack = anarchy_pack(rules);
  Takings takings;
  for (const auto card : std::span{pack}.first(static_cast<std::size_t>(cards))) takings.add(card);
  CAPTURE(from_13, cards);
  CHECK(score_takings(rules, Bid::overs, takings).bid == overs);
  CHECK(score_takings(rules, Bid::unders, takings).bid == unders);
  const auto made = make_rules("organised-chaos", 5, {{"count_from", from_13 ? "13" : "hand"}}).value();
  CHECK(made.score_bounds() == ScoreBounds{.least = 31, .most = from_13 ? 3727 : 3732});
  CHECK(made.options().size() == (from_13 ? 3 : 2));  // the usual one is not named
}

TEST_CASE("Organised Chaos: only five players, who have 12 cards, may count from 13 instead") {
  CHECK(make_rules("organised-chaos", 4, {{"count_from", "13"}}).error().text() ==
        "count_from=13 is for 5 players, who have 12 cards each; with 4 everybody has 13, so use "
        "count_from=hand");
  CHECK(make_rules("organised-chaos", 5, {{"count_from", "12"}}).error().text() ==
        "count_from=12 is not possible: count_from is hand|13");
}

TEST_CASE("Organised Chaos: bids and scores are open to all") {
  auto game = game_of_three("off");
  game.play("give:1,2c,3c,4c|give:2,2d,3d,4d|give:0,2h,3h,4h bid:red|bid:best|bid:overs").play_defaults();
  for (Seat seat = 0; seat < 3; ++seat) {
    const auto lines = game.lines(seat);
    CHECK(std::ranges::count(lines, "bid 1 best") == 1);
    CHECK(std::ranges::count_if(lines, [](const auto& line) { return line.starts_with("score "); }) == 30);
  }
}

TEST_CASE(
    "Organised Chaos: after a fault the referee passes the three lowest cards and makes a remaining bid") {
  auto game = game_of_three("off");
  CHECK(game.game().default_action(0).text() == "give:1,2c,3c,4c");
  game.play_defaults();
  Lines bids;
  for (const auto& line : game.lines_with("bid 0")) bids.push_back(line.substr(6));
  CHECK(bids ==
        Lines{"cards", "spades", "clubs", "hearts", "diamonds", "black", "red", "best", "overs", "unders"});
}
