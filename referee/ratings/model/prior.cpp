#include "ratings/model/prior.hpp"

#include <cmath>

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

}  // namespace tribunal
