// Red sixes, betting man, castles, courts and the king-queen combo of Chez (docs/rules/chez.md).
#include <catch2/catch.hpp>

#include "games/chez/laid_out_chez.hpp"

using namespace tribunal;
using testing::beginning;
using testing::chez_game;
using testing::is_legal;
using testing::LaidOutChez;
using testing::Lines;
using testing::told;

namespace {

const LaidOutChez red_sixes{
    .hands = {"6d 6h 6c 3d 4d", "Kc As 2c 2d 2s", "9c 9d 9h Kd Ks"}, .first = "2h", .stock = "7c 8c 9s"};

LaidOutChez with_dice(LaidOutChez laid_out, LaidNumbers dice) {
  laid_out.dice = std::move(dice);
  return laid_out;
}

}  // namespace

TEST_CASE("chez: a six for both red sixes wins the game alone and cannot be noped") {
  CHECK(told(with_dice(red_sixes, {6}), "play:6d,6h") == Lines{"play 0 6d 6h", "roll 0 1 6 6", "place 0 1",
                                                               "place 1 2", "place 2 2", "score 0 2 2",
                                                               "score 1 0 0", "score 2 0 0"});
  CHECK(told(with_dice(red_sixes, {6}), "play:6d,6h,6c").back() == "score 2 0 0");  // in a larger set too
}

TEST_CASE("chez: otherwise the double six and then the set are rolled as usual") {
  CHECK(told(with_dice(red_sixes, {5, 2, 7}), "play:6d,6h pass") ==
        Lines{"play 0 6d 6h", "roll 0 1 6 5", "roll 0 1 8 2", "pass 1", "draw 0 7c", "draw 0 8c",
              "roll 0 1 10 7"});
}

TEST_CASE("chez: red sixes in a revolt win as well") {
  auto game = chez_game(
      {.hands = {"2s 3s 4d 5h 9c", "6d 6h Kc 9d 9h", "Kd Ks Qd Qs Td"}, .first = "2h", .dice = {6}});
  CHECK(game.play("revolution:2s,3s,4d,5h play:6d,6h").scores() == std::vector<int>{0, 2, 0});
}

TEST_CASE("chez: the betting man needs all jokers, and all others roll and pick up") {
  const LaidOutChez laid_out{.hands = {"Jo Jo Jo 3d 4d", "Kc As 2c 2d 2s", "9c 9d 9h Kd Ks"},
                             .first = "2h",
                             .stock = "7c 8c 9s",
                             .dice = {1, 2}};
  CHECK(is_legal(chez_game(laid_out), "betting-man"));
  // Nobody dies: the player has lost, in the last place, and the game goes on.
  auto game = chez_game(laid_out);
  CHECK(game.news_of("betting-man") == Lines{"betting-man 0", "lay 0 3d 4d Jo Jo Jo", "roll 1 1 20 1",
                                             "draw 1 7c", "roll 2 1 20 2", "draw 2 8c", "draw 2 9s",
                                             "lose 0"});
  CHECK(game.question().starts_with("1: "));
  CHECK(game.game().outcome().places[0] == 3);
  const auto two_packs =
      chez_game({.hands = {"Jo Jo Jo 3d 4d", "Kc As 2c 2d 2s"}, .first = "2h", .packs = 2});
  CHECK_FALSE(is_legal(two_packs, "betting-man"));
  CHECK(told({.hands = {"Jo Jo Jo Jo Jo Jo", "Kc As 2c 2d 2s 3s"}, .first = "2h", .dice = {1, 1}, .packs = 2},
             "betting-man")[2] == "roll 1 2 20 2");
}

TEST_CASE("chez: a betting man who kills wins; the killed are last, all others share the place above") {
  // Forty cards in hands of ten, one turned up, fourteen in the stock: 20 + 20 cards are too many.
  auto game = chez_game({.hands = {"Jo Jo Jo 3d 4d 5d 7d 8d 9d Td", "Kc 3c 2c 2d 2s 4c 5c 7c 8c 9c",
                                   "Kd 3s 2h Qd Qs 4s 5s 7s 8s 9s", "Ks 3h Tc Qc Qh 4h 5h 7h 8h 9h"},
                         .first = "Jd",
                         .dice = {20, 20, 1}});
  game.play("betting-man");
  CHECK(game.is_over());
  CHECK(game.lines_with("reshuffle") == Lines{"reshuffle 1 10", "reshuffle 3 14"});
  CHECK(game.lines_with("killed") == Lines{"killed 2"});
  CHECK(game.lines_with("place") == Lines{"place 0 1", "place 1 2", "place 2 4", "place 3 2"});
}

TEST_CASE("chez: a castle is 7, 8, 9 and 10, one at a time, and never has to be played") {
  auto game = chez_game({.hands = {"7c 8d 9h Ts 7d 8h 9c Tc", "Kc 3s 2c 2d 2s 3c 4c 5c"}, .first = "Kd"});
  CHECK(is_legal(game, "castle:7c,8d,9h,Ts"));  // valid whatever is on the pile
  game.play("castle:7c,8d,9h,Ts play:Kc pass");
  CHECK(is_legal(game, "play:Tc"));
  CHECK_FALSE(is_legal(game, "castle:7d,8h,9c,Tc"));
}

TEST_CASE("chez: a joker fells a castle of choice; that may be noped") {
  const LaidOutChez laid_out{.hands = {"7c 8d 9h Ts 7d", "Jo As 2c 2d 2s", "Kd Ad Tc Td Th"}, .first = "Kh"};
  auto game = chez_game(laid_out);
  CHECK(game.play("castle:7c,8d,9h,Ts play:Jo").question() == "1: burden:0 burden:2 raze:0");
  CHECK(game.news_of("raze:0 pass pass") == Lines{"raze 1 0", "pass 2", "pass 1", "ruin 0 7c 8d 9h Ts"});
  auto noped = chez_game(laid_out);
  CHECK(noped.play("castle:7c,8d,9h,Ts play:Jo raze:0 nope:Ad pass").lines_with("ruin").empty());
}

TEST_CASE("chez: a court is laid, not played, all royals are shown, and each court card is upgraded") {
  const LaidOutChez laid_out{.hands = {"Jc Qc Kc 3d 4d Jd", "Kd Qs 2c 2d 2s 9c"}, .first = "Kh", .dice = {6}};
  auto game = chez_game(laid_out);
  CHECK(game.news_of("court:Jc,Qc,Kc") == Lines{"court 0 Jc Qc Kc", "reveal 0 Jd", "reveal 1 Qs Kd"});
  game.play("play:Kd pass");
  CHECK(game.news_of("play:Kc swap:1 offer:3d offer:4d").size() == 2 + 2 + 4);  // two cards, not one
}

TEST_CASE(
    "chez: the court's jack rolls d6, its queen gives two actions, and the court ends with its last card") {
  LaidOutChez laid_out{.hands = {"Jc Qc Kc 3d 4d", "Kd Qs 2c 2d 2s"}, .first = "Jo", .dice = {6}};
  auto game = chez_game(laid_out);
  game.play("court:Jc,Qc,Kc play:Kd pass");
  CHECK(game.news_of("play:Kc pass") == Lines{"play 0 Kc", "pass 0"});
  game.play("play:Qs pass");
  CHECK(game.news_of("play:Qc") == Lines{"play 0 Qc", "extra 0 2"});
  CHECK(game.play("play:Jc").news() == Lines{"play 0 Jc", "roll 0 1 6 6", "extra 0 7", "disband 0"});
}

TEST_CASE("chez: with more than two players the court's queen chooses the next player") {
  auto game = chez_game({.hands = {"Jc Qc Kc 3d 4d", "9c 8c 2c 2d 2s", "9d 8d 7d 7c 7s"}, .first = "Jo"});
  game.play("court:Jc,Qc,Kc play:2d play:9d play:Qc");
  CHECK(game.question() == "0: next:1,1 next:1,0 next:2,1 next:2,0");
}

TEST_CASE("chez: king and queen are one action in either order: a swap with one optional retry") {
  const LaidOutChez laid_out{.hands = {"Kc Qd 3d 4d 5d", "9c 8c 2c 2d 2s"}, .first = "Jo", .draws = {0}};
  const auto game = chez_game(laid_out);
  CHECK(is_legal(game, "pair:Kc,Qd"));
  CHECK(is_legal(game, "pair:Qd,Kc"));
  CHECK(told(laid_out, "pair:Qd,Kc swap:1 offer:3d pass") ==
        Lines{"pair 0 Qd Kc", "swap 0 1", "offer 0 3d", "deliver 1 0 2c", "deliver 0 1 3d", "pass 0"});
  CHECK(told(laid_out, "pair:Qd,Kc swap:1 offer:3d retry").size() == 5 + 1 + 4);
  CHECK(told(laid_out, "pair:Qd,Kc pass") == Lines{"pair 0 Qd Kc", "pass 0"});
  CHECK_FALSE(
      is_legal(chez_game({.hands = {"Kc Qd 3d 4d 5d", "9c 8c 2c 2d 2s"}, .first = "Kd"}), "pair:Qd,Kc"));
  CHECK(is_legal(chez_game({.hands = {"Kc Qd 3d 4d 5d", "9c 8c 2c 2d 2s"}, .first = "Kd"}), "pair:Kc,Qd"));
}

TEST_CASE(
    "chez: pairs lie on each other, each valid on the one below; each is one more try, and the set is "
    "rolled") {
  auto game = chez_game(
      {.hands = {"Kc Qd Ks Qs 3d 5d", "9c 8c 2c 2d 2s 3c"}, .first = "Jo", .dice = {7}, .draws = {5, 0}});
  static_cast<void>(game.news());
  CHECK(game.play("pair:Qs,Kc").question() == "0: pair:Qd,Ks pair:Ks,Qd pass");
  game.play("pair:Ks,Qd swap:1 offer:3d");
  static_cast<void>(game.news());
  CHECK(game.question() == "0: retry pass");
  CHECK(game.play("retry").news() ==
        Lines{"retry 0", "deliver 0 1 9c", "deliver 1 0 3d", "deliver 1 0 2c", "deliver 0 1 3d"});
  CHECK(game.question() == "0: retry pass");  // one for each pair
  CHECK(game.play("pass").lines_with("roll") == Lines{"roll 0 1 10 7"});
}

TEST_CASE("chez: with the court's king and queen two cards are swapped, with two retries") {
  auto game = chez_game({.hands = {"Jc Qc Kc 3d 4d 5d", "9c 8c 2c 2d 2s 3c"}, .first = "Jo", .dice = {7}});
  game.play("court:Jc,Qc,Kc play:2d pair:Qc,Kc swap:1 offer:3d offer:4d");
  CHECK(game.lines_with("deliver").size() == 4);
  game.play("retry retry");
  CHECK(game.lines_with("deliver").size() == 4 + 8 + 8);
  CHECK(game.question().starts_with("1: "));
}

TEST_CASE("chez: a single king's swap has no retry") {
  auto game = chez_game({.hands = {"Kc 7d 3d 4d 5d", "9c 8c 2c 2d 2s"}, .first = "Jo"});
  CHECK(game.play("play:Kc swap:1 offer:3d").question().starts_with("1: "));
}

TEST_CASE("chez: a retry returns the received card, not an equal face-up one") {
  // Seat 0 has the jack of diamonds in its court; seat 1 picks up the other one, and has nothing to play.
  auto game = chez_game({.hands = {"Jd Qs Kc 3d 4d 6d 8d 8h 8s 9s", "2c 2d 2h 2s 3c 3h 3s 4c 4h 4s",
                                   "5c 5d 5h 5s 6c 6h 6s 7c 7d 7h"},
                         .first = "Kh",
                         .stock = "Jd 9c",
                         .draws = {10, 0, 0, 0},
                         .packs = 2});
  CHECK(game.play("court:Jd,Qs,Kc").lines().back() == "draw 2 9c");
  game.play("pair:Kc,Qs swap:1 offer:3d offer:4d");
  CHECK(beginning(game.lines_with("deliver"), 2) == Lines{"deliver 1 0 Jd", "deliver 1 0 2c"});
  static_cast<void>(game.news(2));
  // The jack of the court stays, and nobody else learns which cards change hands.
  game.play("retry");
  const Lines two_from_0{"deliver 0 1 ??", "deliver 0 1 ??"};
  const Lines two_from_1{"deliver 1 0 ??", "deliver 1 0 ??"};
  Lines seen{"retry 0"};
  for (const auto* lines : {&two_from_0, &two_from_1, &two_from_1, &two_from_0}) {
    seen.insert(seen.end(), lines->begin(), lines->end());
  }
  CHECK(game.news(2) == seen);
  game.play("pass");
  CHECK(game.lines_with("disband").empty());
  CHECK(game.lines_with("conceal").empty());
}

TEST_CASE("chez: a retry gets the offered card back, not an equal one of the other seat") {
  // Seat 0 offers the queen of hearts. Seat 1's own queen is face-up, because seat 0 has a court.
  auto game = chez_game({.hands = {"Jd Qs Kc Kd Qd Qh 8d 8h 8s 9s", "2c 2d 2h 2s 3c 3h 3s 4c 4h Qh",
                                   "5c 5d 5h 5s 6c 6h 6s 7c 7d 7h"},
                         .first = "Kh",
                         .stock = "9c 9d",
                         .draws = {0, 0},
                         .packs = 2});
  game.play("court:Jd,Qs,Kc");
  game.play("pair:Kd,Qd pass swap:1 offer:Qh");
  CHECK(game.news_of("retry", 2) ==
        Lines{"retry 0", "deliver 0 1 ??", "deliver 1 0 ??", "deliver 1 0 ??", "deliver 0 1 ??"});
}
