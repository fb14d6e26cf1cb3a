// Anarchy, statement by statement, in prepared hands. Seat 0 deals the first hand.
#include <catch2/catch.hpp>

#include "games/anarchy/anarchy_deals.hpp"

using namespace tribunal;
using testing::all_say;
using testing::laid_out_game;
using testing::LaidOut;
using testing::ScriptedGame;
using Lines = std::vector<std::string>;

namespace {

const Lines all_bids{"bid:spades", "bid:clubs", "bid:hearts", "bid:diamonds", "bid:no-suit", "bid:misere"};

/// Five players; the second trick takes the first turn-up, which is the queen of hearts.
ScriptedGame game_of_five(const std::string& second_turn_up = "4h") {
  return laid_out_game("anarchy", 5, 10,
                       {.hands = {"2s Ah Kc", "3s 2h Qc", "4s 3d Jc", "5s 4d Tc", "6s Kh 2c"},
                        .after = "Qh " + second_turn_up});
}

}  // namespace

TEST_CASE("Anarchy: five players have 10 cards each, with two undealt; four players have 13") {
  auto five = game_of_five();
  for (const auto& line : five.lines_with("deal")) CHECK(testing::words_of(line).size() == 12);
  CHECK(five.lines_with("deal").size() == 5);
  CHECK(five.lines(0).at(5).starts_with("deal 0 2s Ah Kc"));
  CHECK(five.lines(0).at(1) == "deal 1 ?? ?? ?? ?? ?? ?? ?? ?? ?? ??");

  auto four = laid_out_game("anarchy", 4, 13, {});
  for (const auto& line : four.lines_with("deal")) CHECK(testing::words_of(line).size() == 15);
  four.play_defaults();
  CHECK(four.lines_with("turn").empty());  // all cards are dealt
  CHECK(four.lines_with("play").size() == 52);
}

TEST_CASE("Anarchy: for four or five players") {
  CHECK_FALSE(make_rules("anarchy", 3, {}));
  CHECK_FALSE(make_rules("anarchy", 6, {}));
}

TEST_CASE("Anarchy: all bid at the same time, and the bids are shown when all are made") {
  auto game = game_of_five();
  for (Seat seat = 0; seat < 5; ++seat) CHECK(game.legal(seat) == all_bids);
  CHECK(game.game().wanted().size() == 5);
  (void)game.news();
  game.play("bid:spades|bid:spades|bid:misere|bid:no-suit|bid:clubs");
  CHECK(game.news(2) ==
        Lines{"bid 0 spades", "bid 1 spades", "bid 2 misere", "bid 3 no-suit", "bid 4 clubs", "turn 0 Qh"});
}

TEST_CASE("Anarchy, bidding in turn: from the dealer's left, each player knows the earlier bids") {
  auto game = laid_out_game("anarchy", 4, 13, {}, {{"bidding", "in-turn"}});
  (void)game.news();
  for (const auto& [seat, bid] : {std::pair{1, "misere"}, {2, "clubs"}, {3, "clubs"}, {0, "hearts"}}) {
    CHECK(game.game().wanted() == SeatSet::only(static_cast<Seat>(seat)));
    game.play(std::string{"bid:"} + bid);
    CHECK(game.news(0) == Lines{"bid " + std::to_string(seat) + " " + bid});
  }
  CHECK(game.game().wanted().size() == 4);
}

TEST_CASE("Anarchy, bidding with a card: it shows the suit, all see it, and it goes back to the hand") {
  auto game = laid_out_game("anarchy", 5, 10, {.hands = {"2s Ah", "3s", "4s", "5s", "6s"}, .after = "Qh 4h"},
                            {{"bidding", "bid-card"}});
  CHECK(game.game().wanted().size() == 5);
  const auto held = game.legal(0);
  CHECK(held.size() == 12);  // ten cards, and two bids without one
  CHECK(std::ranges::count(held, "bid-card:Ah") == 1);
  CHECK(std::ranges::count(held, "bid-card:Kh") == 0);
  CHECK(std::ranges::count(held, "bid:hearts") == 0);
  CHECK(Lines{held.end() - 2, held.end()} == Lines{"bid:no-suit", "bid:misere"});
  CHECK(game.game().default_action(0).text() == "bid:no-suit");
  (void)game.news();
  game.play("bid-card:Ah|bid-card:3s|bid:misere|bid:no-suit|bid-card:6s");
  CHECK(game.news(2) == Lines{"bid-card 0 Ah", "bid-card 1 3s", "bid 2 misere", "bid 3 no-suit",
                              "bid-card 4 6s", "turn 0 Qh"});
  CHECK(game.legal(0).size() == 10);
  CHECK(std::ranges::count(game.legal(0), "play:Ah") == 1);
}

TEST_CASE("Anarchy, bidding with a card: the suit of the card scores") {
  // Every card captures itself: seat 0 has all clubs.
  const auto [bid, score] = GENERATE(table<std::string, int>(
      {{"bid-card:2c", 26}, {"bid-card:Ac", 26}, {"bid:no-suit", 13}, {"bid:misere", 0}}));
  auto game = laid_out_game(
      "anarchy", 4, 13,
      {.hands = {"2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad",
                 "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", ""}},
      {{"bidding", "bid-card"}});
  game.play(bid + "|bid-card:2d|bid-card:2h|bid-card:2s").play_defaults();
  CAPTURE(bid);
  CHECK(game.scores() == std::vector{score, 26, 26, 26});
}

TEST_CASE("Anarchy: only the original game has bids with a card") {
  CHECK(make_rules("anarchist-bomb", 4, {{"bidding", "bid-card"}}).error().text() ==
        "bidding=bid-card is not possible: bidding is simultaneous|in-turn");
  CHECK(make_rules("anarchy", 4, {}).value().score_bounds() ==
        make_rules("anarchy-bid-card", 4, {}).value().score_bounds());
}

TEST_CASE("Anarchy: the first undealt card is turned up before the first trick") {
  auto game = game_of_five();
  CHECK(game.lines_with("turn").empty());
  game.play(all_say("bid:no-suit", 5));
  CHECK(game.lines_with("turn") == Lines{"turn 0 Qh"});
}

TEST_CASE("Anarchy: all play at the same time, and the cards are shown together") {
  auto game = game_of_five();
  game.play(all_say("bid:no-suit", 5));
  CHECK(game.game().wanted().size() == 5);
  CHECK(std::ranges::count(game.legal(0), "play:Ah") == 1);
  CHECK(game.legal(0).size() == 10);  // any card
  (void)game.news();
  game.play("play:2s|play:3s|play:3d|play:Tc|play:2c");
  CHECK(game.news(3) == Lines{"play 0 2s", "play 1 3s", "play 2 3d", "play 3 Tc", "play 4 2c",
                              "capture 1 2s 3s", "capture 2 3d", "capture 3 Tc 2c"});
}

TEST_CASE("Anarchy: the turn-up goes to the highest of its suit in the first trick in which that is played") {
  auto game = game_of_five();
  game.play(all_say("bid:no-suit", 5));
  game.play("play:2s|play:3s|play:4s|play:5s|play:6s");
  CHECK(game.lines_with("capture") == Lines{"capture 4 2s 3s 4s 5s 6s"});  // not in the first trick
  CHECK(game.lines_with("turn").size() == 1);
  CHECK(game.news_of("play:Ah|play:2h|play:3d|play:4d|play:Kh") ==
        Lines{"play 0 Ah", "play 1 2h", "play 2 3d", "play 3 4d", "play 4 Kh", "capture 0 Ah 2h Kh Qh",
              "capture 3 3d 4d", "turn 0 4h"});  // then the second is turned up
}

TEST_CASE(
    "Anarchy, ruling: the turn-up captures nothing, however high it is; a lone card of its suit takes it") {
  auto game = game_of_five();
  game.play(all_say("bid:no-suit", 5));
  (void)game.news();
  game.play(
      "play:Kc|play:2h|play:3d|play:4d|play:2c");  // the two of hearts captures it, and the queen is there
  CHECK(game.news() == Lines{"play 0 Kc", "play 1 2h", "play 2 3d", "play 3 4d", "play 4 2c",
                             "capture 0 Kc 2c", "capture 1 2h Qh", "capture 3 3d 4d", "turn 0 4h"});
}

TEST_CASE("Anarchy, ruling: a turn-up that is never taken does not count") {
  // Everyone plays clubs first and spades last, so when the spade is taken no club is left for the second
  // turn-up.
  auto game = laid_out_game(
      "anarchy", 5, 10,
      {.hands = {"3c 4c 5c 2s 3s", "6c 7c 8c 4s 5s", "9c Tc 6s 7s", "Jc Qc 8s 9s Ts", "Kc Ac Js Qs Ks"},
       .after = "As 2c"});
  game.play(all_say("bid:no-suit", 5));
  testing::play_first(game);
  CHECK(game.lines_with("turn") == Lines{"turn 0 As", "turn 0 2c"});
  int taken = 0;
  for (const auto score : game.scores()) taken += score;
  CHECK(taken == 51);
}

TEST_CASE("Anarchy: each scores by its bid, and the highest score wins; equal scores share a place") {
  // Each player holds one suit, so every card captures itself.
  const LaidOut suits{
      .hands = {"2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad",
                "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"}};
  auto game = laid_out_game("anarchy", 4, 13, suits);
  game.play("bid:clubs|bid:no-suit|bid:misere|bid:diamonds").play_defaults();
  CHECK(game.lines_with("score") == Lines{"score 0 26 26", "score 1 13 13", "score 2 0 0", "score 3 0 0"});
  const auto& places = game.game().outcome().places;
  CHECK(std::vector<int>(places.begin(), places.begin() + 4) == std::vector{1, 2, 3, 3});

  auto tied = laid_out_game("anarchy", 4, 13, suits);
  tied.play(all_say("bid:no-suit", 4)).play_defaults();
  CHECK(tied.scores() == std::vector{13, 13, 13, 13});
  CHECK(tied.game().outcome().places[3] == 1);
}

TEST_CASE("Anarchy: hands are added up, and the deal moves on clockwise") {
  ScriptedGame game{"anarchy", 4, {{"hands", "3"}}, {}};
  game.play_defaults();
  CHECK(game.lines_with("hand") == Lines{"hand 0 1", "hand 1 2", "hand 2 3"});
  int sum = 0;
  for (const auto& line : game.lines_with("score 2")) sum += std::stoi(testing::words_of(line)[2]);
  CHECK(game.scores()[2] == sum);
}

TEST_CASE("Anarchy: after a fault the referee bids no-suit and plays the lowest card") {
  auto game = game_of_five();
  CHECK(game.game().default_action(0).text() == "bid:no-suit");
  game.play(all_say("bid:no-suit", 5));
  CHECK(game.game().default_action(1).text() == "play:2d");  // before the two of hearts
}
