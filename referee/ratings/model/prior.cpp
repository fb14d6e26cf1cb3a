#include "ratings/model/prior.hpp"

#include <cmath>

#include <Eigen/LU>

namespace tribunal {

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

/// The drift and the means of parts are columns U of a covariance K + U U'. Its inverse and its determinant
/// follow from those of K (M. A. Woodbury, Inverting Modified Matrices, 1950).
PriorCovariance::PriorCovariance(std::size_t bots, const Kinship& kinship, double step, double apart)
    : step_{step}, apart_{apart} {
  const auto size = static_cast<Eigen::Index>(bots);
  const auto parts = static_cast<Eigen::Index>(kinship.parts.size());
  precision_ = Eigen::MatrixXd::Identity(size, size);
  Eigen::MatrixXd shared = Eigen::MatrixXd::Zero(size, 1 + parts);
  for (const auto& walk : kinship.walks) {
    const double per_step = 1 / (step * step);
    for (std::size_t at = 1; at < walk.size(); ++at) {
      const auto before = walk[at - 1];
      const auto after = walk[at];
      precision_(before, before) += per_step;
      precision_(after, after) += per_step - 1;
      precision_(before, after) = precision_(after, before) = -per_step;
      shared(after, 0) = static_cast<double>(at) * step;
      log_determinant_ -= std::log(per_step);
    }
  }
  for (Eigen::Index part = 0; part < parts; ++part)
    for (const auto bot : kinship.parts[static_cast<std::size_t>(part)]) shared(bot, 1 + part) = apart;
  const Eigen::MatrixXd reached = precision_ * shared;
  const Eigen::MatrixXd inner =
      Eigen::MatrixXd::Identity(1 + parts, 1 + parts) + shared.transpose() * reached;
  const Eigen::FullPivLU<Eigen::MatrixXd> factored{inner};
  log_determinant_ += std::log(factored.determinant());
  precision_ -= reached * factored.solve(reached.transpose());
}

double Prior::value(const Eigen::VectorXd& strengths) const {
  const double squares =
      covariance.is_identity() ? strengths.squaredNorm() : strengths.dot(covariance.precision() * strengths);
  double value = std::isinf(spread) ? 0 : -squares / (2 * spread * spread);
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
  if (!covariance.is_identity()) gradient = covariance.precision() * gradient;
  for (const auto& group : anchors) {
    const double level = group.level(strengths);
    for (const auto& bot : group.bots())
      gradient[bot.bot] -= (strengths[bot.bot] - level - bot.strength) * Anchors::precision_of(bot);
  }
  return gradient;
}

void Prior::add_precision(Eigen::MatrixXd& information) const {
  if (covariance.is_identity()) {
    information.diagonal().array() += 1 / (spread * spread);
  } else {
    information += covariance.precision() / (spread * spread);
  }
  for (const auto& group : anchors) {
    for (const auto& bot : group.bots()) {
      const double precision = Anchors::precision_of(bot);
      information(bot.bot, bot.bot) += precision;
      for (const auto& other : group.bots())
        information(bot.bot, other.bot) -= precision * group.share(other);
    }
  }
}

}  // namespace tribunal
