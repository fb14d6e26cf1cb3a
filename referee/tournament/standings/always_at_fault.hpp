#pragma once

#include <expected>
#include <string>
#include <vector>

#include "tournament/store/results.hpp"
#include "tournament/store/tables/store_error.hpp"

namespace tribunal {

/// Names of the bots that still play and were at fault in each of their games (as `StandingsRow` has it,
/// without the cost of standings: games are read only until every bot has played one without a fault).
[[nodiscard]] std::expected<std::vector<std::string>, StoreError> bots_always_at_fault(
    const Results& results);

}  // namespace tribunal
