#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {

/// Names of the bots that still play and were at fault in each of their games (as `StandingsRow` has it,
/// without the cost of standings: games are read only until every bot has played one without a fault).
[[nodiscard]] Result<std::vector<std::string>> bots_always_at_fault(const Results& results);

}  // namespace tribunal
