#pragma once

#include <cstdint>
#include <vector>

#include "ratings/model/fit.hpp"
#include "ratings/plackett_luce.hpp"

namespace tribunal {

/// The parts into which groups fall where the games between two parts say little of their distance, beside
/// what those within each say and beside the prior of `fit`: they are few, or one side won nearly all. One
/// part fewer than there are, each as it was split from the rest; empty for ordinary fields. Versions of a
/// bot are of one part.
[[nodiscard]] std::vector<WeakLink> weak_links_of(const Fit& fit, const Groups& groups,
                                                  const std::vector<std::vector<std::uint32_t>>& walks);

}  // namespace tribunal
