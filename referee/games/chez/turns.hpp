#pragma once

#include "games/chez/table.hpp"
#include "games/core/action.hpp"

namespace tribunal {

/// Actions and pick-ups after which a game ends where it is (H18).
inline constexpr int most_chez_turns = 10'000;

/// Applies the legal action of the seat asked, and continues until a seat is asked or the game is over.
void apply_chez_decision(ChezTable& table, const Action& action);

/// Asks the actor for an action of its turn; without one it picks up, or dies, and so on round the table.
void begin_turn(ChezTable& table);

/// The action is done: courts are disbanded, empty hands leave, and then comes an extra action or the next
/// turn.
void end_action(ChezTable& table);

/// The actor's turn is over.
void next_turn(ChezTable& table);

}  // namespace tribunal
