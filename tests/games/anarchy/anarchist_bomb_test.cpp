// Anarchist Bomb, statement by statement, in prepared hands. Seat 0 deals the first hand.
#include <catch2/catch.hpp>

#include "games/anarchy/anarchy_deals.hpp"
#include "games/anarchy/game.hpp"

using namespace tribunal;
using testing::all_say;
using testing::laid_out_game;
using testing::ScriptedGame;
using Lines = std::vector<std::string>;

namespace {

std::string text_of(std::span<const Card> cards) {
  std::string text;
  for (const auto card : cards) text += card.text();
  return text;
}

std::vector<std::string> hand_of(const ScriptedGame& game, Seat seat) { return game.legal(seat); }

/// Seat 1 holds the joker; the odd card is the three of hearts.
ScriptedGame game_of_four(const OptionTexts& options = {}) {
  auto game = laid_out_game("anarchist-bomb", 4, 13,
                            {.hands = {"2h As", "Jo Ks", "Ah Qs", "4c 5c"}, .last = "3h"}, options);
  game.play(all_say("bid:cards", 4));
  (void)game.news();
  return game;
}

/// Seat 1 holds the joker, and there are cards of a second pack.
ScriptedGame bomb_of_five() {
  auto game = laid_out_game("anarchist-bomb", 5, 13, {.hands = {"8s Ah", "Jo", "8s 2h", "7s Qc", "3d 4d"}});
  game.play(all_say("bid:cards", 5));
  (void)game.news();
  return game;
}

}  // namespace

TEST_CASE("Anarchist Bomb: 52 cards and a joker; five players add 6, 7 and 8 of each suit of a second pack") {
  const auto small = anarchy_pack({.kind = AnarchyKind::bomb, .players = 4});
  CHECK(small.size() == 53);
  CHECK(small.back().is_joker());
  const auto large = anarchy_pack({.kind = AnarchyKind::bomb, .players = 5});
  CHECK(large.size() == 65);
  CHECK(text_of(std::span{large}.subspan(51)) == "As6c7c8c6d7d8d6h7h8h6s7s8sJo");
}

TEST_CASE("Anarchist Bomb: 13 cards each, and the odd card is turned up") {
  auto game = laid_out_game("anarchist-bomb", 4, 13, {.last = "3h"});
  for (const auto& line : game.lines_with("deal")) CHECK(testing::words_of(line).size() == 15);
  CHECK(game.lines(2).at(5) == "turn 0 3h");
  CHECK_FALSE(make_rules("anarchist-bomb", 2, {}));
  CHECK_FALSE(make_rules("anarchist-bomb", 6, {}));
}

TEST_CASE(
    "Anarchist Bomb: with three, the fourth hand is the dummy, whose top card is played to each trick") {
  auto game = laid_out_game("anarchist-bomb", 3, 13, {.after = "Kd 2d", .last = "3h"});
  CHECK(game.lines_with("deal").size() == 4);
  for (Seat seat = 0; seat < 3; ++seat) {
    CHECK(game.lines(seat).at(4) == "deal 3 ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ??");
  }
  CHECK(game.game().seats() == 3);  // it has no seat
  game.play_defaults();
  const auto plays = game.lines_with("play");
  CHECK(plays.size() == 52);
  CHECK(plays.at(3) == "play 3 Kd");
  CHECK(plays.at(7) == "play 3 2d");
}

TEST_CASE("Anarchist Bomb: an odd joker goes to the dealer in exchange for the dealer's last card") {
  auto game = laid_out_game("anarchist-bomb", 3, 13,
                            {.hands = {"2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"}, .last = "Jo"});
  CHECK(game.lines_with("turn") == Lines{"turn 0 Jo"});
  CHECK(game.lines(1).at(6) == "exchange 0 As");  // openly
  game.play(all_say("bid:cards", 3));
  CHECK(std::ranges::count(hand_of(game, 0), "play:Jo") == 1);
  CHECK(std::ranges::count(hand_of(game, 0), "play:As") == 0);
  game.play("play:Jo|" + hand_of(game, 1).front() + "|" + hand_of(game, 2).front());
  CHECK(game.lines_with("bomb") == Lines{"bomb 0 As"});  // which is the odd card now
}

TEST_CASE("Anarchist Bomb: ten bids") {
  auto game = laid_out_game("anarchist-bomb", 4, 13, {.last = "3h"});
  CHECK(game.legal(0) == Lines{"bid:spades", "bid:clubs", "bid:hearts", "bid:diamonds", "bid:cards",
                               "bid:black", "bid:red", "bid:best", "bid:overs", "bid:unders"});
}

TEST_CASE("Anarchist Bomb: bids may be made in turn") {
  auto game = laid_out_game("anarchist-bomb", 3, 13, {.last = "3h"}, {{"bidding", "in-turn"}});
  CHECK(game.question().starts_with("1: "));
  CHECK(game.play("bid:red bid:red").question().starts_with("0: "));
}

TEST_CASE("Anarchist Bomb: the bomb reverses the ranks, and the odd card replaces it") {
  auto game = game_of_four();
  game.play("play:2h|play:Jo|play:Ah|play:4c");
  // Hearts 2, 3 (for the joker) and ace: the two is highest; the four of clubs is alone.
  CHECK(game.news() == Lines{"play 0 2h", "play 1 Jo", "play 2 Ah", "play 3 4c", "bomb 1 3h",
                             "capture 0 2h 3h Ah", "capture 3 4c"});
}

TEST_CASE("Anarchist Bomb: the odd card takes as if the Anarchist had played it") {
  auto game = game_of_four();
  game.play("play:As|play:Jo|play:Ah|play:4c");
  CHECK(game.lines_with("capture") == Lines{"capture 1 3h Ah", "capture 3 As 4c"});  // the four beats the ace
}

TEST_CASE("Anarchist Bomb: ranks are reversed for that trick only, and the joker leaves the game") {
  auto game = game_of_four();
  game.play("play:2h|play:Jo|play:Ah|play:4c");
  CHECK(game.play("play:As|play:Ks|play:Qs|play:5c").lines_with("capture").at(2) == "capture 0 As Ks Qs");
  game.play_defaults();
  CHECK(game.lines_with("bomb").size() == 1);
  for (const auto& line : game.lines_with("capture")) CHECK(line.find("Jo") == std::string::npos);
  CHECK(testing::cards_in(game.lines_with("capture")) == 52);
}

TEST_CASE("Anarchist Bomb, ruling: the dummy throws the bomb too") {
  auto game =
      laid_out_game("anarchist-bomb", 3, 13, {.hands = {"2h", "Ah", "4c"}, .after = "Jo 2s", .last = "3h"});
  game.play(all_say("bid:cards", 3));
  game.play("play:2h|play:Ah|play:4c");
  CHECK(game.lines_with("bomb") == Lines{"bomb 3 3h"});
  CHECK(game.lines_with("capture") == Lines{"capture 0 2h Ah 3h", "capture 2 4c"});
}

TEST_CASE("Anarchist Bomb: the dummy's captured cards do not score") {
  auto game =
      laid_out_game("anarchist-bomb", 3, 13, {.hands = {"2h", "3h", "4c"}, .after = "Ah", .last = "Kd"});
  game.play(all_say("bid:cards", 3));
  game.play("play:2h|play:3h|play:4c");
  CHECK(game.lines_with("capture") == Lines{"capture 2 4c", "capture 3 2h 3h Ah"});
  game.play_defaults();
  int points = 0;
  for (const auto& line : game.lines_with("score")) points += std::stoi(testing::words_of(line)[2]);
  int bonuses = 0;
  for (const auto& line : game.lines_with("bonus")) {
    bonuses += std::stoi(testing::words_of(line)[2]) + std::stoi(testing::words_of(line)[3]);
  }
  const auto taken =
      testing::cards_in(game.lines_with("capture")) - testing::cards_in(game.lines_with("capture 3"));
  CHECK(points == taken + bonuses);
  CHECK(game.scores().size() == 3);
}

TEST_CASE("Anarchist Bomb, ruling: with five players there is no odd card, and nothing replaces the joker") {
  auto game = bomb_of_five();
  CHECK(game.lines_with("turn").empty());
  game.play("play:Ah|play:Jo|play:2h|play:Qc|play:3d");
  CHECK(game.news() == Lines{"play 0 Ah", "play 1 Jo", "play 2 2h", "play 3 Qc", "play 4 3d", "bomb 1",
                             "capture 2 Ah 2h", "capture 4 Qc 3d"});
}

TEST_CASE("Anarchist Bomb, ruling: if the highest cards of a suit are equal, each card of it takes itself") {
  auto game = bomb_of_five();
  const auto word = [&game](Seat seat) {
    const auto legal = game.legal(seat);
    return *std::ranges::find_if(legal, [](const auto& play) { return play.back() == 'c'; });
  };
  game.play("play:8s|" + word(1) + "|play:8s|play:7s|play:3d");
  const auto captures = game.lines_with("capture");
  for (const auto* line : {"capture 0 8s", "capture 2 8s", "capture 3 7s"}) {
    CHECK(std::ranges::count(captures, line) == 1);
  }
}

TEST_CASE("Anarchist Bomb: bonuses are announced before the score, and added to it") {
  // Seat 3 holds only low clubs and diamonds, and takes little with them.
  auto game = laid_out_game(
      "anarchist-bomb", 4, 13,
      {.hands = {"As Ah Kd Kc Qd Qc Js Jh Ts Th 9s 9h 8s", "Jo Ad Ac Kh Ks Jd Jc Td Tc 9d 9c 8d 8c"},
       .last = "2s"});
  game.play(all_say("bid:unders", 4)).play_defaults();
  const auto lines = game.lines();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with("bonus")) continue;
    CHECK(lines[i + 1].substr(0, 7) == "score " + lines[i].substr(6, 1));
  }
  CHECK_FALSE(game.lines_with("bonus").empty());
}

TEST_CASE("Anarchist Bomb, joker attached: it goes to the winner of the odd card") {
  auto game = game_of_four({{"joker", "attached"}});
  game.play("play:2h|play:Jo|play:Ah|play:4c");
  CHECK(game.lines_with("capture") == Lines{"capture 0 2h 3h Ah Jo", "capture 3 4c"});
  auto other = game_of_four({{"joker", "attached"}});
  other.play("play:As|play:Jo|play:Ah|play:4c");
  CHECK(other.lines_with("capture") == Lines{"capture 1 3h Ah Jo", "capture 3 As 4c"});
  other.play_defaults();
  CHECK(testing::cards_in(other.lines_with("capture")) == 53);
}

TEST_CASE("Anarchist Bomb: five players have no joker to attach") {
  CHECK(make_rules("anarchist-bomb", 5, {{"joker", "attached"}}).error().text() ==
        "joker=attached needs the odd card, and five players have none; it is for 3 or 4");
}

TEST_CASE("Anarchist Bomb: after a fault the referee bids cards and plays the lowest card, the joker last") {
  auto game = laid_out_game("anarchist-bomb", 4, 13, {.hands = {"", "Jo As"}, .last = "3h"});
  CHECK(game.game().default_action(1).text() == "bid:cards");
  game.play(all_say("bid:cards", 4));
  game.play_defaults();
  const auto plays = game.lines_with("play 1");
  CHECK(plays.back() == "play 1 Jo");
  CHECK(plays.at(11) == "play 1 As");
}
