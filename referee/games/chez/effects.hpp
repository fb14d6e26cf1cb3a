#pragma once

#include "games/chez/table.hpp"

namespace tribunal {

// From the cards on the pile to the end of the action: the effect of the cards, then, of a set, its roll.
// Each function continues until a seat is asked or the game is over.

/// The effect of the play of the state.
void begin_effect(ChezTable& table);

/// The run of the state lies on the pile: a revolution.
void begin_revolution(ChezTable& table);

/// All that the effect needs has been chosen; now it may be noped.
void announce_effect(ChezTable& table);

/// Nobody nopes (any more): the effect stands, or not.
void settle_effect(ChezTable& table);

/// The actor lays its whole hand, the jokers on top, and all others pick up. If that kills anyone it wins and
/// the game is over, else it has lost.
void play_betting_man(ChezTable& table);

/// The effect is over: the set's roll is next, or the end of the action.
void after_effect(ChezTable& table);

}  // namespace tribunal
