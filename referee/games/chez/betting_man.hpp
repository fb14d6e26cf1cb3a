#pragma once

#include "games/chez/table.hpp"

namespace tribunal {

/// The actor lays its whole hand, the jokers on top, and all others pick up. If that kills anyone it wins and
/// the game is over, else it has lost.
void play_betting_man(ChezTable& table);

}  // namespace tribunal
