#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "support/random_rules.hpp"

namespace tribunal::testing {

/// Any action, but rarely one that gives the hand up, so that there are hands to look at, and more often one
/// that opens cards or takes them back.
[[nodiscard]] inline Action lively_action(const ActionList& actions, Dice& dice) {
  static constexpr std::array<std::string_view, 10> rare{"castle", "court", "revolution", "siege", "pair",
                                                         "swap",   "retry", "raze",       "nope",  "extend"};
  auto action = dice.pick(actions);
  for (int again = 0; again < 4; ++again) {
    const auto name = action.verb()->name;
    if (std::ranges::count(rare, name) > 0) break;
    if (again > 1 && name != "fold" && name != "drop") break;
    action = dice.pick(actions);
  }
  return action;
}

/// A lively action for each seat that is asked.
inline void choose_lively(const Game& game, Dice& dice, ActionList& actions, Choices& choices) {
  for (const auto seat : game.wanted()) {
    game.legal_actions(seat, actions);
    choices[seat] = lively_action(actions, dice);
  }
}

/// Rules of `game` with random options and players; with two packs in half of the cases, if that is possible.
[[nodiscard]] inline Rules lively_rules(const GameInfo& game, Dice& dice) {
  const bool has_packs = std::ranges::count(game.options, "packs", &OptionInfo::name) > 0;
  while (true) {
    auto options = random_options(game, dice);
    if (has_packs && dice.flip()) options["packs"] = "2";
    const auto players = static_cast<int>(dice.between(game.fewest_players, game.most_players));
    if (auto rules = make_rules(game.name, players, options)) return *std::move(rules);
  }
}

}  // namespace tribunal::testing
