#include "ratings/sequential/empirical_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

#include <boost/math/tools/roots.hpp>

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
std::pair<double, double> pull_at(double theta, double mean, std::span<const WeightedValue> values) {
  double sum = 0;
  double slope = 0;
  for (const auto& [value, weight] : values) {
    const double share = (value - mean) / (1 + theta * (value - mean));
    sum += weight * share;
    slope -= weight * share * share;
  }
  return {sum, slope};
}

}  // namespace

double tilt_to(double mean, std::span<const WeightedValue> values, double start) {
  const auto [low, high] = bracket_of(mean, values);
  if (!std::isfinite(low) || !std::isfinite(high))
    throw std::invalid_argument{"empirical likelihood: the mean lies outside of the values"};
  constexpr int digits =
      45;  // correct to 45 of 53 bits: the last step, of quadratic convergence, gives the rest
  std::uintmax_t steps = 200;
  return boost::math::tools::newton_raphson_iterate(
      [&](double theta) { return pull_at(theta, mean, values); }, std::clamp(start, low, high), low, high,
      digits, steps);
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
