#pragma once

#include "games/chez/table.hpp"

namespace tribunal {

/// The other seat picks up the cards that it lacks and, if it survives, the cards change hands; those that it
/// gives are drawn blind. False if it died.
[[nodiscard]] bool make_swap(ChezTable& table);

/// Returns the cards of the last swap and draws others.
void swap_again(ChezTable& table);

}  // namespace tribunal
