// Games of Chez played at random, with every kind of rules, checked by a second referee.
#include <algorithm>

#include <catch2/catch.hpp>

#include "cards/pack.hpp"
#include "games/chez/chez_random_play.hpp"
#include "games/chez/family.hpp"
#include "games/watched_game.hpp"
#include "support/repetitions.hpp"
#include "support/scripted_game.hpp"

using namespace tribunal;
using testing::anything;
using testing::combos_first;
using testing::Dice;
using testing::watched_game;
using testing::WatchedGame;
using Tally = testing::SecondReferee::Tally;

namespace {

[[nodiscard]] Rules random_rules_for(int players, Dice& dice) {
  while (true) {
    auto rules = testing::random_rules_of("chez", dice);
    if (rules.players() == players) return rules;
  }
}

void add_to(Tally& sum, const Tally& tally) {
  for (const auto& [what, times] : tally) sum[what] += times;
}

/// Plays games of this number of players at random. Returns what happened in them, and the turns of each.
Tally play_games(int players, int games, testing::Chooser choose, std::uint64_t seed,
                 std::vector<int>& turns) {
  Dice dice{seed + static_cast<std::uint64_t>(players)};
  Tally happened;
  for (int i = 0; i < games; ++i) {
    const auto rules = random_rules_for(players, dice);
    const auto number = static_cast<std::uint64_t>(i) * 10 + static_cast<std::uint64_t>(players);
    const auto game = watched_game(rules, number, choose, dice);
    turns.push_back(game.tally().at("turn"));
    add_to(happened, game.tally());
  }
  return happened;
}

/// They end, keep their cards, obey the rules, and ask for what the rules let a player choose.
void check_random_games(int players) {
  std::vector<int> turns;
  auto happened = play_games(players, testing::repetitions(10'000, 4), anything, 1, turns);
  for (const auto* const what : {"six", "jack", "burden", "nope", "counter-nope", "went out", "swap"}) {
    CAPTURE(what);
    CHECK(happened[what] > 0);
  }
}

int median(std::vector<int> numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::ranges::nth_element(numbers, middle);
  return *middle;
}

/// The beginning of a game that leads to a siege. Seat 0 is dealt hearts that fit nowhere, picks up the
/// queen, and the 10 and the king when seat 1 plays its joker; or when it plays all three as the betting man,
/// loses and leaves. The others hold black cards to play meanwhile. Everything else is shuffled.
struct Siege {
  int players;
  bool lost_bet;

  [[nodiscard]] DealPointer deal(Dice& dice) const {
    auto rest = fresh_pack({.jokers = 3});
    std::vector<std::vector<Card>> hands(static_cast<std::size_t>(players));
    const auto take = [&rest](std::vector<Card>& to, const std::string& words) {
      for (const auto& word : testing::words_of(words)) {
        to.push_back(Card::parse(word).value());
        rest.erase(std::ranges::find(rest, to.back()));
      }
    };
    std::vector<Card> first;
    std::vector<Card> of_burden;
    take(hands[0], "Ah 2h 3h 4h 5h 6h 7h 8h 9h Jh");
    take(first, "Kd Qh");
    take(of_burden, "Th Kh");
    take(hands[1], lost_bet ? "Jo Jo Jo" : "Jo");
    if (players > 2) take(hands[2], "9s");
    if (players > 3) take(hands[3], "7s");
    for (auto i = rest.size(); i-- > 1;) std::swap(rest[i], rest[dice.below(i + 1)]);
    const auto deal_one = [&rest](std::vector<Card>& to) {
      to.push_back(rest.back());
      rest.pop_back();
    };
    for (auto& hand : hands) {
      while (hand.size() < 10) deal_one(hand);
    }
    std::vector<Card> stock;
    for (std::size_t card = 0; card < 10; ++card) {
      for (const auto& hand : hands) stock.push_back(hand[card]);
    }
    for (int other = 2; lost_bet && other < players; ++other) deal_one(first);  // they pick up before seat 0
    for (const auto& part : {first, of_burden, rest}) stock.insert(stock.end(), part.begin(), part.end());
    // Everyone rolls a 1, except for seat 0, which rolls a 2.
    LaidNumbers rolls(lost_bet ? static_cast<std::size_t>(players - 2) : 0, 0);
    rolls.push_back(1);
    return std::make_shared<const StackedDeal>(StackedDeal::Stocks{{"hand 1", stock}}, DealKey{},
                                               StackedDeal::Numbers{{"dice", rolls}});
  }

  /// Seat 0 raises its siege.
  void begin(WatchedGame& game) const {
    game.play(lost_bet ? "betting-man" : "play:Jo burden:0");
    while (game.legal()[0].verb() == verbs::nope) game.play("pass");
    for (const auto* const word : {"play:9s", "play:7s"}) {
      if (game.wanted() > 0) game.play(word);
    }
    game.play(
        "revolution:Ah,2h,3h,4h,5h extend:6h extend:7h extend:8h extend:9h extend:Th extend:Jh extend:Qh "
        "extend:Kh siege");
  }
};

}  // namespace

// One test for each number of players, so that none takes long.
TEST_CASE("chez: random games of two players agree with a second referee") { check_random_games(2); }
TEST_CASE("chez: random games of three players agree with a second referee") { check_random_games(3); }
TEST_CASE("chez: random games of four players agree with a second referee") { check_random_games(4); }
TEST_CASE("chez: random games of five players agree with a second referee") { check_random_games(5); }
TEST_CASE("chez: random games of six players agree with a second referee") { check_random_games(6); }

TEST_CASE("chez: games of combos reach everything that needs no prepared deal") {
  Tally happened;
  const int games = std::max(100, testing::repetitions(2'000, 5));  // fewer games would miss rare events
  for (int players = 2; players <= 6; ++players) {
    std::vector<int> turns;
    add_to(happened, play_games(players, games, combos_first, 2, turns));
  }
  for (const auto& [what, times] : happened) UNSCOPED_INFO(what << ": " << times);
  for (const auto& what : testing::words_of(
           "six; six noped; jack; jack noped; queen of two; direction reversed; next chosen; "
           "burden; burden noped; castle; castle razed; castle razed in a revolt; court; "
           "court disbanded; royals concealed; pair; pairs at once; swap; swap of several; "
           "swap stopped; draws to swap; retry; nope; counter-nope; set roll picked up; "
           "set roll noped; favour; favour noped; revolution; revolution noped; "
           "revolution of more cards; true revolution; extension of another's; extra actions lost; "
           "execution; killed by the revolution; a head rolled; peace; picks up, unable to play; "
           "reshuffle; red sixes won; red sixes lost; bet lost; went out",
           "; ")) {
    CAPTURE(what);
    CHECK(happened[what] > 0);
  }
  if (games < 1'000) return;  // the other kinds are too rare for few games
  for (const auto* const what :
       {"starved", "bet won", "execution behind a razed castle", "more heads than players"}) {
    CAPTURE(what);
    CHECK(happened[what] > 0);
  }
}

TEST_CASE("chez: games by default rules last about as long as in a trial of the rules") {
  // Medians of 1,500 games of random players who prefer combos; that trial omitted some rare rules.
  const std::map<int, int> expected{{2, 27}, {3, 53}, {4, 74}, {5, 108}, {6, 132}};
  for (const auto& [players, turns_expected] : expected) {
    Dice dice{static_cast<std::uint64_t>(players)};
    std::vector<int> turns;
    const auto rules = make_rules("chez", players, {}).value();
    for (int i = 0; i < testing::repetitions(500); ++i) {
      const auto game = watched_game(rules, static_cast<std::uint64_t>(i), combos_first, dice);
      turns.push_back(game.tally().at("turn"));
    }
    CAPTURE(players);
    CHECK(median(turns) > turns_expected / 2);
    CHECK(median(turns) < turns_expected * 2);
  }
}

TEST_CASE("chez: random games after a siege agree with a second referee") {
  Dice dice{5};
  Tally happened;
  const int games = std::max(300, testing::repetitions(3'000));  // fewer games would miss rare events
  for (int i = 0; i < games; ++i) {
    const int players = 2 + i % 3;
    const Siege siege{.players = players, .lost_bet = players > 2 && dice.flip()};
    const auto rules = make_rules("chez", players, {{"hand_size", "10"}}).value();
    WatchedGame game{rules, siege.deal(dice)};
    CAPTURE(players, siege.lost_bet, game.lines());
    siege.begin(game);
    game.play_out(dice.flip() ? anything : combos_first, dice);
    add_to(happened, game.tally());
  }
  for (const auto* const what : {"siege", "killed by the siege", "killed by the revolution", "siege broken",
                                 "siege broken after others had left", "went out"}) {
    CAPTURE(what);
    CHECK(happened[what] > 0);
  }
}

TEST_CASE("chez: the second referee refuses a game with a missing line or a line of another seat") {
  Dice dice{6};
  for (int i = 0; i < testing::repetitions(2'000); ++i) {
    const auto rules = testing::random_rules_of("chez", dice);
    const auto game = watched_game(rules, static_cast<std::uint64_t>(i), combos_first, dice);
    auto lines = game.lines();
    const auto line = lines.begin() + static_cast<std::ptrdiff_t>(dice.below(lines.size()));
    CAPTURE(testing::describe(rules), game.lines(), *line);
    if (dice.flip()) {
      lines.erase(line);
    } else {
      auto& seat = (*line)[line->find(' ') + 1];
      seat = static_cast<char>('0' + (seat - '0' + 1) % rules.players());
    }
    const auto referee = testing::second_referee(rules);
    const auto read_all = [&] {
      for (const auto& told : lines) referee->read(told);
      referee->finish();
    };
    CHECK_THROWS_AS(read_all(), std::runtime_error);
  }
}
