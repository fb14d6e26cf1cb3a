#pragma once

#include <cstddef>
#include <vector>

#include "ratings/model/fit.hpp"

namespace tribunal {

/// Up to this number of bots the ratings are averaged over the spreads that the games leave possible; with
/// more, these lie so close together that the likeliest stands for all.
inline constexpr std::size_t most_bots_averaged = 100;

/// With more bots than this the likeliest spread is found without determinants.
inline constexpr std::size_t most_bots_by_evidence = 300;

/// A standard deviation of the strengths, natural logarithms, and how likely it is.
struct LikelySpread {
  double spread = 1;
  double weight = 1;  ///< of all together 1
  /// The same by a prior under which narrow fields are likelier, for what must not be overstated there: which
  /// of two bots is the stronger. Of all together 1.
  double sceptical_weight = 1;
};

/// The spreads that the games of `fit` leave possible, each with its part of the probability. Before any game
/// the density of a spread s is in proportion to s^2 exp(-s^2 / (2 r^2)): nothing at 0, so that the estimate
/// is never 0 (Y. Chung, S. Rabe-Hesketh, V. Dorie, A. Gelman, J. Liu, A Nondegenerate Penalized Likelihood
/// Estimator for Variance Parameters in Multilevel Models, Psychometrika 78 (2013)), and little beyond the
/// reach r = 2 ln(1 + games of a bot), as so many games tell no odds apart that are much longer. The
/// sceptical prior lacks the factor s^2. The first is the likeliest. Leaves `fit` at one of them. Empty if it
/// does not converge.
[[nodiscard]] std::vector<LikelySpread> likely_spreads(Fit& fit);

/// Goes to the likeliest of these spreads. False if it does not converge.
[[nodiscard]] bool move_to_likeliest_spread(Fit& fit);

}  // namespace tribunal
