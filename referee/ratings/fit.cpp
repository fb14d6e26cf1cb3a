#include "ratings/fit.hpp"

#include <Eigen/Cholesky>

namespace tribunal {
namespace {

constexpr double gradient_tolerance = 1e-10;
/// Where Newton's method foresees a gain of no more than this, it has reached its region of quadratic
/// convergence and the likelihood, a large sum, can no longer tell better from worse by its last digits.
constexpr double last_gain = 1e-4;
constexpr int most_steps = 200;

/// What makes the information regular where games and ghost leave it singular: bots that met nobody, and,
/// without a ghost, the common level of each group. Neither changes anything that is centred within groups.
Eigen::MatrixXd ridge(std::size_t bots, const Groups& groups, bool ghost) {
  const auto size = static_cast<Eigen::Index>(bots);
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(size, size);
  for (const auto& group : groups) {
    for (const auto row : group) {
      for (const auto column : group)
        matrix(row, column) = ghost ? 0.0 : 1.0 / static_cast<double>(group.size());
    }
  }
  return matrix;
}

}  // namespace

Fit::Fit(const Census& census, const Groups& groups, double ghost)
    : census_{census},
      ghost_{ghost},
      ridge_{ridge(census.bots, groups, ghost > 0)},
      strengths_{Eigen::VectorXd::Zero(static_cast<Eigen::Index>(census.bots))} {}

bool Fit::climb_from(const Eigen::VectorXd& start) {
  strengths_ = start;
  return climb();
}

bool Fit::climb() {
  here_ = likelihood_at(strengths_);
  for (; steps_ < most_steps; ++steps_) {
    const double slope = steepest();
    if (slope < gradient_tolerance) return true;
    const Eigen::VectorXd step = inverse_information() * here_.gradient;
    if (!step.allFinite()) return false;
    const bool close = step.dot(here_.gradient) < last_gain;
    if (!(close ? take(step) : take_uphill(step))) return false;
    if (close && steepest() > slope / 2) return true;
  }
  return false;
}

Eigen::MatrixXd Fit::inverse_information() const {
  const auto size = strengths_.size();
  return (here_.information + ridge_).ldlt().solve(Eigen::MatrixXd::Identity(size, size));
}

Likelihood Fit::likelihood_at(const Eigen::VectorXd& strengths) {
  Likelihood sum = likelihood_of_games(census_, strengths);
  value_of_games_ = sum.value;
  const Likelihood ghost = likelihood_of_ghost(ghost_, strengths);
  sum.value += ghost.value;
  sum.gradient += ghost.gradient;
  sum.information += ghost.information;
  return sum;
}

/// Goes along `step` if strengths stay in range.
bool Fit::take(const Eigen::VectorXd& step) {
  strengths_ += step;
  if (strengths_.size() > 0 && strengths_.maxCoeff() - strengths_.minCoeff() > widest_strengths) return false;
  here_ = likelihood_at(strengths_);
  return true;
}

/// Goes along `step`, or the largest half, quarter, ... of it that leads up.
bool Fit::take_uphill(const Eigen::VectorXd& step) {
  const Eigen::VectorXd start = strengths_;
  const double height = here_.value;
  for (double length = 1; length > 1e-6; length /= 2) {
    strengths_ = start;
    if (take(length * step) && here_.value > height) return true;
  }
  return false;
}

}  // namespace tribunal
