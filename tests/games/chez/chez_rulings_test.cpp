// Rare turns and rulings of Chez (docs/rules/chez.md), reached by prepared deals, and the guard that ends
// every game.
#include <memory>
#include <vector>

#include <catch2/catch.hpp>

#include "games/chez/laid_out_chez.hpp"
#include "games/second_referee.hpp"
#include "support/scripted_game.hpp"

using namespace tribunal;
using testing::beginning;
using testing::chez_game;
using testing::Dice;
using testing::is_legal;
using testing::Lines;
using testing::told;

namespace {

/// A position of a game, and the events on the way from the position before.
struct RulingPosition {
  std::unique_ptr<Game> game;
  EventLog told;
};

/// Some random decisions from there on.
RulingPosition played_on(const Game& from, Dice& dice) {
  RulingPosition position{from.clone(), {}};
  testing::play_out(*position.game, dice, position.told, 30);
  return position;
}

/// Only the guard ends a game of two with both seats in the first place.
bool is_stopped(const Game& game) {
  const auto outcome = game.outcome();
  return game.wanted().empty() && outcome.places[0] == 1 && outcome.places[1] == 1;
}

/// A game of two that no decision ends. Each stretch is tried until it leaves the game running, and a
/// position that no attempt continues from is taken back.
std::vector<RulingPosition> endless_game(const Rules& rules) {
  Dice dice{1};
  std::vector<RulingPosition> way(1);
  way[0].game = rules.deal(testing::numbered_deal(1));
  way[0].game->begin(way[0].told);
  while (!is_stopped(*way.back().game)) {
    bool leads_on = false;
    for (int tries = 0; tries < 20 && !leads_on; ++tries) {
      auto next = played_on(*way.back().game, dice);
      leads_on = !next.game->wanted().empty() || is_stopped(*next.game);
      if (leads_on) way.push_back(std::move(next));
    }
    if (!leads_on && way.size() > 1) way.pop_back();
  }
  return way;
}

}  // namespace

TEST_CASE("chez: a player who needs a card without any in stock or discards is killed, revolt or not") {
  // Six hands of nine and the card turned up are the whole pack.
  auto rest = fresh_pack({.jokers = 3});
  std::vector<std::string> hands{"2c 2d 2h 2s 3c 3d 3h 3s 4c"};
  for (const auto& word : testing::words_of(hands[0] + " Kh")) std::erase(rest, *Card::parse(word));
  for (int seat = 1; seat < 6; ++seat) {
    std::string hand;
    for (int i = 0; i < 9; ++i) {
      hand += rest.back().text() + " ";
      rest.pop_back();
    }
    hands.push_back(hand);
  }
  auto game = chez_game({.hands = hands, .first = "Kh"});
  CHECK(game.lines_with("killed") == Lines{"killed 0"});
  CHECK(game.lines_with("reshuffle").empty());
  CHECK(game.game().outcome().places[0] == 6);
}

TEST_CASE("chez: a reshuffle takes the secondary pile and the pile without its top card") {
  auto game = chez_game({.hands = {"Jo Jo Jo 2c 2d 2h 2s 3c 3d 3h", "Kc Kd Kh Ks Qc Qd Qh Qs Jc Jd",
                                   "9c 9d 9h 9s Tc Td Th Ts 8c 8d", "7c 7d 7h 7s 6c 6d 6h 6s 5c 5d",
                                   "4c 4d 4h 4s 5h 5s 8h 8s Jh Js"},
                         .first = "3s",
                         .dice = {4, 1, 1, 1}});
  game.play("betting-man");  // four cards are left; everything that was played except one joker is shuffled
  CHECK(game.lines_with("reshuffle") == Lines{"reshuffle 2 10"});
}

TEST_CASE("chez: in a siege the betting man kills all others, including the siege's player") {
  auto game = chez_game({.hands = {"As 2s 3s 4d 5c 7h 8h 9h Th 6c", "2d 4c 5d 5h 5s 6d 6s 7c 7d 7s",
                                   "Jo Jo Jo 9s 8c 8d 8s 9c 9d Tc"},
                         .first = "Kc",
                         .stock = "6h Jh Qh Kh 2c 3c",
                         .dice = {6, 1, 1}});
  game.play("play:6c pass play:2d play:9s revolution:As,2s,3s,4d,5c extend:6h extend:7h extend:8h extend:9h");
  game.play("extend:Th extend:Jh extend:Qh extend:Kh siege play:4c");
  CHECK(game.news_of("betting-man") == Lines{"betting-man 2", "lay 2 8c 8d 8s 9c 9d Tc Jo Jo Jo",
                                             "roll 0 1 20 1", "killed 0", "roll 1 1 20 1", "killed 1",
                                             "place 0 2", "place 1 2", "place 2 1", "score 0 0 0",
                                             "score 1 0 0", "score 2 2 2"});
}

TEST_CASE("chez: a player who must give more cards than the hand has gives all") {
  auto game = chez_game({.hands = {"Kc Kd Ks Kh 3d 4d", "9c 9d 9h 9s 2c Jo", "Jd Jc Js Jh Tc Td"},
                         .first = "8c",
                         .stock = "5c 6d",
                         .dice = {7, 7, 7, 7}});
  CHECK(game.play("play:3d play:9c,9d,9s,9h play:Jd pass").question().starts_with("0: "));
  const auto news = game.news_of("play:Kc,Kd,Ks swap:1 offer:4d offer:Kh");
  CHECK(news[3] == "offer 0 Kh");  // everything that seat 0 has: two cards, not three
  CHECK(std::ranges::count_if(news, [](const auto& line) { return line.starts_with("deliver"); }) == 4);
}

TEST_CASE("chez: an opponent with too few cards draws until there are enough") {
  auto game = chez_game({.hands = {"Kc Kd 3d 7h 8h", "9c 9d 9h 9s 2c"},
                         .first = "8c",
                         .stock = "5c 6d",
                         .dice = {7, 7},
                         .draws = {0, 0}});
  game.play("play:3d play:9c,9d,9s,9h");
  CHECK(beginning(game.news_of("play:Kc,Kd swap:1 offer:7h offer:8h"), 10) ==
        Lines{"play 0 Kc Kd", "swap 0 1", "offer 0 7h", "offer 0 8h", "draw 1 5c", "deliver 1 0 2c",
              "deliver 1 0 5c", "deliver 0 1 7h", "deliver 0 1 8h", "roll 0 1 10 7"});
}

TEST_CASE("chez: a face-up royal that is swapped is seen by all, other cards by the two alone") {
  auto game = chez_game(
      {.hands = {"Jc Qc Kc 3d 4d", "Qs 8c 2c 2d 2s", "9d 9h 7d 7c Kd"}, .first = "Jo", .draws = {3, 0}});
  game.play("court:Jc,Qc,Kc play:2d play:7d");
  static_cast<void>(game.news());
  const auto others = game.play("play:Kc swap:1 offer:3d offer:4d").news(2);
  // Seat 1 holds 2c 2s 8c Qs: the queen was revealed.
  CHECK(others == Lines{"play 0 Kc", "swap 0 1", "offer 0 ??", "offer 0 ??", "deliver 1 0 Qs",
                        "deliver 1 0 ??", "deliver 0 1 ??", "deliver 0 1 ??"});
}

TEST_CASE("chez: royals picked up later stay hidden, until another court is played") {
  auto game = chez_game(
      {.hands = {"Jc Qc Kc 6d 4d 9s", "Jd Qd Kd 2d 3s 9h"}, .first = "Jo", .stock = "Ks 7c", .dice = {1}});
  CHECK(game.play("court:Jc,Qc,Kc").lines_with("reveal") == Lines{"reveal 1 Jd Qd Kd"});
  CHECK(game.play("play:2d play:6d").lines_with("reveal").size() == 1);
  CHECK(is_legal(game, "court:Jd,Qd,Kd"));  // face-up because of another seat's court, and still in hand
  CHECK(game.play("court:Jd,Qd,Kd").lines_with("reveal") == Lines{"reveal 1 Jd Qd Kd", "reveal 0 Ks"});
}

TEST_CASE("chez: the last ace, spent on a nope, takes its player out when the action is over") {
  auto game = chez_game({.hands = {"6c 3d 4d 5d 7d", "4c 4s 4h 4c As", "Kd 9c 9d 9h 9s"},
                         .first = "Kc",
                         .dice = {11, 1, 1},
                         .packs = 2});
  game.play("play:3d play:4c,4c,4s,4h play:9c");
  CHECK(beginning(game.news_of("play:6c nope:As"), 4) ==
        Lines{"play 0 6c", "roll 0 1 6 1", "nope 1 As", "finish 1"});
}

TEST_CASE("chez: a run ends at the king, and the chance to extend with it") {
  auto game = chez_game({.hands = {"2s 3s 4d 5c 6h 7h 8h 9h Th Jh", "Qc Ac 3d 3h 4c 4h 5d 5h 6d 6s",
                                   "Kc Ad 7c 7d 8c 8d 9c 9d Tc Td"},
                         .first = "2h"});
  game.play("revolution:2s,3s,4d,5c extend:6h extend:7h extend:8h extend:9h extend:Th extend:Jh pass pass");
  CHECK(game.lines_with("finish") == Lines{"finish 0"});
  CHECK(game.play("extend:Qc extend:Kc").question().find("extend") == std::string::npos);
}

TEST_CASE("chez: a chosen next player plays when the turn is over") {
  auto game = chez_game(
      {.hands = {"Qc Qd 3d 7d 5d", "Kc 5c 2c 2d 2s", "Kd Ks 3c 8c 3s"}, .first = "2h", .dice = {7}});
  CHECK(game.play("play:Qd,Qc next:2,0").question().starts_with("2: "));
  CHECK(game.play("play:8c").question().starts_with("1: "));
}

TEST_CASE("chez: after 10,000 actions and pick-ups those still in share the best free place") {
  const auto rules = make_rules("chez", 2, {}).value();
  const auto way = endless_game(rules);
  const auto referee = testing::second_referee(rules);
  for (const auto& position : way) {
    for (const auto& event : position.told.events()) referee->read(event.text());
  }
  referee->finish();
  CHECK(referee->places() == std::vector<int>{1, 1});
  CHECK(referee->totals() == std::vector<int>{0, 0});
}
