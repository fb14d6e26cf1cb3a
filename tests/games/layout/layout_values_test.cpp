// The values that a layout game gives to actions: they follow from what the seat sees, they prefer what is
// obviously better, and a player who plays by them beats one who plays at random.
#include <cmath>

#include <catch2/catch.hpp>

#include "games/core/rollout.hpp"
#include "games/layout/laid_out_hands.hpp"
#include "support/random_rules.hpp"
#include "support/repetitions.hpp"
#include "support/words.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

/// The opinion of a seat that is asked about its actions.
struct Thoughts {
  ActionList actions;
  ActionValues values;
  std::vector<float> features;

  Thoughts(const Game& game, Seat seat) {
    game.legal_actions(seat, actions);
    game.value_actions(seat, actions, values);
    game.describe_actions(seat, actions, features);
  }

  [[nodiscard]] float value_of(const std::string& action) const {
    const auto found = std::ranges::find(actions, action, &Action::text);
    REQUIRE(found != actions.end());
    return values[static_cast<std::size_t>(found - actions.begin())];
  }
};

/// The opinions of each seat that is asked in this game: they are numbers, and the same for every deal that
/// is possible for the seat.
void check_thoughts(const Game& game, Stream& stream) {
  const auto names = game.feature_names().size();
  REQUIRE(names >= 15);
  for (const auto seat : game.wanted()) {
    const Thoughts thoughts{game, seat};
    REQUIRE(thoughts.values.size() == thoughts.actions.size());
    REQUIRE(thoughts.features.size() == thoughts.actions.size() * names);
    for (const auto value : thoughts.values) REQUIRE(std::isfinite(value));
    for (const auto feature : thoughts.features) REQUIRE(std::abs(feature) < 25);
    const auto other = game.clone();
    other->redraw_hidden(seat, stream);
    const Thoughts again{*other, seat};
    REQUIRE(again.values == thoughts.values);
    REQUIRE(again.features == thoughts.features);
  }
}

/// Plays a game to its end, seat by seat by values or at random.
void play_on(Game& game, SeatSet by_values, Rollout& rollout, Dice& dice, Stream& chance) {
  auto muted = EventLog::muted();
  Choices choices;
  ActionList actions;
  while (!game.wanted().empty()) {
    testing::choose_at_random(game, dice, actions, choices);
    for (const auto seat : game.wanted()) {
      if (by_values.has(seat)) choices[seat] = rollout.choose(game, seat, chance);
    }
    game.apply(choices, muted);
  }
}

}  // namespace

TEST_CASE("layout: values and features are finite and depend only on the seat's knowledge") {
  Dice dice{21};
  Stream stream = FastDeal{21}.stream("redraw");
  Rollout rollout;
  auto muted = EventLog::muted();
  ActionList actions;
  Choices choices;
  for (int i = 0; i < testing::repetitions(4'000); ++i) {
    const auto rules = testing::random_rules_of("layout", dice);
    CAPTURE(testing::describe(rules), i);
    const auto game = rules.deal(testing::numbered_deal(static_cast<std::uint64_t>(i)));
    game->begin(muted);
    while (!game->wanted().empty()) {
      if (dice.below(4) == 0) check_thoughts(*game, stream);
      if (dice.flip()) {
        rollout.step(*game, stream);
      } else {
        testing::choose_at_random(*game, dice, actions, choices);
        game->apply(choices, muted);
      }
    }
  }
}

TEST_CASE("layout: an action that is obviously better has the higher value") {
  struct Position {
    std::string game;
    int players;
    OptionTexts options;
    std::string top;     ///< top card of the stock
    std::string script;  ///< actions so far
    Seat seat;
    std::string better;
    std::string worse;
  };
  // Seat 1 has king, five and two of clubs and the other kings, seat 0 the threes.
  const std::string kings = "Kc 3c Kd 3d Kh 3h Ks 3s 2c 4c 5c 5d 5h 5s 6c 6d 6h 6s ";
  const std::string three_suits = "play:Kc discard:3c play:Kd discard:3d play:Kh discard:3h ";
  const auto position = GENERATE_COPY(values<Position>({
      // The higher card of a suit first: the lower one still fits then.
      {"revolution", 2, {}, testing::two_hands + " 2h", "", 1, "play:Kc", "play:8c"},
      {"mitch", 2, {}, testing::two_hands + " 2h", "", 1, "play:Kc", "play:8c"},
      // A card that does not fit any more is worthless.
      {"revolution",
       2,
       {},
       "Kc Kd 9c 9d 8c 8d 7c 7d 6c 6d 2h 2s Tc Td",
       "play:9c play:9d",
       1,
       "discard:Kc",
       "discard:8c"},
      {"mitch",
       2,
       {},
       "Kc Kd 9c 9d 8c 8d 7c 7d 6c 6d 2h 2s Tc Td",
       "play:9c play:9d",
       1,
       "discard:Kc",
       "discard:8c"},
      // Mitch's penalty for a seat that plays nothing before the last ace.
      {"mitch",
       2,
       {{"penalty", "100"}},
       "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d Ac Ad 5c",
       "",
       1,
       "play:4c",
       "discard:4c"},
      // A card that does not fit is not taken.
      {"mitch",
       2,
       {{"draw", "either"}},
       testing::two_hands + " 2h Tc",
       "play:8c discard:Tc",
       1,
       "stock",
       "take:Tc"},
      // A seat that would win all suits plays something else, and does not call itself.
      {"revolution", 2, {}, kings, three_suits, 1, "play:Ks", "discard:Ks"},
      {"revolution", 2, {{"tyrant", "on"}}, kings, three_suits, 1, "discard:2c", "play:Ks"},
      {"revolution", 2, {{"tyrant", "any"}}, kings, three_suits, 1, "discard:2c", "play:Ks"},
      {"revolution", 2, {{"tyrant", "on"}}, kings, three_suits + "play:Ks", 1, "pass", "call"},
      {"revolution", 2, {{"session", "hustler"}, {"mob", "on"}}, kings, "", 1, "play:Kc", "fold"},
      // A fresh hand is worth a chip.
      {"revolution", 2, {{"session", "gambling"}}, testing::two_hands, "", 1, "pay:1", "fold"},
      // A fresh hand is worth a doubled cube.
      {"revolution", 2, {{"session", "cube"}}, testing::two_hands, "double:2", 0, "accept", "drop"},
      {"revolution", 2, {{"session", "stud"}}, testing::two_hands, "bet", 0, "call", "fold"},
  }));
  CAPTURE(position.game, position.options, position.script, position.better, position.worse);
  testing::ScriptedGame game{position.game, position.players, position.options, {position.top}};
  game.play(position.script);
  CAPTURE(game.question());
  REQUIRE(game.game().wanted().has(position.seat));
  const Thoughts thoughts{game.game(), position.seat};
  CHECK(thoughts.value_of(position.better) > thoughts.value_of(position.worse));
}

TEST_CASE("layout: a player who goes by values beats players who play at random") {
  const auto name = GENERATE(as<std::string>{}, "revolution", "mitch", "revolution-advanced", "mob",
                             "mitch-high-low", "mitch-gunzler", "gambling", "stud", "cube");
  const int players = name == "cube" ? 2 : 3;
  const auto rules = make_rules(name, players, {}).value();
  Dice dice{5};
  Stream chance = FastDeal{5}.stream("rollouts");
  Rollout rollout{0.5};
  auto muted = EventLog::muted();
  double lead = 0;
  constexpr int games = 300;
  for (int i = 0; i < games; ++i) {
    const auto game = rules.deal(testing::numbered_deal(static_cast<std::uint64_t>(i)));
    const auto seat = static_cast<Seat>(i % players);
    game->begin(muted);
    play_on(*game, SeatSet::only(seat), rollout, dice, chance);
    const auto outcome = game->outcome();
    lead +=
        outcome.scores[index_of(seat)] - outcome.scores[index_of(static_cast<Seat>((seat + 1) % players))];
  }
  CAPTURE(name, lead / games);
  CHECK(lead / games > 3);
}
