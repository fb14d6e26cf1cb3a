#include "games/chez/turns.hpp"

#include <utility>

#include "games/chez/actions.hpp"
#include "games/chez/court_revolt_and_siege.hpp"
#include "games/core/telling.hpp"

namespace tribunal {
namespace {

/// Counts a turn; ends the game if there have been too many.
void count_turn(ChezState& state) {
  if (++state.turns > most_chez_turns) state.question = ChezQuestion::none;
}

void ask_to_act(ChezState& state) {
  state.question = ChezQuestion::act;
  state.asked = state.actor;
}

void pick_up_for_want_of_a_play(ChezTable& table) {
  auto& state = table.state;
  const auto seat = state.actor;
  state.trace.exclude(seat, lack_of_actor(state));
  state.open_rank = 0;
  bool lives = !state.revolt;
  if (lives) {
    lives = pick_up(table, seat, 1);
  } else {
    kill(table, seat);
  }
  if (!lives) end_if_decided(table, seat);
}

/// Disbands empty courts, then finishes seats with empty hands.
void settle(ChezTable& table) {
  auto& state = table.state;
  disband_courts(table, state.actor);
  each_from(state, state.actor, [&](Seat seat) {
    if (state.in.has(seat) && state.hand(seat).empty()) finish(table, seat);
  });
  if (state.in.size() == 1) finish(table, *state.in.begin());
  if (state.in.empty()) state.question = ChezQuestion::none;
}

void pass_the_turn(ChezState& state) {
  const auto chosen = std::exchange(state.chosen_next, no_seat);
  state.actor = chosen != no_seat && state.in.has(chosen) ? chosen : state.next_in(state.actor);
  state.extra = 0;
  state.is_extra = false;
}

}  // namespace

void begin_turn(ChezTable& table) {
  auto& state = table.state;
  while (true) {
    count_turn(state);
    if (state.is_over()) return;
    if (table.guide != nullptr) table.guide->begin_turn(table);
    if (can_act(state)) return ask_to_act(state);
    pick_up_for_want_of_a_play(table);
    if (state.is_over()) return;
    settle(table);
    if (state.is_over()) return;
    pass_the_turn(state);
  }
}

void end_action(ChezTable& table) {
  auto& state = table.state;
  settle(table);
  if (state.is_over()) return;
  if (!state.in.has(state.actor) || state.extra == 0) return next_turn(table);
  --state.extra;
  state.is_extra = true;
  count_turn(state);
  if (!state.is_over()) ask_to_act(state);
}

void next_turn(ChezTable& table) {
  pass_the_turn(table.state);
  begin_turn(table);
}

}  // namespace tribunal
