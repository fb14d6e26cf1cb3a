#pragma once

#include <algorithm>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "games/second_referee.hpp"
#include "games/vocabulary.hpp"
#include "support/random_rules.hpp"
#include "support/words.hpp"

namespace tribunal::testing {

using Chooser = Action (*)(const ActionList& actions, Dice& dice);

inline Action anything(const ActionList& actions, Dice& dice) { return dice.pick(actions); }

/// A game and the second referee that follows it; throws std::runtime_error if the two differ.
class WatchedGame {
 public:
  WatchedGame(const Rules& rules, const DealPointer& deal)
      : referee_{second_referee(rules)}, game_{rules.deal(deal)} {
    game_->begin(events_);
    read();
  }

  [[nodiscard]] bool is_over() const { return game_->wanted().empty(); }

  /// Plays to the end. Each question must be the one that the second referee would ask, if it knows that.
  void play_out(Chooser choose, Dice& dice) {
    Choices choices;
    while (!is_over()) {
      for (const auto seat : game_->wanted()) {
        check_question(seat);
        choices[seat] = choose(actions_, dice);
      }
      apply(choices);
    }
    check_end();
  }

  void play(const std::string& script) {
    for (const auto& word : words_of(script)) play(parse_action(word).value());
  }
  void play(const Action& action) {
    check_question(wanted());
    if (std::ranges::count(actions_, action) != 1) throw std::runtime_error{action.text() + " is not legal"};
    Choices choices;
    choices[wanted()] = action;
    apply(choices);
  }

  [[nodiscard]] const Game& game() const { return *game_; }
  [[nodiscard]] Seat wanted() const { return *game_->wanted().begin(); }
  [[nodiscard]] ActionList legal() const {
    ActionList actions;
    game_->legal_actions(wanted(), actions);
    return actions;
  }
  [[nodiscard]] std::span<const Event> events() const { return events_.events(); }
  [[nodiscard]] std::vector<std::string> lines() const { return lines_of(events_); }
  [[nodiscard]] const SecondReferee::Tally& tally() const { return referee_->tally(); }

 private:
  void apply(const Choices& choices) {
    game_->apply(choices, events_);
    read();
  }

  void read() {
    for (; read_ < events_.events().size(); ++read_) {
      const auto& event = events_.events()[read_];
      try {
        read_and_compare(*referee_, event);
      } catch (const std::exception& objection) {
        throw std::runtime_error{event.text() + ": " + objection.what()};
      }
    }
  }

  void check_end() const {
    referee_->finish();
    const auto outcome = game_->outcome();
    const auto& totals = referee_->totals();
    const auto places = referee_->places();
    for (std::size_t seat = 0; seat < totals.size(); ++seat) {
      const auto place = outcome.places[seat];
      // A tie skips places, like in a race; the Mob has none where there are chips.
      const auto better = [&](int other) { return other > totals[seat]; };
      const auto by_score = 1 + static_cast<int>(std::ranges::count_if(totals, better));
      const auto before = [&](int other) { return other > 0 && other < place; };
      if (outcome.scores[seat] != totals[seat]) throw std::runtime_error{"the scores differ"};
      if (place != (places.empty() ? by_score : places[seat])) throw std::runtime_error{"the places differ"};
      if (place > 0 && !places.empty() && place != 1 + std::ranges::count_if(places, before))
        throw std::runtime_error{"a tie does not skip places"};
    }
  }

  void check_question(Seat seat) {
    game_->legal_actions(seat, actions_);
    const auto due = referee_->question();
    if (!due) return;
    std::set<std::string> words;
    for (const auto& action : actions_) words.insert(action.text());
    if (game_->wanted() == SeatSet::only(seat) && due->seat == seat && words == due->choices) return;
    std::string message = "seat " + std::to_string(seat) + " is asked:";
    for (const auto& word : words) message += " " + word;
    message += "; the second referee asks seat " + std::to_string(due->seat) + ":";
    for (const auto& word : due->choices) message += " " + word;
    throw std::runtime_error{message + ", or waits for '" + due->otherwise + "'"};
  }

  std::unique_ptr<SecondReferee> referee_;
  std::unique_ptr<Game> game_;
  EventLog events_;
  std::size_t read_ = 0;
  ActionList actions_;
};

/// A game played at random, which the second referee followed; fails the test with its objection.
[[nodiscard]] inline WatchedGame watched_game(const Rules& rules, std::uint64_t number, Chooser choose,
                                              Dice& dice) {
  CAPTURE(number, describe(rules));
  WatchedGame game{rules, numbered_deal(number)};
  try {
    game.play_out(choose, dice);
  } catch (const std::runtime_error& objection) {
    CAPTURE(game.lines());
    FAIL(objection.what());
  }
  return game;
}

}  // namespace tribunal::testing
