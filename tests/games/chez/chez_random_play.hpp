#pragma once

#include "support/random_play.hpp"

namespace tribunal::testing {

/// One of the actions at random; but in four cases of five, if there is one, neither a single card nor a
/// pass. Otherwise there would be few combos, swaps and revolts.
[[nodiscard]] inline Action combos_first(const ActionList& actions, Dice& dice) {
  ActionList combos;
  for (const auto& action : actions) {
    const bool is_single = action.verb() == verbs::play && action.arguments().size() == 1;
    if (!is_single && action.verb() != verbs::pass) combos.push_back(action);
  }
  return combos.empty() || dice.below(5) == 0 ? dice.pick(actions) : dice.pick(combos);
}

}  // namespace tribunal::testing
