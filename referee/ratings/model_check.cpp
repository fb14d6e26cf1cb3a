#include "ratings/model_check.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/chi_squared.hpp>

#include "ratings/model/choices.hpp"

namespace tribunal {
namespace {

constexpr double significance = 0.001;
constexpr double least_deviation = 0.04;
/// The least variance of a pair's points at which a squared residual over it is nearly chi-square
/// distributed.
constexpr double least_variance = 2;

/// The games of each pair of bots, and the points of the one with the smaller number: 1 for a better place, a
/// half for the same.
class PairPoints {
 public:
  explicit PairPoints(const Census& census)
      : bots_{census.bots}, games_(bots_ * bots_), points_(bots_ * bots_) {
    for (std::size_t kind = 0; kind < census.kinds(); ++kind) add(census.patterns[kind], census.games[kind]);
  }

  [[nodiscard]] double games(std::size_t first, std::size_t second) const {
    return games_[first * bots_ + second];
  }
  [[nodiscard]] double points(std::size_t first, std::size_t second) const {
    return points_[first * bots_ + second];
  }

 private:
  void add(Rankings::Pattern pattern, double games) {
    for_each_pair(pattern, [&](std::uint32_t better, std::uint32_t worse, bool tied) {
      const auto pair = std::min(better, worse) * bots_ + std::max(better, worse);
      games_[pair] += games;
      points_[pair] += games * (tied ? 0.5 : better < worse ? 1 : 0);
    });
  }

  std::size_t bots_;
  std::vector<double> games_;
  std::vector<double> points_;
};

/// The sums over pairs on which the decision is based.
struct Residuals {
  double chi_square = 0;
  double pairs = 0;
  double excess = 0;  ///< of squared residuals over their variances
  double squared_games = 0;
  double worst = 0;
  Misfit misfit;

  void add(const Misfit& pair, double games, double variance) {
    const double residual = games * (pair.seen - pair.expected);
    const double square = residual * residual / variance;
    chi_square += square;
    ++pairs;
    excess += residual * residual - variance;
    squared_games += games * games;
    if (square <= worst) return;
    worst = square;
    misfit = pair;
  }
  [[nodiscard]] bool contradict(double bots, double groups) const {
    const double freedom = pairs - (bots - groups);
    if (freedom < 1 || excess <= least_deviation * least_deviation * squared_games) return false;
    return boost::math::cdf(boost::math::complement(boost::math::chi_squared{freedom}, chi_square)) <
           significance;
  }
};

}  // namespace

std::optional<Misfit> misfit_of(const Census& census, const Ratings& ratings) {
  if (census.bots > most_bots_checked) return std::nullopt;
  const PairPoints points{census};
  Residuals residuals;
  double bots = 0;
  for (std::uint32_t first = 0; first < census.bots; ++first) {
    if (ratings.bots[first]) ++bots;
    for (std::uint32_t second = first + 1; second < census.bots; ++second) {
      const double games = points.games(first, second);
      if (games == 0) continue;
      const double away = ratings.bots[first]->strength - ratings.bots[second]->strength;
      const double expected = 1 / (1 + std::exp(-away));
      const double variance = games * expected * (1 - expected) * std::max(1.0, ratings.dispersion);
      if (variance >= least_variance)
        residuals.add({first, second, points.points(first, second) / games, expected}, games, variance);
    }
  }
  if (!residuals.contradict(bots, static_cast<double>(ratings.groups.size()))) return std::nullopt;
  return residuals.misfit;
}

}  // namespace tribunal
