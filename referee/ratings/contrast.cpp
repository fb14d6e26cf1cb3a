#include "ratings/contrast.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <boost/math/tools/toms748_solve.hpp>

#include "ratings/model/student.hpp"

namespace tribunal {
namespace {

double variance_in(const SymmetricMatrix& covariance, const Contrast& contrast) {
  double variance = contrast.more_variance;
  for (const auto& one : contrast.terms)
    for (const auto& other : contrast.terms)
      variance += one.factor * other.factor * covariance.at(one.bot, other.bot);
  return std::max(0.0, variance);
}

/// The variance of a contrast in one layer. With `larger`, the larger of both kinds of variances counts; the
/// one by games is scaled so that its interval has the width of the normal distribution's, not of Student's
/// with `deals` deals.
double variance_in(const RatingLayer& layer, const Contrast& contrast, std::size_t deals, bool sweeps,
                   bool larger) {
  const double by_clusters = variance_in(layer.by_clusters, contrast);
  if (!sweeps && !larger) return by_clusters;
  const double by_games = variance_in(layer.by_games, contrast);
  if (sweeps) return by_games;
  const double narrower = normal95 / t95(deals);
  return std::max(by_clusters, by_games * narrower * narrower);
}

}  // namespace

UncertainContrast::UncertainContrast(const Ratings& ratings, const Contrast& contrast, std::size_t deals,
                                     bool sweeps)
    : deals_{deals} {
  for (const auto& layer : ratings.layers) {
    Part part{.weight = layer.weight, .sceptical_weight = layer.sceptical_weight, .mean = 0, .error = 0};
    for (const auto& term : contrast.terms) part.mean += term.factor * layer.strengths[term.bot];
    part.error = std::sqrt(variance_in(layer, contrast, deals, sweeps, ratings.paired_by_results));
    parts_.push_back(part);
  }
}

double UncertainContrast::mean() const {
  double mean = 0;
  for (const auto& part : parts_) mean += part.weight * part.mean;
  return mean;
}

double UncertainContrast::deviation() const {
  const double middle = mean();
  double variance = 0;
  for (const auto& part : parts_)
    variance += part.weight * (part.error * part.error + (part.mean - middle) * (part.mean - middle));
  return std::sqrt(variance);
}

double UncertainContrast::chance_above(double value, double Part::*weight) const {
  double chance = 0;
  for (const auto& part : parts_) {
    const double away = part.mean - value;
    if (part.error == 0) {
      chance += part.*weight * (away > 0 ? 1 : away < 0 ? 0 : 0.5);
    } else {
      chance += part.*weight * student_probability(away / part.error, deals_);
    }
  }
  return chance;
}

double UncertainContrast::half_width() const {
  if (parts_.size() == 1) return t95(deals_) * parts_.front().error;
  const double middle = mean();
  const auto missing = [&](double width) {
    return 0.95 - chance_above(middle - width) + chance_above(middle + width);
  };
  double far = t95(deals_) * deviation();
  if (far == 0) return 0;
  while (missing(far) > 0) far *= 2;
  boost::math::tools::eps_tolerance<double> tolerance{40};
  std::uintmax_t steps = 100;
  const auto [below, above] = boost::math::tools::toms748_solve(missing, 0.0, far, tolerance, steps);
  return std::midpoint(below, above);
}

}  // namespace tribunal
