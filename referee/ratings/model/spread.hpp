#pragma once

#include <cstddef>
#include <vector>

#include "ratings/model/fit.hpp"

namespace tribunal {

/// Up to this number of bots the ratings are averaged over the likely spreads; with more bots these lie so
/// close together that the likeliest one is enough.
inline constexpr std::size_t most_bots_averaged = 100;

/// With more bots than this the likeliest spread is found without determinants.
inline constexpr std::size_t most_bots_by_evidence = 300;

/// A standard deviation of the strengths, natural logarithms, and how likely it is.
struct LikelySpread {
  double spread = 1;
  double weight = 1;  ///< the weights of all spreads sum to 1
  /// The weight under a prior by which narrow fields are likelier, so as not to overstate which of two bots
  /// is the stronger. These weights sum to 1, too.
  double sceptical_weight = 1;
};

/// The spreads that are likely after the games of `fit`, each with its part of the probability. The prior
/// density of a spread s is proportional to s^2 exp(-s^2 / (2 r^2)). It is 0 at 0, so that the estimate is
/// never 0 (Y. Chung, S. Rabe-Hesketh, V. Dorie, A. Gelman, J. Liu, A Nondegenerate Penalized Likelihood
/// Estimator for Variance Parameters in Multilevel Models, Psychometrika 78 (2013)). It is small beyond the
/// reach r = 2 ln(1 + games per bot), since that many games cannot distinguish much longer odds. The
/// sceptical prior lacks the factor s^2. The first spread is the likeliest. Leaves `fit` at one of them.
/// Empty if it does not converge.
[[nodiscard]] std::vector<LikelySpread> likely_spreads(Fit& fit);

/// Moves to the likeliest of these spreads. False if it does not converge.
[[nodiscard]] bool move_to_likeliest_spread(Fit& fit);

}  // namespace tribunal
