#include "ratings/sweeps.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <boost/math/tools/toms748_solve.hpp>

#include "ratings/model/student.hpp"

namespace tribunal {

SweptGames::SweptGames(const Census& census, std::uint32_t bot, bool is_perfect)
    : census_{census}, bot_{bot}, is_perfect_{is_perfect} {
  for (std::size_t kind = 0; kind < census.kinds(); ++kind) {
    const auto is_its = [&](char16_t seat) { return Rankings::bot_of(seat) == bot; };
    if (std::ranges::any_of(census.patterns[kind], is_its)) kinds_.push_back(kind);
  }
}

double SweptGames::narrowing(const Fit& fit, double curvature) const {
  const double inward = is_perfect_ ? -1 : 1;
  const auto height = [&](double distance) {
    Eigen::VectorXd strengths = fit.strengths();
    strengths[bot_] += inward * distance;
    double value = fit.prior().value(strengths);
    for (const auto kind : kinds_)
      value += census_.games[kind] * value_of_ranking(census_.patterns[kind], strengths) / fit.dispersion();
    return value;
  };
  const double top = height(0);
  const auto missing = [&](double distance) { return normal95 * normal95 / 2 - (top - height(distance)); };
  double far = 1;
  while (missing(far) > 0 && far < widest_strengths) far *= 2;
  if (missing(far) > 0) return 1;
  boost::math::tools::eps_tolerance<double> tolerance{20};
  std::uintmax_t steps = 100;
  const auto [below, above] = boost::math::tools::toms748_solve(missing, 0.0, far, tolerance, steps);
  const double by_curvature = normal95 / std::sqrt(curvature);
  return std::min(1.0, std::midpoint(below, above) / by_curvature);
}

}  // namespace tribunal
