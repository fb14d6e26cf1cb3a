#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "games/checked_game.hpp"
#include "games/vocabulary.hpp"
#include "games/watched_game.hpp"

// The properties that every game must have, whatever its family, checked on games of random decisions.
namespace tribunal::testing {

/// At least one action is legal, none is listed twice, each is read as it is written, and the default is one
/// of them.
inline void check_questions(const Game& game, ActionList& actions) {
  for (const auto seat : game.wanted()) {
    game.legal_actions(seat, actions);
    REQUIRE_FALSE(actions.empty());
    REQUIRE(std::ranges::count(actions, game.default_action(seat)) == 1);
    std::set<std::string> words;
    for (const auto& action : actions) {
      words.insert(action.text());
      REQUIRE(parse_action(action.text()) == action);
    }
    REQUIRE(words.size() == actions.size());
  }
}

/// Each decision is echoed by one event, in the order of seats.
inline void check_echoes(SeatSet asked, const Choices& choices, std::span<const Event> events) {
  std::vector<std::pair<Seat, Action>> expected;
  std::vector<std::pair<Seat, Action>> echoed;
  for (const auto seat : asked) expected.emplace_back(seat, choices[seat]);
  for (const auto& event : events) {
    if (event.is_decision) echoed.push_back(parse_decision(event.text()).value());
  }
  REQUIRE(echoed == expected);
}

/// Every score of a finished game is within the bounds that its rules state.
inline void check_bounds(const Rules& rules, const Game& game) {
  const auto outcome = game.outcome();
  const auto allowed = rules.score_bounds();
  for (const auto seat : SeatSet::first(rules.players())) {
    if (allowed.has(outcome.scores[index_of(seat)])) continue;
    CAPTURE(describe(rules), int{seat}, allowed.least, allowed.most);
    FAIL("a score is outside the bounds");
  }
}

/// A checked game refuses seats that are not asked, actions that are not legal, and decisions that are
/// missing, duplicated or too many. It stays unchanged.
inline void check_refusals(CheckedGame& checked, const Choices& choices) {
  const auto lines = checked.lines(referee_view).value();
  std::vector<SeatAction> decisions;
  for (int seat = -2; seat <= max_seats; ++seat) {
    const bool is_asked = seat >= 0 && seat < max_seats && checked.wanted().has(static_cast<Seat>(seat));
    REQUIRE(checked.legal_actions(seat).has_value() == is_asked);
    if (is_asked) decisions.push_back({static_cast<Seat>(seat), choices[static_cast<Seat>(seat)]});
  }
  const auto refuses = [&](std::vector<SeatAction> wrong) {
    REQUIRE_FALSE(checked.apply(wrong).has_value());
  };
  refuses({});
  refuses(std::vector<SeatAction>(decisions.begin() + 1, decisions.end()));
  for (const Seat seat : {Seat{-1}, Seat{max_seats}, decisions.front().seat}) {
    auto more = decisions;
    more.push_back({seat, decisions.front().action});
    refuses(more);
  }
  auto illegal = decisions;
  const auto legal = checked.legal_actions(decisions.back().seat).value();
  for (const auto& action : {Action{verbs::pass}, Action{verbs::play, Card::joker()}}) {
    illegal.back().action = action;
    if (std::ranges::find(legal, action) == legal.end()) refuses(illegal);
  }
  REQUIRE(checked.lines(referee_view).value() == lines);
}

/// A game that is played through `CheckedGame` has these lines, can be repeated from its changes, and is
/// over.
inline void check_repetition(const Rules& rules, const DealPointer& deal, CheckedGame& checked,
                             const std::vector<std::string>& lines) {
  REQUIRE(checked.lines(referee_view).value() == lines);
  REQUIRE_FALSE(checked.apply({}).has_value());
  auto again = CheckedGame::deal(rules, deal).value();
  REQUIRE(again.repeat(checked.changes()).has_value());
  REQUIRE(again.lines(referee_view).value() == lines);
  REQUIRE(again.game().outcome() == checked.game().outcome());
}

/// Checks one game: its questions and echoes, and its scores. Equal rules, deals and decisions give equal
/// logs and outcomes. A clone gives the same answers, and leaves the game unchanged.
inline void check_game(const Rules& rules, const DealPointer& deal, Dice& dice) {
  CAPTURE(describe(rules));
  const auto game = rules.deal(deal);
  const auto again = rules.deal(deal);
  EventLog events;
  EventLog events_again;
  EventLog astray;
  ActionList actions;
  Choices choices;
  auto checked = CheckedGame::deal(rules, deal).value();
  game->begin(events);
  again->begin(events_again);
  while (!game->wanted().empty()) {
    check_questions(*game, actions);
    if (dice.below(8) == 0) play_out(*game->clone(), dice, astray);  // must leave `game` unchanged
    const auto asked = game->wanted();
    choose_at_random(*game, dice, actions, choices);
    const auto next = game->clone();
    if (dice.below(8) == 0) check_refusals(checked, choices);
    std::vector<SeatAction> decisions;
    for (const auto seat : asked) decisions.push_back({seat, choices[seat]});
    REQUIRE(checked.apply(decisions).has_value());
    game->apply(choices, events);
    again->apply(choices, events_again);
    EventLog of_clone;
    next->apply(choices, of_clone);
    check_echoes(asked, choices, of_clone.events());
    const auto told = lines_of(of_clone);
    const auto lines = lines_of(events);
    REQUIRE(std::ranges::equal(told, std::span{lines}.last(told.size())));
  }
  REQUIRE(lines_of(events) == lines_of(events_again));
  REQUIRE(game->outcome() == again->outcome());
  check_repetition(rules, deal, checked, lines_of(events));
  check_bounds(rules, *game);
}

/// The verbs that occurred in random games, and the number of games with several winners.
struct Heard {
  std::set<Verb> verbs;
  int shared_wins = 0;
};

/// Plays games of random rules, except for options in `fixed`. By a second referee they end, keep their cards
/// and chips, obey the rules, and have these scores and places. Adds the verbs to `heard`.
inline void check_by_second_referee(const GameInfo& info, int players, int games, Dice& dice,
                                    const OptionTexts& fixed, Heard& heard) {
  for (int i = 0; i < games; ++i) {
    const auto rules = random_rules(info, players, dice, fixed);
    const auto watched = watched_game(rules, static_cast<std::uint64_t>(i), anything, dice);
    for (const auto& event : watched.events()) heard.verbs.insert(event.verb);
    heard.shared_wins += std::ranges::count(watched.game().outcome().places, 1) > 1 ? 1 : 0;
    check_bounds(rules, watched.game());
  }
}

}  // namespace tribunal::testing
