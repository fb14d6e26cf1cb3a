#pragma once

#include <cstdint>
#include <vector>

#include <Eigen/Core>

#include "ratings/model/fit.hpp"
#include "ratings/plackett_luce.hpp"

namespace tribunal {

/// The parts of groups whose games with the rest have little information about the distance, compared with
/// the games within the parts and with the prior of `fit`: they are few, or one side won nearly all. Each
/// part is as it was split from the rest, so there is one fewer than parts; empty for ordinary fields.
/// Versions of a bot are in one part. `scatter`: that of deals at the strengths of `fit`.
[[nodiscard]] std::vector<WeakLink> weak_links_of(const Fit& fit, const Eigen::MatrixXd& scatter,
                                                  const Groups& groups,
                                                  const std::vector<std::vector<std::uint32_t>>& walks);

}  // namespace tribunal
