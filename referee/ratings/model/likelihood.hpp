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
  Eigen::MatrixXd information;          ///< that of the games; positive semidefinite
  Eigen::MatrixXd information_of_luck;  ///< that of `value_of_luck`, of either sign; empty without luck
};

/// The log-likelihood of the games alone, plus `value_of_luck`. The strengths must lie within
/// `widest_strengths`.
[[nodiscard]] Likelihood likelihood_of_games(const Census& census, const Eigen::VectorXd& strengths);

/// The part of the log-likelihood that takes luck out, so that the gradient is that of the games less the
/// luck: a sum whose mean is 0 at the true strengths, as that of the games alone is, with less scatter.
///
/// Luck between two bots counts in full where they are equally strong, and 1 - t^6 of it elsewhere, with t =
/// tanh of half their distance: the difference of their odds to win. With t = 0.6 (odds of 4 : 1) that is 95
/// %, with 0.9 (19 : 1) it is 47 %. The mean is 0 with any such weight. It must vanish far away, where a bot
/// has hardly any losses: a little more luck than losses would else send its strength to infinity.
[[nodiscard]] double value_of_luck(const Census& census, const Eigen::VectorXd& strengths);

/// The log-likelihood of one game that ended in this ranking.
[[nodiscard]] double value_of_ranking(Rankings::Pattern pattern, const Eigen::VectorXd& strengths);

/// The sum over clusters of u u', where u is the gradient of the games of the cluster, less their
/// luck.
[[nodiscard]] Eigen::MatrixXd scatter_of_clusters(const Census& census, const Eigen::VectorXd& strengths);

}  // namespace tribunal
