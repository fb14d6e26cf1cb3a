#include "games/chez/windows.hpp"

#include "games/chez/actions.hpp"

namespace tribunal {
namespace {

/// Asks the first seat with an ace, from `seat` to the last of the round.
bool ask_from(ChezState& state, Seat seat) {
  while (true) {
    if (state.in.has(seat) && nope_aces(state, seat) != 0) {
      state.question = ChezQuestion::nope;
      state.asked = seat;
      return true;
    }
    if (seat == state.pending.last_asked) return false;
    seat = state.beside(seat);
  }
}

}  // namespace

bool open_window(ChezState& state) {
  state.pending.noped = false;
  state.pending.last_asked = state.actor;
  return ask_from(state, state.beside(state.actor));
}

bool window_after_pass(ChezState& state) {
  return state.asked != state.pending.last_asked && ask_from(state, state.beside(state.asked));
}

bool window_after_nope(ChezState& state, Card ace) {
  state.hand(state.asked).remove(ace);
  state.secondary.add(ace);
  state.pending.noped = !state.pending.noped;
  state.pending.last_asked = state.beside(state.asked, -1);
  return ask_from(state, state.beside(state.asked));
}

}  // namespace tribunal
