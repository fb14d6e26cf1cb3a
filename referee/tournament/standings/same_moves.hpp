#pragma once

#include <cstdint>

#include "base/error.hpp"
#include "cards/commit_reveal.hpp"
#include "tournament/store/results.hpp"

namespace tribunal {

/// Whether the candidate and the baseline of a comparison (`Comparison`), and with them all others, made the
/// same moves in all games of the first `deals` deals, in the same seat among the same others. All of these
/// games are stored.
[[nodiscard]] Result<bool> same_moves(const Results& results, const Secret& secret, std::uint64_t deals);

}  // namespace tribunal
