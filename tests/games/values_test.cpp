// The values of actions: what they may depend on, positions with an obvious best action, and how well games
// are played by them.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "games/anarchy/anarchy_deals.hpp"
#include "games/chez/laid_out_chez.hpp"
#include "games/core/rollout.hpp"
#include "games/layout/laid_out_hands.hpp"
#include "games/tennis/laid_out_tennis.hpp"
#include "support/repetitions.hpp"
#include "support/scripted_game.hpp"
#include "support/what_is_seen.hpp"

using namespace tribunal;
using testing::Dice;
using testing::ScriptedGame;

namespace {

ActionValues values_of(const Game& game, Seat seat) {
  ActionList actions;
  ActionValues values;
  game.legal_actions(seat, actions);
  game.value_actions(seat, actions, values);
  REQUIRE(values.size() == actions.size());
  return values;
}

float value_of(const ScriptedGame& game, Seat seat, const std::string& action) {
  const auto legal = game.legal(seat);
  const auto found = std::ranges::find(legal, action);
  REQUIRE(found != legal.end());
  return values_of(game.game(), seat)[static_cast<std::size_t>(found - legal.begin())];
}

/// The first of the actions with the highest value.
std::string best_action(const ScriptedGame& game, Seat seat) {
  const auto values = values_of(game.game(), seat);
  const auto best = std::ranges::max_element(values) - values.begin();
  return game.legal(seat)[static_cast<std::size_t>(best)];
}

/// A game that was played at random, or by the values, to a random point.
std::unique_ptr<Game> some_position(const Rules& rules, std::uint64_t number, Dice& dice, Stream& stream) {
  auto game = rules.deal(testing::numbered_deal(number));
  auto muted = EventLog::muted();
  Rollout rollout;
  game->begin(muted);
  const bool at_random = dice.flip();
  auto left = dice.below(120);
  if (at_random) testing::play_out(*game, dice, muted, left);
  for (; !at_random && left > 0 && !game->wanted().empty(); --left) rollout.step(*game, stream);
  return game;
}

/// Calls `check` with each seat that is asked in some positions, with the rules, and with a stream for more
/// chance.
template <class Check>
void in_some_positions(std::uint64_t seed, int games, Check check) {
  Dice dice{seed};
  Stream stream = FastDeal{seed}.stream("positions");
  for (int i = 0; i < testing::repetitions(games); ++i) {
    const auto rules = testing::random_rules(dice);
    const auto game = some_position(rules, static_cast<std::uint64_t>(i), dice, stream);
    for (const auto seat : game->wanted()) {
      CAPTURE(testing::describe(rules), i, int{seat});
      check(rules, *game, seat, stream);
    }
  }
}

}  // namespace

TEST_CASE("values of actions are finite and depend only on the knowledge of their seat") {
  in_some_positions(5, 40'000, [](const Rules& /*rules*/, const Game& game, Seat seat, Stream& stream) {
    const auto values = values_of(game, seat);
    REQUIRE(std::ranges::all_of(values, [](float value) { return std::isfinite(value); }));
    const auto redrawn = game.clone();
    redrawn->redraw_hidden(seat, stream);
    REQUIRE(values_of(*redrawn, seat) == values);
  });
}

TEST_CASE("descriptions of actions have all features, and depend only on the knowledge of their seat") {
  ActionList actions;
  std::vector<float> features;
  std::vector<float> redrawn_features;
  in_some_positions(6, 40'000, [&](const Rules& rules, const Game& game, Seat seat, Stream& stream) {
    const auto names = game.feature_names();
    REQUIRE(std::set<std::string_view>(names.begin(), names.end()).size() == names.size());
    game.legal_actions(seat, actions);
    game.describe_actions(seat, actions, features);
    REQUIRE(features.size() == actions.size() * names.size());
    const bool is_layout = find_game(rules.game())->family == "layout";
    const auto is_small = [&](float number) { return std::abs(number) < (is_layout ? 25.0F : 1000.0F); };
    REQUIRE(std::ranges::all_of(features, is_small));
    REQUIRE(names.size() >= (is_layout ? 15 : 0));
    const auto redrawn = game.clone();
    redrawn->redraw_hidden(seat, stream);
    redrawn->describe_actions(seat, actions, redrawn_features);
    REQUIRE(redrawn_features == features);
  });
}

TEST_CASE("the first feature of an action is its value") {
  ActionList actions;
  std::vector<float> features;
  in_some_positions(7, 5'000, [&](const Rules& /*rules*/, const Game& game, Seat seat, Stream& /*stream*/) {
    const auto names = game.feature_names();
    if (names.empty() || names.front() != "value") return;
    const auto values = values_of(game, seat);
    game.legal_actions(seat, actions);
    game.describe_actions(seat, actions, features);
    for (std::size_t row = 0; row < actions.size(); ++row)
      REQUIRE(features[row * names.size()] == values[row]);
  });
}

TEST_CASE("layout: an action that is obviously better has the higher value") {
  // Seat 1 has king, five and two of clubs and the other kings, seat 0 the threes.
  const std::string kings = "Kc 3c Kd 3d Kh 3h Ks 3s 2c 4c 5c 5d 5h 5s 6c 6d 6h 6s ";
  const std::string three_suits = "play:Kc discard:3c play:Kd discard:3d play:Kh discard:3h ";
  const auto [name, options, top, script, seat, better, worse] = GENERATE_COPY(
      table<std::string, std::string, std::string, std::string, Seat, std::string, std::string>({
          // The higher card of a suit first: the lower one still fits then.
          {"revolution", "", testing::two_hands + " 2h", "", 1, "play:Kc", "play:8c"},
          {"mitch", "", testing::two_hands + " 2h", "", 1, "play:Kc", "play:8c"},
          // A card that does not fit any more is of no use.
          {"revolution", "", "Kc Kd 9c 9d 8c 8d 7c 7d 6c 6d 2h 2s Tc Td", "play:9c play:9d", 1, "discard:Kc",
           "discard:8c"},
          {"mitch", "", "Kc Kd 9c 9d 8c 8d 7c 7d 6c 6d 2h 2s Tc Td", "play:9c play:9d", 1, "discard:Kc",
           "discard:8c"},
          // Mitch's penalty for a seat that plays nothing before the last ace.
          {"mitch", "penalty=100", "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d Ac Ad 5c", "", 1, "play:4c", "discard:4c"},
          // A card that does not fit is not taken.
          {"mitch", "draw=either", testing::two_hands + " 2h Tc", "play:8c discard:Tc", 1, "stock",
           "take:Tc"},
          // A seat that would win all suits plays something else, and does not call itself.
          {"revolution", "", kings, three_suits, 1, "play:Ks", "discard:Ks"},
          {"revolution", "tyrant=on", kings, three_suits, 1, "discard:2c", "play:Ks"},
          {"revolution", "tyrant=any", kings, three_suits, 1, "discard:2c", "play:Ks"},
          {"revolution", "tyrant=on", kings, three_suits + "play:Ks", 1, "pass", "call"},
          {"revolution", "session=hustler, mob=on", kings, "", 1, "play:Kc", "fold"},
          // A fresh hand is worth a chip.
          {"revolution", "session=gambling", testing::two_hands, "", 1, "pay:1", "fold"},
          // A fresh hand is worth a doubled cube.
          {"revolution", "session=cube", testing::two_hands, "double:2", 0, "accept", "drop"},
          {"revolution", "session=stud", testing::two_hands, "bet", 0, "call", "fold"},
      }));
  CAPTURE(name, options, script, better, worse);
  ScriptedGame game{name, 2, testing::options_of(options), {top}};
  game.play(script);
  CAPTURE(game.question());
  REQUIRE(game.game().wanted().has(seat));
  CHECK(value_of(game, seat, better) > value_of(game, seat, worse));
}

TEST_CASE("Anarchy: a seat bids what its hand promises") {
  struct Row {
    std::string game;
    std::string hand;
    std::string best;
    OptionTexts options = {};
  };
  const auto row = GENERATE(values<Row>({
      {"anarchy", "As Ks Qs Js 9s 8s 7s 2c 3c 2d 3d 2h 3h", "bid:spades"},
      {"anarchy", "Ac Kc Qc Ad Kd Qd Ah Kh Qh As Ks Qs Jc", "bid:no-suit"},
      {"anarchy", "2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s 5c", "bid:misere"},
      {"anarchy", "As Ks Qs Js 9s 8s 7s 2c 3c 2d 3d 2h 3h", "bid-card:7s", {{"bidding", "bid-card"}}},
      {"anarchist-bomb", "Ac Kc Qc Ad Kd Qd Ah Kh Qh As Ks Qs Jc", "bid:overs"},
      {"anarchist-bomb", "2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s 5c", "bid:unders"},
      {"anarchist-bomb", "Ah Kh Qh Jh 9h 8h 7h 2c 3c 2d 3d 2s 3s", "bid:hearts"},
      {"anarchist-bomb", "Ah Kh Qh Jh 9h 8h 7h 2c 3c 2d 3d 2s 3s", "bid:hearts", {{"joker", "attached"}}},
  }));
  CAPTURE(row.game, row.hand);
  auto game = testing::laid_out_game(row.game, 4, 13, {.hands = {"", row.hand}}, row.options);
  CHECK(best_action(game, 1) == row.best);
}

TEST_CASE("Organised Chaos: gifts are the least useful cards for the likely bid") {
  const auto [hand, best] = GENERATE(table<std::string, std::string>({
      {"As Ks Qs Ah Kh Qh Ad Kd Ac Kc 2c 3d 2h", "give:2,2c,3d,2h"},
      {"2c 3c 4c 2d 3d 4d 2h 3h 4h 2s Ac Ad Ah", "give:2,Ac,Ad,Ah"},
  }));
  CAPTURE(hand);
  const auto game = testing::laid_out_game("organised-chaos", 4, 13, {.hands = {"", hand}});
  CHECK(best_action(game, 1) == best);
}

TEST_CASE("Anarchy: a card that takes the turn-up of the suit bid is played before a lower one of the suit") {
  auto game = testing::laid_out_game("anarchy", 5, 10,
                                     {.hands = {"", "As Qs 9s 5s 2c 3c 2d 3d 2h 3h"}, .after = "6s 4c"});
  game.play("bid:misere|bid:spades|bid:clubs|bid:hearts|bid:no-suit");
  CHECK(best_action(game, 1) == "play:As");
}

TEST_CASE("Anarchy: an unwanted low card is played before the ace of the suit bid") {
  auto game =
      testing::laid_out_game("anarchy", 4, 13, {.hands = {"", "As 2c 3c 4c 5c 6c 7c 8c 9c Tc 2d 3d 4d"}});
  game.play("bid:hearts|bid:spades|bid:hearts|bid:hearts");
  const auto values = values_of(game.game(), 1);
  CHECK(values.back() < values.front());
}

TEST_CASE("Snark: a large hand plays its only card that takes") {
  const auto game = testing::laid_out_game("snark", 7, 7, {.hands = {"", "6c 7c 6d 7d 6h 7h As"}});
  CHECK(best_action(game, 1) == "play:As");
}

TEST_CASE("Snark: a seat that can run out of cards plays the one that it certainly loses") {
  // Seat 1 has 2s and 9h left; the others have shown that they hold higher hearts and nothing else.
  auto game = testing::laid_out_game(
      "snark", 3, 7, {.hands = {"3c 4c 5c 6c 7c 8c 9c", "2c 2d 2h 3h 4h 5h 6h", "Kc Qc Jc Tc Ac Kh Ah"}});
  CHECK(value_of(game, 1, "play:2c") >
        value_of(game, 1, "play:4h"));  // alone in its suit, the lowest card takes the others
}

TEST_CASE("Tennis: the last seat to play wins if it can, else it prevents a winner") {
  const auto [led, best] = GENERATE(table<std::string, std::string>({
      {"7c", "play:8d"},  // the eight beats it
      {"Qc", "play:2d"},  // round the corner
      {"5c", "play:8d"},  // nothing of the hand beats a five; an eight and a five leave each other alone
  }));
  CAPTURE(led);
  auto game = testing::tennis_game({"7c Qc 5c 9c Tc Jc", "8d 2d 8h 8s 4d 3d"});
  game.play("play:" + led);
  CHECK(best_action(game, 1) == best);
}

TEST_CASE("Tennis: the values of the last of three seats are the exact results of its cards") {
  auto game = testing::tennis_game({"7c Qc 5c 9c Tc Jc", "8d 2d 8h 8s 4d 3d", "9h 7h 6h 2h Kh 4h"});
  game.play("play:7c play:8d");
  CHECK(best_action(game, 2) == "play:9h");  // it beats both
}

TEST_CASE("chez: the best action of plain positions") {
  const auto [condition, laid_out, script, best] =
      GENERATE(table<std::string, testing::LaidOutChez, std::string, std::string>({
          {"a six is kept", {.hands = {"6c 6h 3c 8c 9c", "2d 3d 4d 5d 9d"}, .first = "8s"}, "", "play:3c"},
          {"a jack brings more actions",
           {.hands = {"Jc 3c 3d 8c 9c", "2d 3h 4d 5d 9d"}, .first = "Qs"},
           "",
           "play:Jc"},
          {"a revolution sheds four cards",
           {.hands = {"2c 3d 4h 5s 9c", "2d 3h 4d 5d 9d"}, .first = "9s"},
           "",
           "revolution:2c,3d,4h,5s"},
          {"cards that one has to pick up are noped",
           {.hands = {"Jo 3c 3d 8c 9c", "As 3h 4d 5d 9d"}, .first = "9s", .dice = {9}},
           "play:Jo burden:1",
           "nope:As"},
          {"a burden of others is not noped",
           {.hands = {"Jo 3c 3d 8c 9c", "As 3h 4d 5d 9d", "2c 2d 2h 2s 3s"}, .first = "9s", .dice = {9}},
           "play:Jo burden:2",
           "pass"},
          {"a six is given away",
           {.hands = {"Kc 6h 3d 8c 9c", "2d 3h 4d 5d 9d"}, .first = "Ks"},
           "play:Kc swap:1",
           "offer:6h"},
          {"who has the fewest cards has to pick up",
           {.hands = {"Jo 9c 3d 8c 9h", "9d 3h 4d 5d 8d", "2c 2d 2h 2s 3s"}, .first = "9s"},
           "play:9c play:8d play:Jo",
           "burden:1"},
      }));
  CAPTURE(condition);
  auto game = chez_game(laid_out);
  game.play(script);
  CHECK(best_action(game, *game.game().wanted().begin()) == best);
}

namespace {

/// The mean of one seat's score above those of the others, and its standard error.
struct Lead {
  double mean = 0;
  double error = 0;
};

/// One seat plays by the values with this noise, the others at random.
Lead lead_over_random(const Rules& rules, int games, float noise, Dice& dice) {
  auto muted = EventLog::muted();
  Rollout rollout{noise};
  Stream chance = FastDeal{3}.stream("choices");
  ActionList actions;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < games; ++i) {
    const auto game = rules.deal(std::make_shared<const FastDeal>(static_cast<std::uint64_t>(i)));
    const auto me = static_cast<Seat>(i % rules.players());
    game->begin(muted);
    testing::play_out(*game, muted, [&](const Game& now, Seat seat) {
      now.legal_actions(seat, actions);
      const auto at_random = dice.pick(actions);
      return seat == me ? rollout.choose(now, me, chance) : at_random;
    });
    const auto outcome = game->outcome();
    double others = 0;
    for (const auto seat : SeatSet::first(rules.players()))
      others += seat == me ? 0 : outcome.scores[index_of(seat)];
    const auto lead = outcome.scores[index_of(me)] - others / (rules.players() - 1);
    sum += lead;
    squares += lead * lead;
  }
  const auto mean = sum / games;
  return {mean, std::sqrt((squares / games - mean * mean) / games)};
}

}  // namespace

TEST_CASE("a seat that plays by the values does clearly better than seats that play at random") {
  Dice dice{11};
  const auto check = [&](const std::string& name, int players, float noise, double least) {
    const auto rules = make_rules(name, players, {});
    if (!rules) return;
    const auto [mean, error] = lead_over_random(*rules, name == "organised-chaos" ? 60 : 400, noise, dice);
    CAPTURE(name, players, mean, error);
    CHECK(mean > std::max(5 * error, least));
  };
  for (const auto& info : catalogue()) {
    for (int players = info.fewest_players; players <= info.most_players; ++players)
      check(info.name, players, 1, 0);
  }
  for (const std::string name : {"revolution", "mitch", "revolution-advanced", "mob", "mitch-high-low",
                                 "mitch-gunzler", "gambling", "stud", "cube"})
    check(name, name == "cube" ? 2 : 3, 0.5, 3);
}
