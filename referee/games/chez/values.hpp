#pragma once

#include "games/chez/state.hpp"
#include "games/core/action.hpp"

namespace tribunal {

/// Values the actions of the seat that is asked by the turns that they save it on its way to an empty hand: a
/// turn is the unit, not the places that are a game's score. They depend only on that seat's knowledge.
void value_chez_actions(const ChezRules& rules, const ChezState& state, const ActionList& actions,
                        ActionValues& values);

}  // namespace tribunal
