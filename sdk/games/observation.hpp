#pragma once

#include <string>
#include <vector>

#include "games/core/position.hpp"
#include "games/core/rules.hpp"

namespace tribunal {

/// The numbers of an observation by name, in their order: cards by place (`hand Kh`, `discards Kh`, `open 1
/// Kh`), then numbers of seats (`score 0`), then those of the table (`stock`). Seats are counted from the
/// viewer, clockwise; the last may be a dummy.
[[nodiscard]] std::vector<std::string> observation_names(const Rules& rules);

/// A position as `viewer` sees it: for each name the number of these cards, or the value. It does not change
/// if everything that the viewer does not know is redrawn. In Stud, where discards are face down, it has only
/// their number.
[[nodiscard]] std::vector<float> observe(const Rules& rules, const Position& position, Seat viewer);

}  // namespace tribunal
