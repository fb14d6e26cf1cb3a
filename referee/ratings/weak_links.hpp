#pragma once

#include <cstdint>
#include <vector>

#include "ratings/model/fit.hpp"
#include "ratings/plackett_luce.hpp"

namespace tribunal {

/// The parts into which groups fall where the games between two parts are few beside those within each, and
/// say less of the distance of the two than the prior of `fit` does. One part fewer than there are, each as
/// it was split from the rest; empty for ordinary fields. Versions of a bot are of one part.
[[nodiscard]] std::vector<WeakLink> weak_links_of(const Fit& fit, const Groups& groups,
                                                  const std::vector<std::vector<std::uint32_t>>& walks);

}  // namespace tribunal
