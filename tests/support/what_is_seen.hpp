#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "games/core/game.hpp"
#include "support/random_rules.hpp"

namespace tribunal::testing {

// The lines and questions to a seat. They must be a function of what it may know, and so the same if the
// cards that are hidden from it are dealt anew.

/// A game played to some point: all that is needed to play it again.
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

/// All that the viewer is sent while the decisions are played again, questions and answers included. A
/// decision that is not legal in this deal ends it, and says so.
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

/// A deal that a viewer cannot tell from another.
struct Redealt {
  StackedDeal::Stocks stocks;
  std::size_t moved = 0;  ///< cards that lie elsewhere
};

[[nodiscard]] inline DealPointer stacked(StackedDeal::Stocks stocks) {
  return std::make_shared<const StackedDeal>(std::move(stocks));
}

/// Plays rules to a random position and checks it against one that `deal_anew(rules, deal, events, viewer,
/// dice)` makes of its deal. Returns how many cards lie elsewhere in it.
template <typename DealAnew>
std::size_t check_position(const Rules& rules, std::uint64_t number, Dice& dice, const DealAnew& deal_anew) {
  const auto deal = numbered_deal(number);
  const auto viewer = static_cast<Seat>(dice.below(static_cast<std::size_t>(rules.players())));
  const auto played = play_some(*rules.deal(deal), dice);
  const Redealt redealt = deal_anew(rules, *deal, played.events, viewer, dice);
  const auto once = rules.deal(deal);
  const auto anew = rules.deal(stacked(redealt.stocks));
  const auto expected = seen_by(viewer, *once, played.decisions);
  CAPTURE(describe(rules), number, int{viewer}, lines_of(played.events));
  REQUIRE(seen_by(viewer, *anew, played.decisions) == expected);
  REQUIRE(once->wanted() == anew->wanted());
  return redealt.moved;
}

/// Checks that the lines to a seat do not depend on what is hidden from it, at random positions of all rules
/// of a family; and that the new deals are new: on average that many cards have moved.
template <typename DealAnew>
void check_positions(std::string_view family, int positions, std::size_t least_moved,
                     const DealAnew& deal_anew) {
  Dice dice{11};
  std::size_t moved = 0;
  for (int i = 0; i < positions; ++i)
    moved += check_position(random_rules_of(family, dice), static_cast<std::uint64_t>(i), dice, deal_anew);
  CHECK(moved / static_cast<std::size_t>(positions) >= least_moved);
}

}  // namespace tribunal::testing
