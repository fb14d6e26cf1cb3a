// Games played at random, by every kind of rules, held against a second referee and a second scorer.
#include <map>
#include <set>
#include <span>
#include <tuple>

#include <catch2/catch.hpp>

#include "games/second_referee.hpp"
#include "support/random_rules.hpp"
#include "support/repetitions.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

/// The places that the scores make, by counting who is ahead.
bool places_follow(const Outcome& outcome) {
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(outcome.seats); ++seat) {
    int ahead = 0;
    for (std::size_t other = 0; other < static_cast<std::size_t>(outcome.seats); ++other) {
      ahead += outcome.scores[other] > outcome.scores[seat] ? 1 : 0;
    }
    if (outcome.places[seat] != ahead + 1) return false;
  }
  return true;
}

/// What is wrong with the game by the second referee; empty if nothing is.
std::string objection(const Rules& rules, const Game& game, const EventLog& events) {
  testing::SecondReferee referee{rules};
  std::string line;
  try {
    for (const auto& event : events.events()) {
      line = event.text();
      referee.read(line);
    }
    line = "(end)";
    referee.finish();
  } catch (const std::exception& error) {
    return line + ": " + error.what();
  }
  const auto outcome = game.outcome();
  for (std::size_t seat = 0; seat < referee.totals().size(); ++seat) {
    if (outcome.scores[seat] != referee.totals()[seat]) return "the outcome is not the sum of the scores";
  }
  return places_follow(outcome) ? "" : "the places do not follow from the scores";
}

}  // namespace

TEST_CASE(
    "random games of all rules end, keep their cards, obey the rules, and score as a second scorer does") {
  Dice dice{2026};
  EventLog events;
  std::set<Verb> verbs;
  const int games = testing::repetitions(100'000);
  for (int i = 0; i < games; ++i) {
    const auto rules = testing::random_rules(dice);
    const auto game = rules.deal(testing::numbered_deal(static_cast<std::uint64_t>(i)));
    events.clear();
    game->begin(events);
    testing::play_out(*game, dice, events);
    for (const auto& event : events.events()) verbs.insert(event.verb);
    const auto wrong = objection(rules, *game, events);
    if (wrong.empty()) continue;
    CAPTURE(i, testing::describe(rules), testing::lines_of(events));
    FAIL(wrong);
  }
  CHECK(verbs.size() == vocabulary().size());  // everything that can happen did
}

TEST_CASE("random games where every option has its turn") {
  // The generator of rules must reach every value of every option, or the test above proves less than it
  // says.
  Dice dice{7};
  std::map<std::string, int> seen;
  for (int i = 0; i < 20'000; ++i) {
    const auto rules = testing::random_rules(dice);
    ++seen[rules.game() + " players=" + std::to_string(rules.players())];
    for (const auto& [name, value] : rules.options())
      ++seen[rules.game() + " " + name + "=" + to_text(value)];
  }
  for (const auto& game : catalogue()) {
    for (int players = game.fewest_players; players <= game.most_players; ++players) {
      CHECK(seen[game.name + " players=" + std::to_string(players)] > 20);
    }
    for (const auto& option : game.options) {
      if (std::holds_alternative<bool>(option.default_value)) {
        CHECK(seen[game.name + " " + option.name + "=on"] > 20);
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
    "legal actions: plays, then discards, each in the order of cards, none twice, and the default is one of "
    "them") {
  Dice dice{3};
  auto events = EventLog::muted();
  ActionList actions;
  Choices choices;
  for (int i = 0; i < testing::repetitions(3'000); ++i) {
    const auto rules = testing::random_rules(dice);
    const auto game = rules.deal(testing::numbered_deal(static_cast<std::uint64_t>(i)));
    game->begin(events);
    while (!game->wanted().empty()) {
      for (const auto seat : game->wanted()) {
        game->legal_actions(seat, actions);
        REQUIRE_FALSE(actions.empty());
        REQUIRE(std::ranges::count(actions, game->default_action(seat)) == 1);
        const auto key = [](const Action& action) {
          const bool has_card = !action.arguments().empty();
          return std::tuple{action.verb() == Verb::discard, has_card ? action.card().index() : 0,
                            action.verb()};
        };
        const bool cards_only = actions[0].verb() == Verb::play || actions[0].verb() == Verb::discard;
        for (std::size_t a = 1; cards_only && a < actions.size(); ++a)
          REQUIRE(key(actions[a - 1]) < key(actions[a]));
        for (const auto& action : actions) {
          REQUIRE(Action::parse(action.text()) == action);
          REQUIRE((action.arguments().empty() || !action.card().is_ace()));  // aces are never played
        }
      }
      testing::choose_at_random(*game, dice, actions, choices);
      game->apply(choices, events);
    }
  }
}

TEST_CASE("the same rules, deal and decisions give the same log; a clone goes its own way") {
  Dice dice{4};
  for (int i = 0; i < testing::repetitions(3'000); ++i) {
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
  for (int i = 0; i < testing::repetitions(2'000); ++i) {
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
