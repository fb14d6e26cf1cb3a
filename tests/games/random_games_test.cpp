// Properties of every game of the catalogue, tested on random games.
#include <map>
#include <set>
#include <span>

#include <catch2/catch.hpp>

#include "games/vocabulary.hpp"
#include "support/random_rules.hpp"
#include "support/repetitions.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

/// True if this number of players can play the game, by itself or by one of its presets. Not every number
/// between the fewest and the most can.
bool is_for(const GameInfo& game, int players) {
  const auto possible = [players](const std::string& name) {
    return make_rules(name, players, {}).has_value();
  };
  return possible(game.name) || std::ranges::any_of(game.presets, possible, &PresetInfo::name);
}

}  // namespace

TEST_CASE("random games where every option has its turn") {
  // The generator of rules must reach every value of every option, or the test above proves less than it
  // says.
  Dice dice{7};
  std::map<std::string, int> seen;
  for (const auto& game : catalogue()) {
    for (int i = 0; i < 30'000; ++i) {
      const auto rules = testing::random_rules(game, dice);
      ++seen[rules.game() + " players=" + std::to_string(rules.players())];
      for (const auto& option : game.options) {  // some are named only if they differ from the default
        const auto& options = rules.options();
        const auto named = std::ranges::find(options, option.name, &OptionValues::value_type::first);
        const auto& value = named == options.end() ? option.default_value : named->second;
        ++seen[rules.game() + " " + option.name + "=" + to_text(value)];
      }
    }
  }
  for (const auto& game : catalogue()) {
    for (int players = game.fewest_players; players <= game.most_players; ++players) {
      if (is_for(game, players)) CHECK(seen[game.name + " players=" + std::to_string(players)] > 20);
    }
    for (const auto& option : game.options) {
      if (std::holds_alternative<bool>(option.default_value)) {
        CHECK(seen[game.name + " " + option.name + "=on"] > 20);
        for (const auto& word : option.words) CHECK(seen[game.name + " " + option.name + "=" + word] > 20);
      } else if (option.highest > option.lowest) {
        const auto highest = option.name == "hands" ? 3 : std::min<std::int64_t>(option.highest, 10);
        for (auto number = option.lowest; number <= highest; ++number) {
          CAPTURE(game.name, option.name, number);
          CHECK(seen[game.name + " " + option.name + "=" + std::to_string(number)] > 20);
        }
      } else {
        for (const auto& word : option.words) CHECK(seen[game.name + " " + option.name + "=" + word] > 20);
      }
    }
  }
}

TEST_CASE(
    "legal actions: at least one, none twice, each read as it is written, and the default is one of them") {
  Dice dice{3};
  auto events = EventLog::muted();
  ActionList actions;
  Choices choices;
  for (int i = 0; i < testing::repetitions(1'000); ++i) {
    const auto rules = testing::random_rules(dice);
    const auto game = rules.deal(testing::numbered_deal(static_cast<std::uint64_t>(i)));
    game->begin(events);
    while (!game->wanted().empty()) {
      for (const auto seat : game->wanted()) {
        game->legal_actions(seat, actions);
        REQUIRE_FALSE(actions.empty());
        REQUIRE(std::ranges::count(actions, game->default_action(seat)) == 1);
        std::set<std::string> words;
        for (const auto& action : actions) {
          words.insert(action.text());
          REQUIRE(parse_action(action.text()) == action);
        }
        REQUIRE(words.size() == actions.size());
      }
      testing::choose_at_random(*game, dice, actions, choices);
      game->apply(choices, events);
    }
  }
}

TEST_CASE("equal rules, deals and decisions give equal logs; a clone is independent") {
  Dice dice{4};
  for (int i = 0; i < testing::repetitions(1'000); ++i) {
    const auto rules = testing::random_rules(dice);
    const auto deal = testing::numbered_deal(static_cast<std::uint64_t>(i));
    const auto game = rules.deal(deal);
    const auto again = rules.deal(deal);
    EventLog events;
    EventLog events_again;
    EventLog astray;
    ActionList actions;
    Choices choices;
    game->begin(events);
    again->begin(events_again);
    while (!game->wanted().empty()) {
      if (dice.below(8) == 0) {
        const auto clone = game->clone();
        testing::play_out(*clone, dice, astray);  // must leave `game` as it is
      }
      testing::choose_at_random(*game, dice, actions, choices);
      const auto next = game->clone();
      game->apply(choices, events);
      again->apply(choices, events_again);
      EventLog of_clone;
      next->apply(choices, of_clone);
      const auto told = testing::lines_of(of_clone);
      const auto lines = testing::lines_of(events);
      REQUIRE(std::ranges::equal(told, std::span{lines}.last(told.size())));
    }
    REQUIRE(testing::lines_of(events) == testing::lines_of(events_again));
    REQUIRE(game->outcome() == again->outcome());
  }
}

TEST_CASE("each decision is echoed by one event, in the order of seats") {
  Dice dice{5};
  ActionList actions;
  Choices choices;
  for (int i = 0; i < testing::repetitions(1'000); ++i) {
    const auto rules = testing::random_rules(dice);
    const auto game = rules.deal(testing::numbered_deal(static_cast<std::uint64_t>(i)));
    EventLog events;
    game->begin(events);
    while (!game->wanted().empty()) {
      const auto wanted = game->wanted();
      testing::choose_at_random(*game, dice, actions, choices);
      events.clear();
      game->apply(choices, events);
      std::vector<std::pair<Seat, Action>> expected;
      std::vector<std::pair<Seat, Action>> echoed;
      for (const auto seat : wanted) expected.emplace_back(seat, choices[seat]);
      for (const auto& event : events.events()) {
        if (event.is_decision) echoed.push_back(parse_decision(event.text()).value());
      }
      REQUIRE(echoed == expected);
    }
  }
}
