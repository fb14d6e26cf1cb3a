#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "games/core/game.hpp"
#include "support/random_rules.hpp"

namespace tribunal::testing {

// The lines and questions to a seat.

/// A game played up to some point: everything that is needed to play it again.
struct Played {
  std::vector<Choices> decisions;
  EventLog events;
};

/// Plays a random number of random decisions.
[[nodiscard]] inline Played play_some(Game& game, Dice& dice) {
  Played played;
  game.begin(played.events);
  ActionList actions;
  Choices choices;
  for (auto left = dice.below(120); left > 0 && !game.wanted().empty(); --left) {
    choose_at_random(game, dice, actions, choices);
    played.decisions.push_back(choices);
    game.apply(choices, played.events);
  }
  return played;
}

/// The question to `viewer` now: its legal actions and its default action; empty if it is not asked.
[[nodiscard]] inline std::string question_to(const Game& game, Seat viewer) {
  if (viewer == referee_view || !game.wanted().has(viewer)) return "";
  ActionList actions;
  game.legal_actions(viewer, actions);
  std::string text = "ask";
  for (const auto& action : actions) text += " " + action.text();
  return text + " | " + game.default_action(viewer).text();
}

/// Everything that the viewer is sent while the decisions are played again, including questions and answers.
/// It ends at a decision that is not legal in this deal, with a note.
[[nodiscard]] inline std::vector<std::string> seen_by(Seat viewer, Game& game,
                                                      const std::vector<Choices>& decisions) {
  std::vector<std::string> seen;
  EventLog events;
  ActionList actions;
  const auto tell = [&] {
    for (const auto& line : lines_of(events, viewer)) seen.push_back(line);
    events.clear();
    seen.push_back(question_to(game, viewer));
  };
  game.begin(events);
  tell();
  for (const auto& choices : decisions) {
    for (const auto seat : game.wanted()) {
      game.legal_actions(seat, actions);
      if (std::ranges::count(actions, choices[seat]) == 0) {
        seen.push_back("seat " + std::to_string(seat) + " may not " + choices[seat].text());
        return seen;
      }
    }
    game.apply(choices, events);
    tell();
  }
  return seen;
}

[[nodiscard]] inline DealPointer stacked(StackedDeal::Stocks stocks) {
  return std::make_shared<const StackedDeal>(std::move(stocks));
}

}  // namespace tribunal::testing
