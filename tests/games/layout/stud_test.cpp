// Stud Revolution, statement by statement. Seat 0 deals the first hand.
#include <catch2/catch.hpp>

#include "laid_out_hands.hpp"
#include "support/scripted_game.hpp"

using namespace tribunal;
using testing::four_aces;
using testing::ScriptedGame;
using testing::three_hands;
using testing::two_hands;
using Lines = std::vector<std::string>;

namespace {

ScriptedGame stud(int players, const std::vector<std::string>& tops, OptionTexts options = {}) {
  return testing::session_of("stud", players, tops, std::move(options));
}

}  // namespace

TEST_CASE("stud: a hand begins with an ante of one, five cards, and betting from the dealer's left") {
  auto game = stud(3, {three_hands});
  CHECK(game.lines(1) == Lines{"hand 0 1", "ante 1 1", "ante 2 1", "ante 0 1", "deal 1 Kc Qc Jc 9c 8c",
                               "deal 2 ?? ?? ?? ?? ??", "deal 0 ?? ?? ?? ?? ??"});
  CHECK(game.question() == "1: check bet");
  CHECK(game.game().default_action(1).text() == "check");  // a seat at fault spends nothing
  game.play("bet");
  CHECK(game.question() == "2: call raise fold");
  CHECK(game.game().default_action(2).text() == "fold");
}

TEST_CASE("stud: aces of the deal are shown and replaced before the betting") {
  auto game = stud(2, {"Kc Kd Ac Qd Jc Jd 9c 9d 8c 8d 2s"});
  CHECK(game.lines_with("ace") == Lines{"ace 1 Ac"});
  CHECK(game.question() == "1: check bet");
}

TEST_CASE("stud: bets go into the pot, with at most three raises of one chip") {
  auto game = stud(2, {two_hands});
  (void)game.news();
  CHECK(game.play("bet raise raise raise").question() == "1: call fold");
  game.play("call");
  CHECK(game.news() == Lines{"bet 1", "pay 1 1", "raise 0", "pay 0 2", "raise 1", "pay 1 2", "raise 0",
                             "pay 0 2", "call 1", "pay 1 1"});
  CHECK(game.game().wanted() == SeatSet::first(2));
}

TEST_CASE("stud: after the betting all play or discard a card at the same time, discards face down") {
  auto game = stud(3, {three_hands + " 2s 3s 4s"});
  game.play("check check check");
  CHECK(game.game().wanted() == SeatSet::first(3));
  CHECK(game.legal(1) == testing::words_of("play:8c play:9c play:Jc play:Qc play:Kc "
                                           "discard:8c discard:9c discard:Jc discard:Qc discard:Kc"));
  CHECK(game.game().default_action(1).text() == "discard:8c");
  CHECK(game.news_of("play:Qh,discard:8c,discard:9d", 1) ==
        Lines{"play 0 Qh", "discard 1 8c", "discard 2 ??", "draw 1 2s", "draw 2 ??", "draw 0 ??"});
  CHECK(game.question() == "1: check bet");  // and again
}

TEST_CASE("stud: the Golden Rule of Play holds") {
  auto game = stud(2, {two_hands});
  game.play("check check play:Kd,play:Qc check check");
  CHECK(std::ranges::count(game.legal(1), "play:Kc") == 0);
  CHECK(std::ranges::count(game.legal(1), "discard:Kc") == 1);
}

TEST_CASE("stud: after the cards each gets one from the dealer's left, aces are shown and replaced") {
  auto game = stud(3, {three_hands + " Ac 2s 3s Ad Ah 4s"});
  game.play("check check check");
  CHECK(game.news_of("discard:8h,discard:8c,discard:8d") ==
        Lines{"discard 0 8h", "discard 1 8c", "discard 2 8d", "draw 1 Ac", "ace 1 Ac", "draw 1 2s",
              "draw 2 3s", "draw 0 Ad", "ace 0 Ad", "draw 0 Ah", "ace 0 Ah", "draw 0 4s"});
}

TEST_CASE("stud: the fourth ace ends the hand, and the highest score takes the pot") {
  auto game = stud(3, {three_hands + four_aces, three_hands});
  game.play("bet call call play:Kh,discard:8c,discard:8d");
  CHECK(game.lines_with("score") == Lines{"score 0 8 8", "score 1 0 0", "score 2 0 0"});
  CHECK(game.lines_with("win") == Lines{"win 0 6"});
  CHECK(game.lines_with("chips") == Lines{"chips 0 4 4", "chips 1 -2 -2", "chips 2 -2 -2"});
  CHECK(game.lines_with("ante").size() == 6);  // a new pot for the next hand
}

TEST_CASE("stud: ties share the pot, the odd chip to the first from the dealer's left") {
  // The winning melds are alike, so there is no bonus.
  const auto [cards, wins] = GENERATE(
      table<std::string, Lines>({{"play:Kh,discard:8c,play:Kd", {"win 2 2", "win 0 1"}},
                                 {"play:Kh,play:Kc,discard:8d", {"win 1 2", "win 0 1"}},
                                 {"discard:8h,discard:8c,discard:8d", {"win 1 1", "win 2 1", "win 0 1"}}}));
  auto game = stud(3, {three_hands + four_aces});
  game.play("check check check " + cards);
  CHECK(game.lines_with("win") == wins);
}

TEST_CASE("stud: if the fourth ace comes in the deal, all share the pot") {
  auto game = stud(2, {"Ac Kd Ad Qd Ah Jd As 9d 8c 8d"});
  CHECK(game.is_over());
  CHECK(game.lines_with("win") == Lines{"win 1 1", "win 0 1"});
  CHECK(game.scores() == std::vector{0, 0});
}

TEST_CASE("stud: if all except one fold, that player takes the pot without a score") {
  auto game = stud(3, {three_hands, three_hands});
  CHECK(game.play("bet fold").question() == "0: call raise fold");
  const auto news = game.news_of("fold");
  CHECK(Lines(news.begin(), news.begin() + 5) ==
        Lines{"fold 0", "win 1 4", "chips 0 -1 -1", "chips 1 2 2", "chips 2 -1 -1"});
  CHECK(game.lines_with("score").empty());
}

TEST_CASE("stud: a discarded card is face down, hidden from the others") {
  const auto seen = [](Seat viewer, const std::string& of_seat_2) {
    auto game = stud(3, {"Kc Kd Kh Qc Qd Qh Jc Jd Jh 9c 9d 9h 8c " + of_seat_2 + " 8h 2h 3h 4h"});
    game.play("check check check play:Kh,discard:8c,discard:" + of_seat_2 + " check");
    auto lines = game.lines(viewer);
    lines.push_back(game.question());
    return lines;
  };
  CHECK(seen(0, "8d") == seen(0, "7s"));
  CHECK(seen(1, "8d") == seen(1, "7s"));
  CHECK(seen(2, "8d") != seen(2, "7s"));
}

TEST_CASE("stud: folded players are not asked, not dealt to and not compared") {
  auto game = stud(3, {three_hands + " 2s 3s 4s 5s 6s" + four_aces});
  game.play("check check check play:Kh,play:Kc,play:Kd bet fold call");
  CHECK(game.game().wanted() == SeatSet::first(2));
  CHECK(game.news_of("discard:Qh,discard:Qc") ==
        Lines{"discard 0 Qh", "discard 1 Qc", "draw 1 5s", "draw 0 6s"});
  game.play("check check discard:Jh,discard:Jc");
  CHECK(game.is_over());
  CHECK(game.lines_with("conquer") == Lines{"conquer 1 clubs 4", "conquer 0 hearts 4"});
}

TEST_CASE("stud: the Mob draws its card in the round of cards and plays it") {
  auto game = stud(2, {two_hands + " 2s 3s 4h" + four_aces}, {{"mob", "on"}});
  CHECK(game.lines_with("ante").size() == 2);
  game.play("check check");
  CHECK(game.news_of("discard:8d,discard:8c") ==
        Lines{"discard 0 8d", "discard 1 8c", "draw 1 2s", "draw 2 3s", "play 2 3s", "draw 0 4h"});
  game.play("check check discard:9d,play:9c");
  CHECK(game.is_over());
  CHECK(game.lines_with("win") == Lines{"win 1 2"});  // the Mob has conquered a suit, and has no chips
  CHECK(game.scores() == std::vector{-1, 1, 0});
}

TEST_CASE("stud: players still in are asked about the tyrant after all cards of a round") {
  auto game = stud(3, {"5c Kd Kh 5d Qd Qh 5h Jd Jh 5s 9d 9h 9c 8d 8h 2s 3s 4s"}, {{"tyrant", "on"}});
  game.play("bet fold call discard:8h,play:5c");
  game.play("check check discard:9h,play:5d check check discard:Jh,play:5h check check discard:Qh,play:5s");
  CHECK(game.question() == "01: call pass");
  auto again = game.lines().size();
  game.play("pass,pass");
  CHECK(game.lines().at(again + 2).starts_with("draw 1 "));  // the cards are dealt
  CHECK(game.question() == "1: check bet");
  game.play("check check discard:Kh,discard:9c");
  CHECK(game.question() == "1: check bet");  // no card was played: nobody is asked
}

TEST_CASE("stud: a call negates all scores, and so changes the winner of the pot") {
  auto game = stud(2, {"5c Kd 5d Qd 5h Jd 5s 9d 9c 8d 2s 3s 4s"}, {{"tyrant", "on"}});
  game.play("check check discard:8d,play:5c check check discard:9d,play:5d check check discard:Jd,play:5h");
  game.play("check check discard:Qd,play:5s call,pass");
  CHECK(game.is_over());
  CHECK(game.lines_with("score") == Lines{"score 0 0 0", "score 1 -12 -12"});
  CHECK(game.scores() == std::vector{1, -1});
}

TEST_CASE("stud: the Mob may be the tyrant during the round of cards, which then continues") {
  auto game =
      stud(2, {two_hands + " 2s 3c 4s 5s 6d 6s 7s 7h 8s Ts 3s Js"}, {{"mob", "on"}, {"tyrant", "on"}});
  game.play("check check discard:8d,discard:8c check check discard:9d,discard:9c");
  game.play("check check discard:Jd,discard:Jc check check");
  (void)game.news();
  CHECK(game.play("discard:Qd,discard:Qc").question() == "01: call pass");
  game.play("pass,pass");
  CHECK(game.news() == Lines{"discard 0 Qd", "discard 1 Qc", "draw 1 Ts", "draw 2 3s", "play 2 3s", "pass 0",
                             "pass 1", "draw 0 Js"});
  CHECK(game.question() == "1: check bet");
}

TEST_CASE("stud: with the tyrant at any point the players still in are asked after every dealt card") {
  auto game =
      stud(2, {two_hands + " 2s 3c 4s 5s 6d 6s 7s 7h 8s Ts 3s Js"}, {{"mob", "on"}, {"tyrant", "any"}});
  game.play("check check discard:8d,discard:8c check check discard:9d,discard:9c");
  game.play("check check discard:Jd,discard:Jc check check");
  CHECK(game.news_of("discard:Qd,discard:Qc").back() == "play 2 3s");  // the Mob's fourth suit
  CHECK(game.question() == "01: call pass");
  CHECK(game.news_of("pass,pass").back() == "draw 0 Js");
  CHECK(game.question() == "01: call pass");
  CHECK(game.play("pass,pass").question() == "1: check bet");
  CHECK(game.play("check").question() == "01: call pass");
}
