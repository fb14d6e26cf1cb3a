// Snark, statement by statement, in prepared hands. Seat 0 deals the first hand.
#include <catch2/catch.hpp>

#include "games/anarchy/anarchy_deals.hpp"

using namespace tribunal;
using testing::laid_out_game;
using testing::ScriptedGame;
using Lines = std::vector<std::string>;

TEST_CASE("Snark: three to seven players have seven cards each of 52") {
  for (int players = 3; players <= 7; ++players) {
    auto game = laid_out_game("snark", players, 7, {});
    CHECK(game.lines_with("deal").size() == static_cast<std::size_t>(players));
    for (const auto& line : game.lines_with("deal")) CHECK(testing::words_of(line).size() == 9);
  }
  CHECK_FALSE(make_rules("snark", 2, {}));
  CHECK_FALSE(make_rules("snark", 8, {}));
}

TEST_CASE("Snark: the highest of a suit captures the others into hand, and its own card returns too") {
  auto game = laid_out_game("snark", 3, 7, {.hands = {"8s", "Js", "2h"}});
  (void)game.news();
  game.play("play:8s|play:Js|play:2h");
  CHECK(game.news(2) == Lines{"play 0 8s", "play 1 Js", "play 2 2h", "gather 1 8s Js", "gather 2 2h"});
  CHECK(game.legal(0).size() == 6);
  CHECK(game.legal(1).size() == 8);
  CHECK(std::ranges::count(game.legal(1), "play:8s") == 1);
  CHECK(game.legal(2).size() == 7);
}

TEST_CASE("Snark: the lowest of cards of different suits captures all") {
  auto game = laid_out_game("snark", 4, 7, {.hands = {"8s", "Jh", "2c", "Ad"}});
  CHECK(game.play("play:8s|play:Jh|play:2c|play:Ad").lines_with("gather") == Lines{"gather 2 8s Jh 2c Ad"});
}

TEST_CASE("Snark: in an unbreakable tie for lowest each tied player takes the card of another") {
  auto game = laid_out_game("snark", 5, 7, {.hands = {"Js", "8s", "5h", "5c", "5d"}});
  game.play("play:Js|play:8s|play:5h|play:5c|play:5d");
  CHECK(game.lines_with("gather") == Lines{"gather 0 Js 8s", "gather 2 5c", "gather 3 5d", "gather 4 5h"});
}

TEST_CASE("Snark: running out of cards ends the hand for 10 points; others score one per card held") {
  // Seat 0 holds low spades, and seat 1 captures every one of them.
  auto game =
      laid_out_game("snark", 3, 7, {.hands = {"2s 3s 4s 5s 6s 7s 8s", "As", "2h"}}, {{"target", "10"}});
  for (const auto* card : {"2s", "3s", "4s", "5s", "6s", "7s"}) {
    game.play(std::string{"play:"} + card + "|play:As|play:2h");
  }
  CHECK(game.lines_with("score").empty());
  game.play("play:8s|play:As|play:2h");
  CHECK(game.lines_with("score") == Lines{"score 0 10 10", "score 1 14 14", "score 2 7 7"});
  CHECK(game.is_over());
}

TEST_CASE("Snark, ruling: several who run out in the same trick score 10 each") {
  auto game =
      laid_out_game("snark", 4, 7, {.hands = {"2s 3s 4s 5s 6s 7s 8s", "As", "2h 3h 4h 5h 6h 7h 8h", "Ah"}},
                    {{"target", "10"}});
  for (const auto* rank : {"2", "3", "4", "5", "6", "7", "8"}) {
    game.play(std::string{"play:"} + rank + "s|play:As|play:" + rank + "h|play:Ah");
  }
  CHECK(game.lines_with("score") ==
        Lines{"score 0 10 10", "score 1 14 14", "score 2 10 10", "score 3 14 14"});
}

TEST_CASE("Snark: up to 31 points, or another target; the deal moves on clockwise") {
  for (const auto& [target, text] : {std::pair{31, "31"}, {101, "101"}}) {
    ScriptedGame game{make_rules("snark", 5, {{"target", text}}).value(), testing::numbered_deal(4)};
    testing::Dice dice{4};
    while (!game.is_over()) {
      game.play_each([&](Seat seat) { return dice.pick(game.legal(seat)); });
    }
    auto best = game.scores();
    std::ranges::sort(best);
    CHECK(best.back() >= target);
    const auto hands = game.lines_with("hand");
    CHECK(hands.at(1) == "hand 1 2");
    // Nobody had reached it one hand earlier.
    const auto last = game.lines_with("score");
    for (std::size_t i = last.size() - 10; i < last.size() - 5; ++i) {
      CHECK(std::stoi(testing::words_of(last[i])[3]) < target);
    }
  }
}

TEST_CASE("Snark, ruling: a hand ends after 1,000 tricks, and everybody counts cards") {
  // Each plays a different suit, always the same card, which comes back, or is exchanged and comes back.
  auto game = laid_out_game("snark", 3, 7, {.hands = {"As Ks", "Ah Kh", "Ad Kd"}}, {{"target", "1"}});
  for (int trick = 0; trick < 1000; ++trick) {
    REQUIRE_FALSE(game.is_over());
    // The tied aces pass from hand to hand.
    game.play_each([&](Seat seat) {
      const auto legal = game.legal(seat);
      return *std::ranges::find_if(legal, [](const auto& play) { return play[5] == 'A'; });
    });
  }
  CHECK(game.is_over());
  CHECK(game.lines_with("score") == Lines{"score 0 7 7", "score 1 7 7", "score 2 7 7"});
}

TEST_CASE("Snark: after a fault the referee plays the lowest card") {
  auto game = laid_out_game("snark", 3, 7, {.hands = {"As 3d 2s", "2d", "2h"}});
  CHECK(game.game().default_action(0).text() == "play:2c");
  CHECK(game.legal(0).front() == "play:2c");
}
