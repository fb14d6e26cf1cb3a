#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "games/chez/family.hpp"
#include "games/chez/second_chez_referee.hpp"
#include "games/vocabulary.hpp"
#include "support/random_play.hpp"
#include "support/scripted_game.hpp"

namespace tribunal::testing {

/// A game and the second referee that reads along.
class WatchedChez {
 public:
  WatchedChez(const Rules& rules, const DealPointer& deal) : referee_{rules}, game_{rules.deal(deal)} {
    game_->begin(events_);
    read();
  }

  using Tally = std::map<std::string, int>;
  using Chooser = Action (*)(const ActionList& actions, Dice& dice);

  [[nodiscard]] bool is_over() const { return game_->wanted().empty(); }

  /// Plays to the end; each question must be the one that the second referee would ask.
  void play_out(Chooser choose, Dice& dice) {
    while (!is_over()) {
      check_question(wanted());
      Choices choices;
      choices[wanted()] = choose(actions_, dice);
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

  [[nodiscard]] Seat wanted() const { return *game_->wanted().begin(); }
  [[nodiscard]] ActionList legal() const {
    ActionList actions;
    game_->legal_actions(wanted(), actions);
    return actions;
  }
  [[nodiscard]] std::vector<std::string> lines() const { return lines_of(events_); }
  [[nodiscard]] const Tally& tally() const { return referee_.tally(); }

 private:
  void apply(const Choices& choices) {
    game_->apply(choices, events_);
    read();
  }

  void read() {
    for (; read_ < events_.events().size(); ++read_) read_and_compare(referee_, events_.events()[read_]);
  }

  void check_end() const {
    referee_.finish();
    const auto outcome = game_->outcome();
    for (std::size_t seat = 0; seat < referee_.totals().size(); ++seat) {
      REQUIRE(outcome.scores[seat] == referee_.totals()[seat]);
      REQUIRE(outcome.places[seat] == referee_.places()[seat]);
      const auto before =
          std::ranges::count_if(referee_.places(), [&](int place) { return place < outcome.places[seat]; });
      REQUIRE(outcome.places[seat] == before + 1);  // a tie skips places, like in a race and in the result
    }
  }

  void check_question(Seat seat) {
    game_->legal_actions(seat, actions_);
    std::set<std::string> words;
    for (const auto& action : actions_) words.insert(action.text());
    if (game_->wanted() == SeatSet::only(seat) && referee_.asked() == seat && words == referee_.choices())
      return;
    std::string message = "seat " + std::to_string(seat) + " is asked:";
    for (const auto& word : words) message += " " + word;
    message += "; the second referee asks seat " + std::to_string(referee_.asked()) + ":";
    for (const auto& word : referee_.choices()) message += " " + word;
    throw std::runtime_error{message + ", or waits for '" + referee_.due() + "'"};
  }

  SecondChezReferee referee_;
  std::unique_ptr<Game> game_;
  EventLog events_;
  std::size_t read_ = 0;
  ActionList actions_;
};

inline Action anything(const ActionList& actions, Dice& dice) { return dice.pick(actions); }

/// Declines every question of a nope.
inline void decline(WatchedChez& game) {
  while (game.legal()[0].verb() == verbs::nope) game.play(Action{verbs::pass});
}

}  // namespace tribunal::testing
