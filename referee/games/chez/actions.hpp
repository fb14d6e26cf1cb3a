#pragma once

#include "games/chez/state.hpp"
#include "games/core/action.hpp"

namespace tribunal {

// The possible decisions: pure functions of the state, limited to the knowledge of the asked seat.

/// Appends the actions of the asked seat: for a turn, by verb in the order play, pair, castle, court,
/// revolution, extend, betting-man, pass; within a verb by ranks from the ace, then by suits.
void append_chez_actions(const ChezRules& rules, const ChezState& state, ActionList& actions);

/// True if the actor has a legal action in its turn.
[[nodiscard]] bool can_act(const ChezState& state);

/// The ranks that an actor without a legal action lacks: every playable rank, and at least one rank of a
/// castle and of a court that it might lay.
[[nodiscard]] ChezLack lack_of_actor(const ChezState& state);

/// The referee's decision for the asked seat.
[[nodiscard]] Action default_chez_action(const ChezState& state);

/// The suits of the aces that the seat may nope with.
[[nodiscard]] SuitSet nope_aces(const ChezState& state, Seat seat);

/// True if a further king and queen of the actor may be laid on the pile.
[[nodiscard]] bool can_add_pair(const ChezState& state);

/// The actor's cards that it has not offered yet.
[[nodiscard]] ChezCards cards_to_offer(const ChezState& state);

}  // namespace tribunal
