#pragma once

#include <string>

#include "games/core/position.hpp"
#include "games/core/rules.hpp"
#include "tribunal_bot.hpp"

namespace tribunal::testing {

/// The first thing in which the view of a seat (or of the referee, which is told all) is not the table as the
/// engine knows it: `seat 1 hand: ...`; empty if there is none. What the seat may not see has to be counted
/// and not named; what it knows of others' hands has to be there.
[[nodiscard]] std::string difference(const bot::View& view, const Position& table, const Rules& rules,
                                     Seat viewer);

}  // namespace tribunal::testing
