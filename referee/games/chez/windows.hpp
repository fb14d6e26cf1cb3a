#pragma once

#include "games/chez/state.hpp"

namespace tribunal {

// Nope windows (H5): the seats with an ace are asked, one after another; a nope opens a new round, in which
// the noper is not asked. Each function answers whether somebody is asked now; if not, `pending.noped` is
// final.

[[nodiscard]] bool open_window(ChezState& state);
[[nodiscard]] bool window_after_pass(ChezState& state);
/// The seat asked discards the ace to the secondary pile.
[[nodiscard]] bool window_after_nope(ChezState& state, Card ace);

}  // namespace tribunal
