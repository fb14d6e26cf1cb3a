#pragma once

#include "games/chez/table.hpp"
#include "games/core/action.hpp"

namespace tribunal {

/// The number of actions and pick-ups after which a game ends in its current state (H18).
inline constexpr int most_chez_turns = 10'000;

/// Applies the legal action of the seat that is asked, and continues until a seat is asked or the game is
/// over.
void apply_chez_decision(ChezTable& table, const Action& action);

/// Asks the actor for an action of its turn. Without a legal action it picks up, or dies, and the next seat's
/// turn begins.
void begin_turn(ChezTable& table);

/// Ends the action: disbands courts, finishes empty hands, and continues with an extra action or the next
/// turn.
void end_action(ChezTable& table);

/// Ends the actor's turn.
void next_turn(ChezTable& table);

}  // namespace tribunal
