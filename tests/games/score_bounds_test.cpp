// The bounds of scores: no game leaves the bounds that its rules state, and games laid out for one seat to
// score as much, or as little, reach them: they are no wider.
#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <span>

#include <catch2/catch.hpp>

#include "games/anarchy/anarchy_deals.hpp"
#include "games/layout/family.hpp"
#include "support/random_rules.hpp"
#include "support/repetitions.hpp"
#include "support/scripted_game.hpp"

using namespace tribunal;
using testing::Dice;
using testing::ScriptedGame;
using testing::words_of;

namespace {

/// The bounds of a seat's score in a game of the catalogue, with options that are valid for it.
ScoreBounds bounds(const std::string& game, int players, const OptionTexts& options = {}) {
  return make_rules(game, players, options).value().score_bounds();
}

using Chooser = std::function<Action(Seat, const ActionList&)>;

Outcome outcome_of(const Rules& rules, const DealPointer& deal, const Chooser& choose) {
  const auto game = rules.deal(deal);
  auto events = EventLog::muted();
  ActionList actions;
  game->begin(events);
  testing::play_out(*game, events, [&](const Game& now, Seat seat) {
    now.legal_actions(seat, actions);
    return choose(seat, actions);
  });
  return game->outcome();
}

/// The preferences of a seat: random decisions, or verbs that it prefers to others.
struct Temper {
  std::vector<Verb> likes;
};

const Temper plays_all{
    {verbs::play, verbs::pay, verbs::raise, verbs::bet, verbs::call, verbs::doubles, verbs::accept}};
const Temper plays_nothing{{verbs::discard, verbs::pay, verbs::call, verbs::pass, verbs::accept}};
const Temper gives_up{{verbs::fold, verbs::drop, verbs::discard, verbs::doubles}};

Action choice_of(const Temper& temper, const ActionList& actions, Dice& dice) {
  for (const auto verb : temper.likes) {
    std::vector<Action> liked;
    std::ranges::copy_if(actions, std::back_inserter(liked),
                         [verb](const Action& action) { return action.verb() == verb; });
    if (!liked.empty() && dice.below(16) != 0) return dice.pick(liked);
  }
  return actions[dice.below(actions.size())];
}

// Tricks: each is the cards of the seats, from seat 0.

using Tricks = std::vector<std::string>;

std::vector<std::string> hands_of(const Tricks& tricks) {
  std::vector<std::string> hands(words_of(tricks.front()).size());
  for (const auto& trick : tricks) {
    const auto cards = words_of(trick);
    for (std::size_t seat = 0; seat < hands.size(); ++seat) hands[seat] += cards[seat] + " ";
  }
  return hands;
}

std::string plays_of(const Tricks& tricks) {
  std::string plays;
  for (const auto& trick : tricks) {
    std::string together;
    for (const auto& card : words_of(trick)) together += "|play:" + card;
    plays += together.substr(1) + " ";
  }
  return plays;
}

std::string bids(const std::string& bid, int players) { return testing::all_say("bid:" + bid, players); }

/// Twelve tricks of four suits each: seat 0 has the ace, king or queen of one, the others cards from `tops`
/// down.
Tricks tricks_of_four_suits(const std::vector<std::string>& tops) {
  Tricks tricks;
  std::array<std::size_t, suit_count> used{};
  const std::string suits = "cdhs";
  for (const char rank : std::string{"AKQ"}) {
    for (std::size_t own = 0; own < suits.size(); ++own) {
      auto trick = std::string{rank} + suits[own];
      for (std::size_t suit = 0; suit < suits.size(); ++suit) {
        if (suit != own) trick += std::string{" "} + tops[suit][used[suit]++] + suits[suit];
      }
      tricks.push_back(trick);
    }
  }
  return tricks;
}

// Layouts: each seat's cards in the order in which it gets them.

/// Two players, seat 1 first; the cards of both in turn, the aces at the very end of the stock.
std::string two_sequences(const std::string& first, const std::string& second) {
  const auto of_first = words_of(first);
  const auto of_second = words_of(second);
  std::vector<std::string> stock;
  for (std::size_t i = 0; i < of_first.size(); ++i) {
    stock.push_back(of_first[i]);
    if (i < of_second.size()) stock.push_back(of_second[i]);
  }
  return testing::joined(stock);
}

std::vector<int> scores(const std::string& game, const OptionTexts& options, const std::string& stock,
                        const Chooser& choose) {
  const auto rules = make_rules(game, 2, options).value();
  const auto deal =
      std::make_shared<const StackedDeal>(StackedDeal::Stocks{{"hand 1", testing::stock_of(stock)}});
  const auto outcome = outcome_of(rules, deal, choose);
  return {outcome.scores.begin(), outcome.scores.begin() + outcome.seats};
}

/// Raises and pays whatever can be; plays its cards suit by suit from the king down.
Action everything(Seat /*seat*/, const ActionList& actions) {
  for (const auto verb : {verbs::doubles, verbs::accept, verbs::raise, verbs::bet, verbs::call, verbs::pay}) {
    const auto found = std::ranges::find(actions, verb, &Action::verb);
    if (found != actions.end()) return *found;
  }
  const auto later = [](const Action& a, const Action& b) {
    if ((a.verb() == verbs::play) != (b.verb() == verbs::play)) return b.verb() == verbs::play;
    if (a.card().suit() != b.card().suit()) return a.card().suit() > b.card().suit();
    return a.card().rank() < b.card().rank();
  };
  return *std::ranges::max_element(actions, later);
}

/// Seat 1 plays its hearts from the king down, and nothing else is played.
Action hearts_of_seat_1(Seat seat, const ActionList& actions) {
  const auto plays_heart = [&](const Action& action) {
    return seat == 1 && action.verb() == verbs::play && action.card().suit() == Suit::hearts;
  };
  const auto highest = std::ranges::find_if(actions.rbegin(), actions.rend(), plays_heart);
  if (highest != actions.rend()) return *highest;
  const auto discard = [](const Action& action) { return action.verb() == verbs::discard; };
  const auto found = std::ranges::find_if(actions, discard);
  return found == actions.end() ? actions.front() : *found;
}

/// All melds of seat 1 are as long as those of seat 0, and win.
std::string all_won_by_seat_1() {
  std::string odd;
  std::string even;
  for (const char suit : std::string{"cdhs"}) {
    for (const char rank : std::string{"KJ9753"}) odd += std::string{rank, suit} + " ";
    for (const char rank : std::string{"QT8642"}) even += std::string{rank, suit} + " ";
  }
  return two_sequences(odd, even);
}

std::string hearts_to_seat_1() {
  std::string hearts;
  std::string others;
  for (const char rank : std::string{"KQJT98765432"}) {
    hearts += std::string{rank, 'h'} + " ";
    others += std::string{rank, 'c'} + " ";
  }
  return two_sequences(hearts, others);
}

}  // namespace

TEST_CASE("no random game leaves the bounds of its rules, however the seats decide") {
  Dice dice{11};
  const std::vector<Temper> tempers{{}, {}, plays_all, plays_nothing, gives_up};
  for (int i = 0; i < testing::repetitions(20'000); ++i) {
    const auto rules = testing::random_rules(dice);
    std::vector<Temper> at_table;
    for (int seat = 0; seat < rules.players(); ++seat) at_table.push_back(dice.pick(tempers));
    const auto outcome = outcome_of(rules, testing::numbered_deal(static_cast<std::uint64_t>(i)),
                                    [&](Seat seat, const ActionList& actions) {
                                      return choice_of(at_table.at(index_of(seat)), actions, dice);
                                    });
    const auto allowed = rules.score_bounds();
    for (const auto seat : SeatSet::first(rules.players())) {
      CAPTURE(testing::describe(rules), i, int{seat}, allowed.least, allowed.most);
      CHECK(allowed.has(outcome.scores[index_of(seat)]));
    }
  }
}

TEST_CASE("every game states its bounds: the lowest is below the highest, and hands add up") {
  Dice dice{12};
  for (int i = 0; i < 20'000; ++i) {
    const auto rules = testing::random_rules(dice);
    CAPTURE(testing::describe(rules));
    CHECK(rules.score_bounds().least < rules.score_bounds().most);
  }
  CHECK(bounds("mitch", 3, {{"hands", "1000"}}) == bounds("mitch", 3).times(1000));
  CHECK(bounds("anarchy", 5, {{"hands", "7"}}) == bounds("anarchy", 5).times(7));
}

TEST_CASE("Tennis and Chez: the bounds are 0 and all others outlasted, and random games reach both") {
  const std::map<std::string, int> points_for_each{{"tennis", 2}, {"chez", 1}};
  for (const auto& [name, points] : points_for_each) {
    for (const int players : {2, 3, 4, 6}) {
      const auto rules = make_rules(name, players, {}).value();
      CHECK(rules.score_bounds() == ScoreBounds{.least = 0, .most = points * (players - 1)});
      Dice dice{13};
      std::int32_t least = 1;
      std::int32_t most = 0;
      for (std::uint64_t i = 0; i < 40; ++i) {
        const auto scores =
            outcome_of(rules, testing::numbered_deal(i), [&](Seat, const ActionList& actions) {
              return dice.pick(actions);
            }).scores;
        const auto seats = std::span{scores}.first(static_cast<std::size_t>(players));
        least = std::min(least, std::ranges::min(seats));
        most = std::max(most, std::ranges::max(seats));
      }
      CHECK(least == 0);
      CHECK(most == points * (players - 1));
    }
  }
}

TEST_CASE("bounds reached: Snark, all cards for one seat, and a single one for another") {
  const Tricks all{"2s As 8s", "3s As 9s", "4s As Ts", "5s As Js", "6s As Qs", "7s As Ks", "2h Ah 3h"};
  const testing::LaidOut deal{.hands = {"2s 3s 4s 5s 6s 7s 2h", "As Ah", "8s 9s Ts Js Qs Ks 3h"}};
  auto most = testing::laid_out_game("snark", 3, 7, deal, {{"target", "1"}});
  most.play(plays_of(all));
  CHECK(most.is_over());
  CHECK(most.scores() == std::vector{10, 21, 10});
  CHECK(bounds("snark", 3, {{"target", "1"}}) == ScoreBounds{.least = 1, .most = 21});

  const Tricks but_one{"2h As 8s", "2s As 9s", "3s As Ts", "4s As Js", "5s As Qs", "6s As Ks", "2h Ah 3h"};
  auto least = testing::laid_out_game("snark", 3, 7, deal, {{"target", "20"}});
  least.play(plays_of(but_one));
  CHECK(least.is_over());
  CHECK(least.scores() == std::vector{1, 20, 10});
  CHECK(bounds("snark", 3, {{"target", "20"}}) == ScoreBounds{.least = 1, .most = 40});
  CHECK(bounds("snark", 3, {{"target", "22"}}).least == 2);
}

TEST_CASE("bounds reached: Anarchy, nearly all cards, and nothing") {
  Tricks four;
  for (const char suit : std::string{"cdhs"}) {
    for (const auto* ranks : {"AJT9", "K876", "Q543"}) {
      std::string trick;
      for (const char rank : std::string{ranks}) trick += std::string{rank, suit} + " ";
      four.push_back(trick);
    }
  }
  four.emplace_back("2c 2d 2h 2s");
  auto of_four = testing::laid_out_game("anarchy", 4, 13, {.hands = hands_of(four)});
  of_four.play(bids("no-suit", 4) + " " + plays_of(four));
  CHECK(of_four.scores() == std::vector{49, 1, 1, 1});
  CHECK(bounds("anarchy", 4) == ScoreBounds{.least = 0, .most = 49});

  const Tricks five{"Ah Qh Jh Th 9h", "As Qs Js Ts 9s", "Kh 8h 7h 6h 5h", "Ks 8s 7s 6s 5s", "Ac Jc Tc 9c 8c",
                    "Kc 7c 6c 5c 4c", "Qc 3c 2c 4h 4s", "Ad Jd Td 9d 8d", "Kd 7d 6d 5d 4d", "Qd 3d 2d 3h 3s"};
  auto of_five = testing::laid_out_game("anarchy", 5, 10, {.hands = hands_of(five), .after = "2h 2s"});
  of_five.play("bid:no-suit|bid:clubs|bid:clubs|bid:clubs|bid:clubs " + plays_of(five));
  CHECK(of_five.scores() == std::vector{48, 0, 0, 0, 0});
  CHECK(bounds("anarchy", 5) == ScoreBounds{.least = 0, .most = 48});
}

TEST_CASE("bounds reached: Anarchist Bomb, every card, and nothing") {
  // The joker makes the two the highest card of its trick; the odd card is the jack of clubs.
  auto four = tricks_of_four_suits({"T98765432", "T98765432", "T98765432", "JT9876543"});
  four.emplace_back("2s Jo Jd Jh");
  for (const auto* joker : {"leaves", "attached"}) {
    const OptionTexts options{{"joker", joker}};
    auto game =
        testing::laid_out_game("anarchist-bomb", 4, 13, {.hands = hands_of(four), .last = "Jc"}, options);
    game.play(bids("overs", 4) + " " + plays_of(four));
    CHECK(game.scores().front() == bounds("anarchist-bomb", 4, options).most);
  }
  CHECK(bounds("anarchist-bomb", 4) == ScoreBounds{.least = 0, .most = 455});

  Tricks five;
  for (const char suit : std::string{"cdhs"}) {
    const std::string left{suit == 'c' ? "3" : "2"};
    for (const auto& ranks : {std::string{"AJT98"}, std::string{"K8776"}, "Q654" + left}) {
      std::string trick;
      for (const char rank : ranks) trick += std::string{rank, suit} + " ";
      five.push_back(trick);
    }
  }
  five.emplace_back("2c 3d 3h 3s Jo");
  auto of_five = testing::laid_out_game("anarchist-bomb", 5, 13, {.hands = hands_of(five)});
  of_five.play(bids("overs", 5) + " " + plays_of(five));
  CHECK(of_five.scores().front() == 575);
  CHECK(bounds("anarchist-bomb", 5) == ScoreBounds{.least = 0, .most = 575});
}

TEST_CASE("bounds reached: Organised Chaos, every card of ten hands") {
  auto tricks = tricks_of_four_suits({"JT9876543", "JT9876543", "JT9876543", "T98765432"});
  tricks.emplace_back("Js 2c 2d 2h");
  const auto hands = hands_of(tricks);
  // Each seat's gifts from its right neighbour are dealt to that neighbour.
  std::vector<std::vector<std::string>> dealt;
  std::string gifts;
  for (std::size_t seat = 0; seat < 4; ++seat) {
    const auto own = words_of(hands[seat]);
    auto next = words_of(hands[(seat + 1) % 4]);
    next.resize(3);
    std::ranges::sort(next, {}, [](const std::string& card) { return Card::parse(card)->index(); });
    gifts += "|give:" + std::to_string((seat + 1) % 4) + "," + next[0] + "," + next[1] + "," + next[2];
    dealt.emplace_back(own.begin() + 3, own.end());
    dealt.back().insert(dealt.back().end(), next.begin(), next.end());
  }
  StackedDeal::Stocks stocks;
  for (std::size_t dealer = 0; dealer < 10; ++dealer) {
    auto& stock = stocks["hand " + std::to_string(dealer + 1)];
    for (std::size_t i = 0; i < 52; ++i) {
      stock.push_back(Card::parse(dealt[(dealer + 1 + i) % 4][i / 4]).value());
    }
  }
  ScriptedGame game{make_rules("organised-chaos", 4, {}).value(),
                    std::make_shared<const StackedDeal>(std::move(stocks))};
  for (const auto* bid :
       {"spades", "clubs", "hearts", "diamonds", "cards", "black", "red", "best", "overs", "unders"}) {
    game.play(gifts.substr(1) + " " + bids(bid, 4) + " " + plays_of(tricks));
  }
  CHECK(game.is_over());
  CHECK(game.scores().front() == bounds("organised-chaos", 4).most);
}

TEST_CASE("bounds reached: Mitch and Revolution, all suits won and all cards lost") {
  const auto stock = all_won_by_seat_1();
  CHECK(scores("mitch", {}, stock, everything) == std::vector{-24, 16});
  CHECK(bounds("mitch", 2) == ScoreBounds{.least = -24, .most = 16});
  CHECK(scores("revolution", {}, stock, everything) == std::vector{-19, 15});
  CHECK(bounds("revolution", 2) == ScoreBounds{.least = -19, .most = 15});
}

TEST_CASE("bounds reached: by unique cards, one suit of twelve with every bonus") {
  for (const auto& [scoring, most] : {std::pair{"advanced", 52}, std::pair{"preferred", 104}}) {
    const OptionTexts options{{"scoring", scoring}};
    CHECK(scores("revolution", options, hearts_to_seat_1(), hearts_of_seat_1) == std::vector{0, most});
    CHECK(bounds("revolution", 2, options) == ScoreBounds{.least = -19, .most = most});
    CHECK(scores("mitch", options, hearts_to_seat_1(), hearts_of_seat_1) == std::vector{0, most});
    CHECK(bounds("mitch", 2, options) == ScoreBounds{.least = -24, .most = most});
  }
}

TEST_CASE("bounds reached: the cube at 64") {
  const OptionTexts options{{"session", "cube"}};
  CHECK(scores("revolution", options, all_won_by_seat_1(), everything) == std::vector{-64 * 19, 64 * 15});
  CHECK(bounds("revolution", 2, options) == ScoreBounds{.least = -64 * 19, .most = 64 * 15});
  CHECK(bounds("revolution", 2, {{"session", "cube"}, {"drop_points", "100"}}) ==
        ScoreBounds{.least = -3200, .most = 3200});
}

TEST_CASE("bounds reached: stud, four chips a round as long as there are cards") {
  const OptionTexts options{{"session", "stud"}};
  CHECK(scores("revolution", options, all_won_by_seat_1(), everything) == std::vector{-81, 81});
  CHECK(bounds("revolution", 2, options) == ScoreBounds{.least = -81, .most = 81});
}

TEST_CASE("bounds reached except for the odd chip: gambling, the pot of a hand that takes every card") {
  const OptionTexts options{{"session", "gambling"}};
  CHECK(scores("revolution", options, all_won_by_seat_1(), everything) == std::vector{-49, 49});
  CHECK(bounds("revolution", 2, options) == ScoreBounds{.least = -50, .most = 50});
}
