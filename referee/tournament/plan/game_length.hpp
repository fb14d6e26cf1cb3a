#pragma once

#include "games/catalogue.hpp"

namespace tribunal {

/// Decisions in a game of these rules, the mean of `games` games played at random.
[[nodiscard]] double mean_decisions(const Rules& rules, int games);

}  // namespace tribunal
