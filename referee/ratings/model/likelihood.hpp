#pragma once

#include <vector>

#include <Eigen/Core>

#include "ratings/model/census.hpp"

namespace tribunal {

/// The widest range of strengths that is accepted, natural logarithms: within it sums of worths keep full
/// precision.
inline constexpr double widest_strengths = 600;

/// A log-likelihood at some strengths, with its first derivative and minus its second.
struct Likelihood {
  double value = 0;
  Eigen::VectorXd gradient;
  Eigen::MatrixXd information;  ///< positive semidefinite
};

/// The log-likelihood of the games alone; less the luck of each bot times its strength, so that its gradient
/// is that of the games less the luck: a sum whose mean is 0 at the true strengths, as that of the games
/// alone is, with less scatter. The strengths must lie within `widest_strengths`.
[[nodiscard]] Likelihood likelihood_of_games(const Census& census, const Eigen::VectorXd& strengths);

/// The log-likelihood of one game that ended in this ranking.
[[nodiscard]] double value_of_ranking(Rankings::Pattern pattern, const Eigen::VectorXd& strengths);

/// The sum over clusters of u u', where u is the gradient of the games of the cluster, less their
/// luck.
[[nodiscard]] Eigen::MatrixXd scatter_of_clusters(const Census& census, const Eigen::VectorXd& strengths);

}  // namespace tribunal
