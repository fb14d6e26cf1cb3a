#include "ratings/model/spread.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/math/tools/minima.hpp>

namespace tribunal {
namespace {

constexpr double least_spread = 0.02;
constexpr double most_spread = 20;
/// Spreads that are less likely than this part of the likeliest one are omitted.
constexpr double least_part = 1e-3;
/// Precision, in bits, of the logarithm of the likeliest spread: enough that it hardly depends on rounding.
/// The lower one is for more than `most_bots_averaged` bots, whose evidence is slow to compute.
constexpr int digits = 22;
constexpr int digits_of_many = 8;

/// The largest distance of strengths that the games can measure (see `likely_spreads`).
double reach_of(const Census& census) {
  std::vector<bool> played(census.bots, false);
  double seats = 0;
  for (std::size_t kind = 0; kind < census.kinds(); ++kind) {
    seats += census.games[kind] * static_cast<double>(census.patterns[kind].size());
    for (const auto seat : census.patterns[kind]) played[Rankings::bot_of(seat)] = true;
  }
  const auto bots = static_cast<double>(std::ranges::count(played, true));
  return 2 * std::log1p(seats / std::max(bots, 1.0));
}

bool is_averaged(const Fit& fit) {
  return static_cast<std::size_t>(fit.strengths().size()) <= most_bots_averaged;
}

/// The log-density, after the games, of the logarithm of a spread, up to a constant.
class LogPosterior {
 public:
  explicit LogPosterior(Fit& fit) : fit_{fit}, averages_{is_averaged(fit)}, reach_{reach_of(fit.census())} {}

  [[nodiscard]] double operator()(double log_spread) const {
    const double spread = std::exp(log_spread);
    if (!(averages_ ? fit_.move_to(spread) : fit_.approach(spread)))
      return -std::numeric_limits<double>::infinity();
    const double part = spread / std::max(reach_, least_spread);
    return fit_.log_evidence() + 3 * log_spread - part * part / 2;
  }

 private:
  Fit& fit_;
  bool averages_;
  double reach_;
};

/// A distance of spreads, in logarithms, at which a sum over them is close to the integral: the standard
/// deviation that follows from the curvature at the likeliest one.
double step_around(double likeliest, double height, const LogPosterior& posterior) {
  constexpr double aside = 0.2;
  const double bend = 2 * height - posterior(likeliest - aside) - posterior(likeliest + aside);
  return bend > 0 ? std::clamp(aside / std::sqrt(bend), 0.05, 0.4) : 0.4;
}

/// Adds the spreads on one side of the likeliest, until they are too unlikely by both priors.
void add_side(std::vector<LikelySpread>& spreads, double likeliest, double step, double height,
              const LogPosterior& posterior) {
  for (double at = likeliest + step; at > std::log(least_spread) && at < std::log(most_spread); at += step) {
    const double part = std::exp(posterior(at) - height);
    const double sceptical = part * std::exp(2 * (likeliest - at));
    if (!(std::max(part, sceptical) > least_part)) return;
    spreads.push_back({std::exp(at), part, sceptical});
  }
}

/// Spreads around the likeliest, whose log-density is `height`, each with its weight.
std::vector<LikelySpread> spreads_around(double likeliest, double height, const LogPosterior& posterior) {
  std::vector<LikelySpread> spreads{{std::exp(likeliest), 1, 1}};
  const double step = step_around(likeliest, height, posterior);
  add_side(spreads, likeliest, -step, height, posterior);
  add_side(spreads, likeliest, step, height, posterior);
  double all = 0;
  double all_sceptical = 0;
  for (const auto& one : spreads) {
    all += one.weight;
    all_sceptical += one.sceptical_weight;
  }
  for (auto& one : spreads) {
    one.weight /= all;
    one.sceptical_weight /= all_sceptical;
  }
  return spreads;
}

/// Moves to the spread with the greatest evidence: there the squares of the strengths equal their
/// expectation, given the spread and the information on each strength (D. J. C. MacKay, Bayesian
/// Interpolation, Neural Computation 4 (1992)). The variances are taken from the diagonal of the information.
bool move_to_likeliest_of_many(Fit& fit) {
  constexpr int most_rounds = 20;
  double spread = 1;
  for (int round = 0; round < most_rounds; ++round) {
    if (!fit.approach(spread)) return false;
    const double precision = 1 / (spread * spread);
    const Eigen::ArrayXd information =
        fit.information_of_games().diagonal().array() / fit.dispersion() + precision;
    const double known = static_cast<double>(information.size()) - (precision / information).sum();
    if (!(known > 0)) break;
    const double next =
        std::clamp(std::sqrt(fit.strengths().squaredNorm() / known), least_spread, most_spread);
    const bool is_settled = std::abs(std::log(next / spread)) < 0.01;
    spread = next;
    if (is_settled) break;
  }
  return fit.approach(spread);
}

}  // namespace

bool move_to_likeliest_spread(Fit& fit) {
  if (static_cast<std::size_t>(fit.strengths().size()) > most_bots_by_evidence)
    return move_to_likeliest_of_many(fit);
  const LogPosterior posterior{fit};
  const auto [likeliest, depth] = boost::math::tools::brent_find_minima(
      [&](double log_spread) { return -posterior(log_spread); }, std::log(least_spread),
      std::log(most_spread), is_averaged(fit) ? digits : digits_of_many);
  if (!std::isfinite(depth)) return false;
  return is_averaged(fit) ? fit.move_to(std::exp(likeliest)) : fit.approach(std::exp(likeliest));
}

std::vector<LikelySpread> likely_spreads(Fit& fit) {
  if (!move_to_likeliest_spread(fit)) return {};
  const double likeliest = fit.prior().spread;
  if (!is_averaged(fit)) return {{.spread = likeliest}};
  const LogPosterior posterior{fit};
  return spreads_around(std::log(likeliest), posterior(std::log(likeliest)), posterior);
}

}  // namespace tribunal
