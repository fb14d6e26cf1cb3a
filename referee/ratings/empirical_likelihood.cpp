#include "ratings/empirical_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace tribunal {
namespace {

struct Bracket {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// No value can have a probability above 1: w / W <= 1 + theta (v - mean).
Bracket bracket_of(double mean, std::span<const WeightedValue> values) {
  double total = 0;
  for (const auto& seen : values) total += seen.weight;
  Bracket bracket;
  for (const auto& [value, weight] : values) {
    const double bound = (weight / total - 1) / (value - mean);
    if (value > mean) bracket.low = std::max(bracket.low, bound);
    if (value < mean) bracket.high = std::min(bracket.high, bound);
  }
  return bracket;
}

/// The sum of w (v - mean) / (1 + theta (v - mean)), which falls in theta, and its derivative.
struct Pull {
  double sum = 0;
  double slope = 0;
};

Pull pull_at(double theta, double mean, std::span<const WeightedValue> values) {
  Pull pull;
  for (const auto& [value, weight] : values) {
    const double share = (value - mean) / (1 + theta * (value - mean));
    pull.sum += weight * share;
    pull.slope -= weight * share * share;
  }
  return pull;
}

}  // namespace

double tilt_to(double mean, std::span<const WeightedValue> values, double start) {
  auto [low, high] = bracket_of(mean, values);
  if (!std::isfinite(low) || !std::isfinite(high))
    throw std::invalid_argument{"empirical likelihood: the mean lies outside of the values"};
  // Newton's method, with the middle of the bracket in place of a step that leaves it.
  constexpr int most_steps = 200;
  const double rounding = 1e-14 * (high - low);
  double theta = std::clamp(start, low, high);
  for (int step = 0; step < most_steps; ++step) {
    const auto pull = pull_at(theta, mean, values);
    const double newton = theta - pull.sum / pull.slope;
    if (std::abs(newton - theta) <= rounding + 1e-12 * std::abs(newton)) break;
    (pull.sum > 0 ? low : high) = theta;
    theta = low < newton && newton < high ? newton : (low + high) / 2;
  }
  return theta;
}

double log_likelihood_ratio(std::span<const WeightedValue> values, const Tilt& null,
                            const Tilt& alternative) {
  double ratio = 0;
  for (const auto& [value, weight] : values) {
    const double more = null.theta * (value - null.mean);
    const double less = alternative.theta * (value - alternative.mean);
    ratio += weight * std::log1p((more - less) / (1 + less));
  }
  return ratio;
}

}  // namespace tribunal
