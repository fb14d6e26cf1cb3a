#include "ratings/model/likely_priors.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <boost/math/tools/minima.hpp>

namespace tribunal {
namespace {

/// Up to this number of bots the ratings are averaged over the likely spreads; with more bots these are so
/// close together that the likeliest one is enough.
inline constexpr std::size_t most_bots_averaged = 100;

/// With more bots than this the likeliest spread is found without determinants.
inline constexpr std::size_t most_bots_by_evidence = 300;

constexpr double least_spread = 0.02;
constexpr double most_spread = 20;
/// Spreads that are less likely than this part of the likeliest one are omitted.
constexpr double least_part = 1e-3;
/// Precision, in bits, of the logarithm of the likeliest spread: enough to make it nearly independent of
/// rounding. The lower one is for more than `most_bots_averaged` bots, whose evidence is slow to compute.
constexpr int digits = 22;
constexpr int digits_of_many = 8;

/// The largest distance of strengths that the games can measure (see `likely_priors`).
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

/// The largest distance of two parts that the games between them can measure. Games that the same cards
/// decide count as few (`Census::weights`).
double reach_of_parts(const Fit& fit, const Kinship& kinship) {
  if (kinship.parts.empty()) return 1;
  const auto& census = fit.census();
  double games = 0;
  for (std::size_t kind = 0; kind < census.kinds(); ++kind) {
    const double weight = census.weights.empty() ? 1 : census.weights[kind] / fit.dispersion();
    if (kinship.parts_meet(census.patterns[kind])) games += census.games[kind] * std::min(1.0, weight);
  }
  return std::log1p(std::max(1.0, games / static_cast<double>(kinship.parts.size())));
}

bool is_averaged(const Fit& fit) {
  return static_cast<std::size_t>(fit.strengths().size()) <= most_bots_averaged;
}

/// The log-density, after the games, of the logarithm of a spread, up to a constant.
class LogPosterior {
 public:
  LogPosterior(Fit& fit, const Kinship& kinship)
      : fit_{fit},
        averages_{is_averaged(fit)},
        reach_{reach_of(fit.census())},
        reach_of_parts_{reach_of_parts(fit, kinship)} {}

  [[nodiscard]] double operator()(double log_spread) const {
    const double spread = std::exp(log_spread);
    if (!(averages_ ? fit_.move_to(spread) : fit_.approach(spread)))
      return -std::numeric_limits<double>::infinity();
    const double part = spread / std::max(reach_, least_spread);
    const double apart = std::max(0.0, fit_.prior().covariance.apart()) * spread / reach_of_parts_;
    return fit_.log_evidence() + 3 * log_spread - (part * part + apart * apart) / 2;
  }

 private:
  Fit& fit_;
  bool averages_;
  double reach_;
  double reach_of_parts_;
};

/// A distance of spreads, in logarithms, at which a sum over them is close to the integral: the standard
/// deviation that follows from the curvature at the likeliest one.
double step_around(double likeliest, double height, const LogPosterior& posterior) {
  constexpr double aside = 0.2;
  const double bend = 2 * height - posterior(likeliest - aside) - posterior(likeliest + aside);
  return bend > 0 ? std::clamp(aside / std::sqrt(bend), 0.05, 0.4) : 0.4;
}

/// The likeliest spread of a kind of prior.
struct Peak {
  LikelyPrior prior;
  double log_spread = 0;
  double height = 0;  ///< the log-density there
};

/// Adds the spreads around a peak, until they are too unlikely by both priors. Weights are densities over
/// that of the highest peak.
class Spreads {
 public:
  Spreads(const Peak& highest, bool has_others) : highest_{highest}, has_others_{has_others} {}

  [[nodiscard]] bool counts(const Peak& peak) const {
    return peak.height >= highest_.height + std::log(least_part);
  }
  void add_around(const Peak& peak, Fit& fit, const Kinship& kinship) {
    if (!is_averaged(fit)) {
      add(peak, peak.log_spread, peak.height, 1);
      return;
    }
    const LogPosterior posterior{fit, kinship};
    const double step = step_around(peak.log_spread, peak.height, posterior);
    const double width = has_others_ ? step : 1;
    add(peak, peak.log_spread, peak.height, width);
    add_side(peak, -step, width, posterior);
    add_side(peak, step, width, posterior);
  }
  [[nodiscard]] std::vector<LikelyPrior> weighted() && {
    double all = 0;
    double all_sceptical = 0;
    for (const auto& one : priors_) {
      all += one.weight;
      all_sceptical += one.sceptical_weight;
    }
    for (auto& one : priors_) {
      one.weight /= all;
      one.sceptical_weight /= all_sceptical;
    }
    return std::move(priors_);
  }

 private:
  bool add(const Peak& peak, double at, double height, double width) {
    const double part = std::exp(height - highest_.height) * peak.prior.weight;
    const double sceptical = part * std::exp(2 * (highest_.log_spread - at));
    if (!(std::max(part, sceptical) > least_part)) return false;
    auto prior = peak.prior;
    prior.spread = std::exp(at);
    prior.weight = part * width;
    prior.sceptical_weight = sceptical * width;
    priors_.push_back(prior);
    return true;
  }
  void add_side(const Peak& peak, double step, double width, const LogPosterior& posterior) {
    for (double at = peak.log_spread + step; at > std::log(least_spread) && at < std::log(most_spread);
         at += step)
      if (!add(peak, at, posterior(at), width)) return;
  }

  Peak highest_;
  bool has_others_;
  std::vector<LikelyPrior> priors_;
};

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

/// Moves to the likeliest of these spreads. False if it does not converge.
bool move_to_likeliest_spread(Fit& fit, const Kinship& kinship) {
  const bool has_kin = !fit.prior().covariance.is_identity();
  if (static_cast<std::size_t>(fit.strengths().size()) > most_bots_by_evidence && !has_kin)
    return move_to_likeliest_of_many(fit);
  const LogPosterior posterior{fit, kinship};
  const auto [likeliest, depth] = boost::math::tools::brent_find_minima(
      [&](double log_spread) { return -posterior(log_spread); }, std::log(least_spread),
      std::log(most_spread), is_averaged(fit) ? digits : digits_of_many);
  if (!std::isfinite(depth)) return false;
  return is_averaged(fit) ? fit.move_to(std::exp(likeliest)) : fit.approach(std::exp(likeliest));
}

/// The kinds of priors to try: rows of values at equal distances in logarithms. All steps are equally likely.
/// The prior density of the distance of parts grows with it, up to the reach, so that it is 0 at 0, like that
/// of the spread.
std::vector<LikelyPrior> kinds_of(const Kinship& kinship) {
  const auto steps =
      kinship.walks.empty() ? std::vector{0.0} : std::vector{1.0 / 16, 1.0 / 8, 1.0 / 4, 1.0 / 2, 1.0};
  const auto distances = kinship.parts.empty() ? std::vector{0.0} : std::vector{1.0, 2.0, 4.0, 8.0, 16.0};
  std::vector<LikelyPrior> kinds;
  for (const double step : steps)
    for (const double apart : distances)
      kinds.push_back({.weight = std::max(1.0, apart), .step = step, .apart = apart});
  return kinds;
}

/// Gives the fit the covariance of a prior. False if it does not converge.
bool with_covariance(Fit& fit, const Kinship& kinship, const LikelyPrior& prior) {
  const auto& now = fit.prior().covariance;
  if (kinship.empty() || (now.step() == prior.step && now.apart() == prior.apart)) return true;
  return fit.set_covariance({fit.census().bots, kinship, prior.step, prior.apart});
}

/// The likeliest spread of each kind, the highest first. Empty if none converges.
std::vector<Peak> peaks_of(Fit& fit, const Kinship& kinship) {
  std::vector<Peak> peaks;
  for (const auto& kind : kinds_of(kinship)) {
    if (!with_covariance(fit, kinship, kind) || !move_to_likeliest_spread(fit, kinship)) continue;
    const double log_spread = std::log(fit.prior().spread);
    peaks.push_back({.prior = kind, .log_spread = log_spread});
    peaks.back().prior.spread = fit.prior().spread;
    if (is_averaged(fit) || !kinship.empty()) peaks.back().height = LogPosterior{fit, kinship}(log_spread);
  }
  std::ranges::stable_sort(peaks, std::greater{}, &Peak::height);
  return peaks;
}

}  // namespace

bool move_to(Fit& fit, const LikelyPrior& prior, const Kinship& kinship) {
  if (!with_covariance(fit, kinship, prior)) return false;
  return is_averaged(fit) ? fit.move_to(prior.spread) : fit.approach(prior.spread);
}

bool move_to_likeliest(Fit& fit, const Kinship& kinship) {
  if (kinship.empty()) return move_to_likeliest_spread(fit, kinship);
  const auto peaks = peaks_of(fit, kinship);
  return !peaks.empty() && move_to(fit, peaks.front().prior, kinship);
}

std::vector<LikelyPrior> likely_priors(Fit& fit, const Kinship& kinship) {
  const auto peaks = peaks_of(fit, kinship);
  if (peaks.empty()) return {};
  Spreads spreads{peaks.front(), peaks.size() > 1};
  for (const auto& peak : peaks) {
    if (!spreads.counts(peak)) break;
    if (peaks.size() > 1 && !move_to(fit, peak.prior, kinship)) return {};
    spreads.add_around(peak, fit, kinship);
  }
  return std::move(spreads).weighted();
}

}  // namespace tribunal
