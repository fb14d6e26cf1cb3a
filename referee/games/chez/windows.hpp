#pragma once

#include "games/chez/state.hpp"

namespace tribunal {

// Nope windows (H5): the seats with an ace are asked, one after another; a nope opens a new round, in which
// the noper is not asked. Each function returns whether a seat is asked now; if not, `pending.noped` is
// final.

[[nodiscard]] bool open_window(ChezState& state);
[[nodiscard]] bool window_after_pass(ChezState& state);
/// Discards the ace of the seat that is asked to the secondary pile.
[[nodiscard]] bool window_after_nope(ChezState& state, Card ace);

}  // namespace tribunal
