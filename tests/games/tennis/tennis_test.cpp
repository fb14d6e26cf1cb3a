// Tennis, statement by statement, in prepared deals. Seat 0 deals.
#include <map>

#include <catch2/catch.hpp>

#include "games/second_referee.hpp"
#include "games/tennis/laid_out_tennis.hpp"

using namespace tribunal;
using testing::joined;
using testing::ScriptedGame;
using testing::tennis_game;
using testing::words_of;
using Lines = std::vector<std::string>;

namespace {

/// `play:Kh play:2d` from `Kh 2d`.
std::string plays(const std::string& cards) {
  std::string actions;
  for (const auto& card : words_of(cards)) actions += (actions.empty() ? "play:" : " play:") + card;
  return actions;
}

// Six piles, card by card, in which no card of any trick affects another: the ranks are three apart.
const Lines nobody_wins{"2c 5h 3c 6h 7c Th 9c Qh", "2d 5s 3d 6s 7d Ts 9d Qs", "2h 8c 3h Jc 7h Kc 9h 4c",
                        "2s 8d 3s Jd 7s Kd 9s 4d", "5c 8h 6c Jh Tc Kh Qc 4h", "5d 8s 6d Js Td Ks Qd 4s"};

// Six piles that everyone plays card by card, until four are out after two rounds. Nobody wins tricks 1, 5, 6
// and 7; seat 4 wins trick 2, seat 5 wins tricks 3, 4 and 8.
const Lines two_stay{"2c 6c Qs 9h 4h 2s Kc 3h", "2d Jd 7c 9s 4s 5h Kd 6h", "5c Jh Qc 3s 7d 5s Ks 6s",
                     "5d 6d Qd 9c 7h 8s Tc 3c", "8c 8h Qh 9d 4c Jc Td 3d", "8d Js Kh Th 4d 2h Ts 7s"};

Seat turn(const ScriptedGame& game) { return *game.game().wanted().begin(); }

/// Everyone plays the card taken first, until that round begins.
void play_to_round(ScriptedGame& game, std::size_t round) {
  while (game.lines_with("round").size() < round) game.play(game.legal(turn(game)).front());
}

}  // namespace

TEST_CASE("Tennis: a pack without aces, 48 cards, dealt out evenly to 2, 3, 4 or 6 players") {
  for (const int players : {2, 3, 4, 6}) {
    ScriptedGame game{make_rules("tennis", players, {}).value(), testing::numbered_deal(1)};
    CHECK(game.lines_with("deal").size() == static_cast<std::size_t>(players));
    CHECK(joined(game.lines()).find('A') == std::string::npos);
  }
  CHECK(make_rules("tennis", 5, {}).error().text() ==
        "tennis is for 2, 3, 4 or 6 players, not 5: its 48 cards are dealt out evenly");
  CHECK_FALSE(make_rules("tennis", 1, {}));
  CHECK_FALSE(make_rules("tennis", 7, {}));
}

TEST_CASE(
    "Tennis: one card at a time from the dealer's left, the first one is the top of the pile (ruling)") {
  StackedDeal::Stocks stocks{{"hand 1", fresh_pack({.highest = Rank::king})}};
  const ScriptedGame game{make_rules("tennis", 3, {}).value(),
                          std::make_shared<const StackedDeal>(std::move(stocks))};
  CHECK(game.lines_with("deal") ==
        Lines{"deal 0 4c 7c Tc Kc 4d 7d", "deal 1 2c 5c 8c Jc 2d 5d", "deal 2 3c 6c 9c Qc 3d 6d"});
}

TEST_CASE("Tennis: before a round everyone takes six cards from the pile, and sees no others") {
  const auto game = tennis_game({"2c 3c 4c 5c 6c 7c", "2d 3d 4d 5d 6d 7d"});
  CHECK(game.lines() == Lines{"round 0 1", "deal 0 2c 3c 4c 5c 6c 7c", "deal 1 2d 3d 4d 5d 6d 7d"});
  CHECK(game.lines(1) == Lines{"round 0 1", "deal 0 ?? ?? ?? ?? ?? ??", "deal 1 2d 3d 4d 5d 6d 7d"});
  CHECK(game.question() == "0: play:2c play:3c play:4c play:5c play:6c play:7c");
  CHECK(game.game().default_action(0).text() == "play:2c");  // the one taken first (ruling)
}

TEST_CASE(
    "Tennis: each plays one card of choice to a trick, face up, clockwise; the dealer leads the first") {
  auto game = tennis_game({"2c 3c", "2d 5d", "Jh 9h"});
  game.play(plays("3c 2d 9h"));
  CHECK(game.lines(1).at(4) == "play 0 3c");
  CHECK(game.lines(0).at(5) == "play 1 2d");
  CHECK(game.lines(0).at(6) == "play 2 9h");
}

TEST_CASE("Tennis: the lead passes clockwise, whoever wins, through rounds too") {
  auto game = tennis_game({"", "", ""});
  std::vector<Seat> leaders;
  for (int tricks = 0; tricks < 14; ++tricks) {
    leaders.push_back(turn(game));
    for (int i = 0; i < 3; ++i) game.play(game.legal(turn(game)).back());
  }
  CHECK(leaders == std::vector<Seat>{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1});
}

TEST_CASE("Tennis, option: who leads a round; within it the lead passes clockwise") {
  const auto [lead, first_tricks] =
      GENERATE(table<std::string, std::vector<Seat>>({{"passes-on", {0, 1, 2, 3, 0, 1, 2, 3}},
                                                      {"dealer", {0, 1, 2, 3, 0, 1, 0, 1}},
                                                      {"next-player", {0, 1, 2, 3, 0, 1, 1, 2}}}));
  auto game = tennis_game({"", "", "", ""}, {{"round_lead", lead}});
  std::vector<Seat> leaders;
  for (int tricks = 0; tricks < 8; ++tricks) {
    leaders.push_back(turn(game));
    for (int i = 0; i < 4; ++i) game.play(game.legal(turn(game)).back());
  }
  CAPTURE(lead);
  CHECK(leaders == first_tricks);
}

TEST_CASE("Tennis, option, ruling: a player who is out is skipped as leader of a round") {
  // Seats 0 to 3 are out after round 2.
  const auto lead = GENERATE(std::string{"dealer"}, std::string{"next-player"});
  auto game = tennis_game(two_stay, {{"round_lead", lead}});
  play_to_round(game, 3);
  CAPTURE(lead);
  CHECK(game.lines_with("round").back() == "round 4 3");
}

TEST_CASE("Tennis, option: rules contain round_lead only if it is not the default") {
  CHECK(make_rules("tennis", 4, {{"round_lead", "passes-on"}}).value().options().empty());
  CHECK(make_rules("tennis-dealer-leads", 4, {}).value().options().size() == 1);
  CHECK(make_rules("tennis", 4, {{"round_lead", "winner"}}).error().text() ==
        "round_lead=winner is not possible: round_lead is passes-on|dealer|next-player");
}

TEST_CASE("Tennis: a round is six tricks; the next begins with six new cards") {
  auto game = tennis_game({"2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd"});
  CHECK(game.play(plays("2c 2d 3d 3c 4c 4d 5d 5c 6c 6d 7d")).lines_with("round").size() == 1);
  CHECK(game.news_of("play:7c") == Lines{"play 0 7c", "aside 1 12", "remove 1 12", "round 0 2",
                                         "deal 0 8c 9c Tc Jc Qc Kc", "deal 1 8d 9d Td Jd Qd Kd"});
}

TEST_CASE("Tennis: a card beats the next two ranks below it, round the corner, whatever the suits") {
  const std::map<char, std::string> beaten{{'2', "KQ"}, {'3', "2K"}, {'4', "32"}, {'5', "43"},
                                           {'6', "54"}, {'7', "65"}, {'8', "76"}, {'9', "87"},
                                           {'T', "98"}, {'J', "T9"}, {'Q', "JT"}, {'K', "QJ"}};
  const auto beats = [&](char rank, char other) { return beaten.at(rank).find(other) != std::string::npos; };
  for (const auto& [rank, ranks] : beaten) {
    for (const auto& [other, of_other] : beaten) {
      for (const std::string suits : {"cd", "hs", "dd"}) {
        if (rank == other && suits == "dd") continue;
        const std::string first{rank, suits[0]};
        const std::string second{other, suits[1]};
        CAPTURE(first, second);
        auto game = tennis_game({first, second});
        game.play(plays(first + " " + second));
        CHECK(game.lines().back() == (beats(rank, other)   ? "trick 0 2"
                                      : beats(other, rank) ? "trick 1 2"
                                                           : "aside 0 2"));
      }
    }
  }
}

TEST_CASE("Tennis: in the source's example, K 2 6 7 9 Q, the two takes the trick") {
  auto game = tennis_game({"Kc", "2d", "6h", "7s", "9c", "Qd"});
  CHECK(game.play(plays("Kc 2d 6h 7s 9c Qd")).lines().back() == "trick 1 6");
  // The nine is second: without the two it would win.
  auto without = tennis_game({"Kc", "4d", "6h", "7s", "9c", "Qd"});
  without.play(plays("Kc 4d 6h 7s 9c Qd"));
  CHECK(without.lines().back() == "aside 0 6");  // K 1-0 and 9 1-0 share the best
  auto ahead = tennis_game({"Kc", "4d", "6h", "8s", "9c", "Qd"});
  CHECK(ahead.play(plays("Kc 4d 6h 8s 9c Qd")).lines().back() == "aside 0 6");  // K 1-0, 6 1-1, 8 1-1, 9 1-0
}

TEST_CASE("Tennis: the difference of wins and losses decides, not the wins") {
  const auto [trick, result] =
      GENERATE(table<std::string, std::string>({{"Kc Qd Jh", "trick 0 3"},     // 2-0, 1-1, 0-2
                                                {"5c 3d 2h", "trick 0 3"},     // 1-0, 1-1, 0-1
                                                {"5c 7d 9h", "trick 2 3"},     // 0-1, 1-1, 1-0
                                                {"5c 7d 7h", "aside 0 3"},     // 0-2, and 1-0 twice
                                                {"5c 8d Jh", "aside 0 3"},     // no card beats another
                                                {"5c 5d 6h", "trick 2 3"},     // 0-1 twice, 2-0
                                                {"Kc 2d 3h", "trick 2 3"},     // 0-2, 1-1, 2-0
                                                {"6c 7d 2h", "trick 1 3"}}));  // 0-1, 1-0, 0-0
  CAPTURE(trick);
  const auto cards = words_of(trick);
  auto game = tennis_game({cards[0], cards[1], cards[2]});
  game.play(plays(trick));
  CHECK(game.lines().back() == result);
}

TEST_CASE("Tennis: if the best is shared all cards are set aside, and the next to win takes them too") {
  auto game = tennis_game({"2c 8c 9c", "5d 8d 7d"});
  CHECK(game.play(plays("2c 5d 8d 8c")).lines_with("aside") == Lines{"aside 0 2", "aside 1 4"});
  CHECK(game.play(plays("9c 7d")).lines().back() == "trick 0 6");
}

TEST_CASE("Tennis: cards still set aside at the end of a round leave the game") {
  auto game = tennis_game({"2c 3c 4c 5c 6c 7c", "2d 3d 4d 5d 6d 8d"});
  CHECK(game.play(plays("2c 2d 3d 3c 4c 4d 5d 5c")).lines().back() == "aside 1 8");
  CHECK(game.play(plays("7c 8d")).lines().back() == "trick 1 10");
  const auto news = game.news_of(plays("6d 6c"));
  CHECK(Lines{news.begin(), news.begin() + 4} == Lines{"play 1 6d", "play 0 6c", "aside 1 2", "remove 1 2"});
}

TEST_CASE(
    "Tennis: won cards go under the pile: those set aside, then the trick's, in the order of play (ruling)") {
  auto game = tennis_game(two_stay);
  play_to_round(game, 2);
  CHECK(game.lines_with("aside").front() == "aside 0 6");
  CHECK(game.lines_with("trick") == Lines{"trick 4 12", "trick 5 6", "trick 5 6"});
  CHECK(game.lines_with("deal 4").back() == "deal 4 Td 3d 2c 2d 5c 5d");  // the cards set aside come first
  play_to_round(game, 3);
  CHECK(game.lines_with("deal 4").back() == "deal 4 8c 8d Jd Jh 6d 8h");  // then the trick, led by seat 1
}

TEST_CASE("Tennis: a hand is the whole pile if that has fewer than six cards") {
  auto game = tennis_game(two_stay);
  play_to_round(game, 2);
  CHECK(game.lines_with("deal 0").back() == "deal 0 Kc 3h");
}

TEST_CASE("Tennis: a round has as many tricks as the smallest hand has cards") {
  auto game = tennis_game(two_stay);
  play_to_round(game, 2);
  (void)game.news();
  play_to_round(game, 3);
  CHECK(game.news().size() == 2 * 7 + 4 + 3);  // two tricks, four seats out, a new round with two hands
}

TEST_CASE("Tennis: cards left in hand go under the pile in the order in which they were taken (ruling)") {
  auto game = tennis_game(two_stay);
  play_to_round(game, 2);
  CHECK(game.legal(0).size() == 2);
  CHECK(game.lines_with("deal 4").back() == "deal 4 Td 3d 2c 2d 5c 5d");
  play_to_round(game, 4);
  CHECK(game.lines_with("deal 4").back() == "deal 4 Js 6c 2c 2d 5c 5d");
}

TEST_CASE(
    "Tennis: a player without cards at the end of a round is out, and the lead skips the seat (ruling)") {
  auto game = tennis_game(two_stay);
  play_to_round(game, 3);
  CHECK(game.lines_with("place") == Lines{"place 0 3", "place 1 3", "place 2 3", "place 3 3"});
  CHECK(game.lines_with("round") == Lines{"round 0 1", "round 0 2", "round 4 3"});
  CHECK(game.lines_with("play").back() == "play 0 3h");  // seat 1 led the last trick
  CHECK(game.question().starts_with("4: "));
}

TEST_CASE(
    "Tennis: the last with cards wins; two points for each player outlasted, one for each equal (ruling)") {
  auto game = tennis_game(two_stay);
  game.play_defaults();
  const auto places = game.lines_with("place");
  CHECK(Lines{places.begin() + 4, places.end()} == Lines{"place 4 1", "place 5 2"});
  CHECK(game.scores() == std::vector{3, 3, 3, 3, 10, 8});
}

TEST_CASE("Tennis: if a round takes the last cards of all, they share the place (ruling)") {
  auto game = tennis_game(nobody_wins);
  game.play_defaults();
  CHECK(game.lines_with("trick").empty());
  CHECK(game.lines_with("remove") == Lines{"remove 5 36", "remove 1 12"});
  CHECK(game.lines_with("place") ==
        Lines{"place 0 1", "place 1 1", "place 2 1", "place 3 1", "place 4 1", "place 5 1"});
  CHECK(game.scores() == std::vector{5, 5, 5, 5, 5, 5});
}

TEST_CASE("Tennis: after 500 rounds those still in are placed by their cards, and ties share (ruling)") {
  // Found by trying: deals in which the game cycles forever if everyone plays the card taken first.
  const auto [players, deal, places, scores] = GENERATE(table<int, std::uint64_t, Lines, std::vector<int>>(
      {{3, 2731, {"place 1 3", "place 0 2", "place 2 1"}, {2, 0, 4}},
       {6,
        117849,
        {"place 4 6", "place 0 4", "place 5 4", "place 1 2", "place 2 1", "place 3 2"},
        {3, 7, 10, 7, 0, 3}}}));
  const auto rules = make_rules("tennis", players, {}).value();
  ScriptedGame game{rules, testing::numbered_deal(deal)};
  game.play_defaults();
  CHECK(game.lines_with("round").back().ends_with(" 500"));
  CHECK(game.lines_with("place") == places);
  CHECK(game.scores() == scores);
  const auto referee = testing::second_referee(rules);
  for (const auto& line : game.lines()) referee->read(line);
  CHECK_NOTHROW(referee->finish());
  CHECK(referee->totals() == scores);
}
