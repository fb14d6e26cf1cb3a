#pragma once

#include <cstdint>
#include <vector>

#include <Eigen/Core>

#include "ratings/likelihood.hpp"

namespace tribunal {

/// Bots that met, directly or through others.
using Groups = std::vector<std::vector<std::uint32_t>>;

/// The maximum of the likelihood of games and ghost.
class Fit {
 public:
  /// `census` lives as long as this.
  Fit(const Census& census, const Groups& groups, double ghost);

  /// Newton's method with step halving, from `start` (at first 0), until the gradient is nothing or, in a sum
  /// over so many games that it never is, until rounding keeps it from shrinking. False if it does not
  /// arrive.
  [[nodiscard]] bool climb();
  [[nodiscard]] bool climb_from(const Eigen::VectorXd& start);

  [[nodiscard]] Eigen::MatrixXd inverse_information() const;
  [[nodiscard]] const Eigen::VectorXd& strengths() const { return strengths_; }
  [[nodiscard]] int steps() const { return steps_; }
  /// The log-likelihood of the games alone.
  [[nodiscard]] double value_of_games() const { return value_of_games_; }

 private:
  [[nodiscard]] Likelihood likelihood_at(const Eigen::VectorXd& strengths);
  [[nodiscard]] double steepest() const { return here_.gradient.lpNorm<Eigen::Infinity>(); }
  [[nodiscard]] bool take(const Eigen::VectorXd& step);
  [[nodiscard]] bool take_uphill(const Eigen::VectorXd& step);

  const Census& census_;
  double ghost_;
  Eigen::MatrixXd ridge_;
  Eigen::VectorXd strengths_;
  Likelihood here_;
  double value_of_games_ = 0;
  int steps_ = 0;
};

}  // namespace tribunal
