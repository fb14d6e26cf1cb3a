#include "ratings/model/fit.hpp"

#include <cmath>
#include <utility>

#include <Eigen/Cholesky>
#include <Eigen/IterativeLinearSolvers>

namespace tribunal {
namespace {

constexpr double gradient_tolerance = 1e-10;
/// A gain, as Newton's method predicts it, at which it has reached its region of quadratic convergence. The
/// likelihood, a large sum, can then no longer tell better from worse by its last digits.
constexpr double last_gain = 1e-4;
constexpr int most_steps = 200;
/// Strengths that change by less have the same information, within one per cent.
constexpr double small_step = 0.01;

/// With more bots, steps are computed by conjugate gradients, to seven digits; the next step corrects the
/// rest.
constexpr Eigen::Index most_bots_factored = 300;

/// Makes the information regular if games and prior leave it singular: without a spread, at bots that met
/// nobody and at the common level of each group. Neither changes anything that is centred within groups.
void add_ridge(Eigen::MatrixXd& information, const Groups& groups) {
  Eigen::VectorXd alone = Eigen::VectorXd::Ones(information.rows());
  for (const auto& group : groups) {
    for (const auto row : group) {
      alone[row] = 0;
      for (const auto column : group) information(row, column) += 1.0 / static_cast<double>(group.size());
    }
  }
  information.diagonal() += alone;
}

}  // namespace

double Anchors::level(const Eigen::VectorXd& strengths) const {
  double level = 0;
  for (const auto& bot : bots_) level += share(bot) * (strengths[bot.bot] - bot.strength);
  return level;
}

double Anchors::variance_of_level() const {
  double precision = 0;
  for (const auto& bot : bots_) precision += precision_of(bot);
  return bots_.empty() ? 0 : 1 / precision;
}

double Anchors::share(const Bot& bot) const { return precision_of(bot) * variance_of_level(); }

double Prior::value(const Eigen::VectorXd& strengths) const {
  double value = std::isinf(spread) ? 0 : -strengths.squaredNorm() / (2 * spread * spread);
  for (const auto& group : anchors) {
    const double level = group.level(strengths);
    for (const auto& bot : group.bots()) {
      const double away = strengths[bot.bot] - level - bot.strength;
      value -= away * away * Anchors::precision_of(bot) / 2;
    }
  }
  return value;
}

Eigen::VectorXd Prior::gradient(const Eigen::VectorXd& strengths) const {
  Eigen::VectorXd gradient = -strengths / (spread * spread);
  for (const auto& group : anchors) {
    const double level = group.level(strengths);
    for (const auto& bot : group.bots())
      gradient[bot.bot] -= (strengths[bot.bot] - level - bot.strength) * Anchors::precision_of(bot);
  }
  return gradient;
}

void Prior::add_precision(Eigen::MatrixXd& information) const {
  information.diagonal().array() += 1 / (spread * spread);
  for (const auto& group : anchors) {
    for (const auto& bot : group.bots()) {
      const double precision = Anchors::precision_of(bot);
      information(bot.bot, bot.bot) += precision;
      for (const auto& other : group.bots())
        information(bot.bot, other.bot) -= precision * group.share(other);
    }
  }
}

Fit::Fit(const Census& census, Groups groups, Prior prior, double dispersion)
    : census_{census},
      groups_{std::move(groups)},
      prior_{std::move(prior)},
      dispersion_{dispersion},
      strengths_{Eigen::VectorXd::Zero(static_cast<Eigen::Index>(census.bots))} {}

bool Fit::climb_from(const Eigen::VectorXd& start) {
  strengths_ = start;
  return climb();
}

bool Fit::climb() {
  measure(strengths_);
  for (; steps_ < most_steps; ++steps_) {
    const double before = steepest();
    if (before < gradient_tolerance) return true;
    const Eigen::VectorXd step = solve(slope());
    if (!step.allFinite()) return false;
    const bool close = step.dot(slope()) < last_gain;
    if (!(close ? take(step) : take_uphill(step))) return false;
    if (close && steepest() > before / 2) return true;
  }
  return false;
}

bool Fit::move_to(double spread) {
  if (spread == prior_.spread && strengths_ == measured_at_) return true;
  if (!approach(spread)) return false;
  if (strengths_ == measured_at_) return true;
  steps_ = 0;
  return climb();
}

bool Fit::approach(double spread) {
  prior_.spread = spread;
  is_factored_ = false;
  const Eigen::VectorXd step = solve(slope());
  if (!step.allFinite()) return false;
  strengths_ = measured_at_ + step;
  if (step.lpNorm<Eigen::Infinity>() < small_step) return true;
  steps_ = 0;
  return climb_from(measured_at_);
}

bool Fit::disperse(double dispersion) {
  dispersion_ = dispersion;
  is_factored_ = false;
  steps_ = 0;
  return climb();
}

Eigen::MatrixXd Fit::inverse_information() const {
  const auto size = strengths_.size();
  return information().llt().solve(Eigen::MatrixXd::Identity(size, size));
}

Eigen::VectorXd Fit::variances() const {
  if (strengths_.size() <= most_bots_factored) return inverse_information().diagonal();
  return precisions().cwiseInverse();
}

double Fit::log_evidence() {
  const Eigen::VectorXd step = strengths_ - measured_at_;
  const double games = here_.value + here_.gradient.dot(step) - step.dot(here_.information * step) / 2;
  factor();
  const double half_log_determinant = factor_.matrixLLT().diagonal().array().log().sum();
  return games / dispersion_ + prior_.value(strengths_) -
         static_cast<double>(strengths_.size()) * std::log(prior_.spread) - half_log_determinant;
}

void Fit::factor() {
  if (!is_factored_) factor_.compute(information());
  is_factored_ = true;
}

Eigen::VectorXd Fit::solve(const Eigen::VectorXd& right) {
  if (right.size() <= most_bots_factored) {
    factor();
    return factor_.solve(right);
  }
  const Eigen::MatrixXd matrix = information();
  Eigen::ConjugateGradient<Eigen::MatrixXd, Eigen::Lower | Eigen::Upper> solver{matrix};
  solver.setTolerance(1e-7);
  return solver.solve(right);
}

Eigen::MatrixXd Fit::information() const {
  Eigen::MatrixXd sum = here_.information / dispersion_;
  prior_.add_precision(sum);
  if (std::isinf(prior_.spread)) add_ridge(sum, groups_);
  if (here_.information_of_luck.size() == 0) return sum;
  Eigen::MatrixXd with_luck = sum + here_.information_of_luck / dispersion_;
  return with_luck.llt().info() == Eigen::Success ? with_luck : sum;
}

Eigen::VectorXd Fit::slope() const { return here_.gradient / dispersion_ + prior_.gradient(measured_at_); }

void Fit::measure(const Eigen::VectorXd& strengths) {
  measured_at_ = strengths;
  is_factored_ = false;
  here_ = likelihood_of_games(census_, strengths);
}

/// Takes `step` if strengths stay in range.
bool Fit::take(const Eigen::VectorXd& step) {
  strengths_ += step;
  if (strengths_.size() > 0 && strengths_.maxCoeff() - strengths_.minCoeff() > widest_strengths) return false;
  measure(strengths_);
  return true;
}

/// Takes `step`, or the largest half, quarter, ... of it that increases the height.
bool Fit::take_uphill(const Eigen::VectorXd& step) {
  const Eigen::VectorXd start = strengths_;
  const double before = height();
  for (double length = 1; length > 1e-6; length /= 2) {
    strengths_ = start;
    if (take(length * step) && height() > before) return true;
  }
  return false;
}

}  // namespace tribunal
