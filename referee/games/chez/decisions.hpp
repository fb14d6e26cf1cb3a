#pragma once

#include "games/chez/table.hpp"
#include "games/core/action.hpp"

namespace tribunal {

/// Applies the legal action of the seat asked, and goes on until a seat is asked or the game is over.
void apply_chez_decision(ChezTable& table, const Action& action);

}  // namespace tribunal
