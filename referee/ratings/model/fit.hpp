#pragma once

#include <cstdint>
#include <vector>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "ratings/model/likelihood.hpp"
#include "ratings/model/prior.hpp"

namespace tribunal {

/// Bots that met, directly or through others.
using Groups = std::vector<std::vector<std::uint32_t>>;

/// The maximum of the log-likelihood of the games over their dispersion plus the logarithm of the prior.
class Fit {
 public:
  /// `census` lives as long as this. `dispersion`: a game counts as the reciprocal of it; above 0.
  Fit(const Census& census, Groups groups, Prior prior, double dispersion);

  /// Newton's method with step halving, from `start` (at first 0), until the gradient is nothing or, in a sum
  /// over so many games that it never is, until rounding keeps it from shrinking. False if it does not
  /// arrive.
  [[nodiscard]] bool climb();
  [[nodiscard]] bool climb_from(const Eigen::VectorXd& start);
  /// Goes to the maximum of another spread.
  [[nodiscard]] bool move_to(double spread);
  /// Goes close to it: a step so small that the games have the same information, to a hundredth, on its whole
  /// length is not measured. Where that ends depends on where it began.
  [[nodiscard]] bool approach(double spread);
  /// Goes to the maximum of another dispersion.
  [[nodiscard]] bool disperse(double dispersion);

  /// A^-1, where A is minus the second derivative of the maximised sum.
  [[nodiscard]] Eigen::MatrixXd inverse_information() const;
  /// The diagonal of A.
  [[nodiscard]] Eigen::VectorXd precisions() const { return information().diagonal(); }
  /// The diagonal of A^-1; of many bots, each of which hangs on many others, the reciprocals of that of A.
  [[nodiscard]] Eigen::VectorXd variances() const;
  /// The logarithm of the probability of the games by this spread, whatever the strengths, but for a
  /// constant: the integral of Laplace over the strengths. The spread is finite.
  [[nodiscard]] double log_evidence();
  [[nodiscard]] const Eigen::VectorXd& strengths() const { return strengths_; }
  [[nodiscard]] const Prior& prior() const { return prior_; }
  [[nodiscard]] double dispersion() const { return dispersion_; }
  [[nodiscard]] int steps() const { return steps_; }
  /// Of the games alone, where the likelihood was last measured.
  [[nodiscard]] double value_of_games() const { return here_.value; }
  [[nodiscard]] const Eigen::MatrixXd& information_of_games() const { return here_.information; }
  [[nodiscard]] const Census& census() const { return census_; }

 private:
  void measure(const Eigen::VectorXd& strengths);
  /// A, and a ridge where games and prior leave it singular.
  [[nodiscard]] Eigen::MatrixXd information() const;
  /// A^-1 times this.
  [[nodiscard]] Eigen::VectorXd solve(const Eigen::VectorXd& right);
  /// Factors A, where that was not done since it last changed.
  void factor();
  [[nodiscard]] double height() const { return here_.value / dispersion_ + prior_.value(measured_at_); }
  [[nodiscard]] Eigen::VectorXd slope() const;
  [[nodiscard]] double steepest() const { return slope().lpNorm<Eigen::Infinity>(); }
  [[nodiscard]] bool take(const Eigen::VectorXd& step);
  [[nodiscard]] bool take_uphill(const Eigen::VectorXd& step);

  const Census& census_;
  Groups groups_;
  Prior prior_;
  double dispersion_;
  Eigen::VectorXd strengths_;
  Eigen::VectorXd measured_at_;
  Likelihood here_;  ///< of the games at `measured_at_`
  Eigen::LLT<Eigen::MatrixXd> factor_;
  bool is_factored_ = false;
  int steps_ = 0;
};

}  // namespace tribunal
