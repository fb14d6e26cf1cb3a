#pragma once

#include <vector>

#include "ratings/model/fit.hpp"

namespace tribunal {

/// A prior and its probability after the games.
struct LikelyPrior {
  double spread = 1;  ///< the standard deviation of strengths, natural logarithms
  double weight = 1;  ///< the weights of all priors sum to 1
  /// The weight under a prior with likelier narrow fields, which does not overstate a superiority. These
  /// weights sum to 1, too.
  double sceptical_weight = 1;
  double step = 0;   ///< as in `PriorCovariance`; 0: no bots are kin
  double apart = 0;  ///< likewise
};

/// Moves to a prior. The games are not measured again if `fit` already has that prior. False if it does not
/// converge.
[[nodiscard]] bool move_to(Fit& fit, const LikelyPrior& prior, const Kinship& kinship);

/// Moves to the likeliest prior. False if it does not converge.
[[nodiscard]] bool move_to_likeliest(Fit& fit, const Kinship& kinship);

/// The likely priors after the games of `fit`, each with its probability; the first is the likeliest. The
/// prior density of a spread s is proportional to s^2 exp(-s^2 / (2 r^2)). It is 0 at 0, so that the estimate
/// is never 0 (Y. Chung, S. Rabe-Hesketh, V. Dorie, A. Gelman, J. Liu, A Nondegenerate Penalized Likelihood
/// Estimator for Variance Parameters in Multilevel Models, Psychometrika 78 (2013)). It is small beyond the
/// reach r = 2 ln(1 + games per bot), since that many games cannot distinguish much longer odds. The
/// sceptical prior lacks the factor s^2. Leaves `fit` at one of them. Empty if it does not converge.
[[nodiscard]] std::vector<LikelyPrior> likely_priors(Fit& fit, const Kinship& kinship);

}  // namespace tribunal
