#pragma once

#include <expected>

#include "tournament/results.hpp"
#include "tournament/standings.hpp"

namespace tribunal {

/// The standings after the games kept so far.
[[nodiscard]] std::expected<Standings, StoreError> standings_of(const Results& results);

}  // namespace tribunal
