#pragma once

#include "games/chez/table.hpp"

namespace tribunal {

/// The other seat picks up what it lacks and, if it lives, the cards change hands: those it gives are drawn
/// blind. False if it died.
[[nodiscard]] bool make_swap(ChezTable& table);

/// The cards of the last swap go back, and others are drawn.
void swap_again(ChezTable& table);

}  // namespace tribunal
