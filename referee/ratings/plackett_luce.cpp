#include "ratings/plackett_luce.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/SparseCore>

#include "ratings/bootstrap.hpp"
#include "ratings/contrast.hpp"
#include "ratings/meetings.hpp"
#include "ratings/model/fit.hpp"
#include "ratings/model/spread.hpp"
#include "ratings/model_check.hpp"
#include "ratings/sweeps.hpp"

namespace tribunal {
namespace {

/// The deviation of an anchor that counts as exact: a thousandth of a point of Elo.
constexpr double exact_deviation = 0.001 / elo_per_strength;

/// Subtracts the mean of its group from each bot's strength. A bot of no group gets 0.
std::vector<double> centred_strengths(const Eigen::VectorXd& strengths, const Groups& groups) {
  std::vector<double> distances(static_cast<std::size_t>(strengths.size()));
  for (const auto& group : groups) {
    double mean = 0;
    for (const auto bot : group) mean += strengths[bot] / static_cast<double>(group.size());
    for (const auto bot : group) distances[bot] = strengths[bot] - mean;
  }
  return distances;
}

/// The covariance of centred strengths, from that of strengths; 0 for a bot of no group.
SymmetricMatrix centred(const Eigen::MatrixXd& covariance, const Groups& groups) {
  Eigen::MatrixXd halfway = Eigen::MatrixXd::Zero(covariance.rows(), covariance.cols());
  for (const auto& group : groups) {
    Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(covariance.cols());
    for (const auto bot : group) mean += covariance.row(bot) / static_cast<double>(group.size());
    for (const auto bot : group) halfway.row(bot) = covariance.row(bot) - mean;
  }
  SymmetricMatrix all{static_cast<std::size_t>(covariance.rows())};
  for (const auto& group : groups) {
    Eigen::VectorXd mean = Eigen::VectorXd::Zero(covariance.rows());
    for (const auto bot : group) mean += halfway.col(bot) / static_cast<double>(group.size());
    for (const auto bot : group)
      for (Eigen::Index row = 0; row < halfway.rows(); ++row)
        all.at(static_cast<std::size_t>(row), bot) = halfway(row, bot) - mean[row];
  }
  return all;
}

/// M: the scatter of G clusters times G / (G - 1). Even if all clusters ended alike, the next one may end
/// otherwise, with probability 1 / (G + 2) (the rule of succession of Laplace): so M has at least that part
/// of the information H of independent games.
Eigen::MatrixXd scatter_of(const Census& census, const Fit& fit) {
  const auto clusters = static_cast<double>(census.clusters());
  if (clusters < 2) return fit.information_of_games();
  Eigen::MatrixXd scatter = scatter_of_clusters(census, fit.strengths()) * (clusters / (clusters - 1));
  const double missing =
      1 / (clusters + 2) - scatter.trace() / std::max(fit.information_of_games().trace(), 1e-300);
  if (missing > 0) scatter += missing * fit.information_of_games();
  return scatter;
}

/// The variance of clusters over that of as many independent games: M over H, each summed over bots. The fit
/// of a bot's own strength has reduced the scatter of its clusters; this is corrected. Bots with perfect or
/// hopeless scores are left out. The result is 1 if there are too few clusters.
double dispersion_of(const Ratings& ratings, const Meetings& meetings, const Fit& fit,
                     const Eigen::MatrixXd& scatter) {
  const Eigen::VectorXd variances = fit.variances();
  const double precision = 1 / (fit.prior().spread * fit.prior().spread);
  double seen = 0;
  double expected = 0;
  for (const auto& group : ratings.groups) {
    for (const auto bot : group) {
      const auto clusters = static_cast<double>(meetings.clusters(bot));
      if (meetings.clusters(bot) < fewest_deals || meetings.sweep(bot) != Sweep::no) continue;
      const double fitted = std::clamp(1 - variances[bot] * precision, 0.0, 1.0);
      seen += scatter(bot, bot) * (clusters - 1) / (clusters - fitted);
      expected += fit.information_of_games()(bot, bot);
    }
  }
  return expected > 0 && seen > 0 ? seen / expected : 1;
}

/// The games of all bots with a perfect or hopeless score.
std::vector<SweptGames> swept_games(const Census& census, const Meetings& meetings, const Groups& groups) {
  std::vector<SweptGames> swept;
  for (const auto& group : groups) {
    for (const auto bot : group) {
      if (const auto sweep = meetings.sweep(bot); sweep != Sweep::no)
        swept.emplace_back(census, bot, sweep == Sweep::perfect);
    }
  }
  return swept;
}

/// The factors of errors by `SweptGames`, 1 for bots with other scores.
Eigen::VectorXd narrowings(const Fit& fit, const std::vector<SweptGames>& swept) {
  Eigen::VectorXd factors = Eigen::VectorXd::Ones(fit.strengths().size());
  if (swept.empty()) return factors;
  const Eigen::VectorXd precisions = fit.precisions();
  for (const auto& games : swept) factors[games.bot()] = games.narrowing(fit, precisions[games.bot()]);
  return factors;
}

/// A^-1 X A^-1, where X is symmetric.
Eigen::MatrixXd between(const Eigen::MatrixXd& inverse, const Eigen::MatrixXd& filling) {
  if (inverse.size() == 0) return inverse;  // The product to a triangle reads the first element.
  constexpr double few = 0.1;
  const auto filled = static_cast<double>((filling.array() != 0).count());
  Eigen::MatrixXd left(inverse.rows(), inverse.cols());
  if (filled > few * static_cast<double>(filling.size())) {
    left.noalias() = inverse * filling;
  } else {
    const Eigen::SparseMatrix<double> sparse = filling.sparseView();
    left = inverse * sparse;
  }
  Eigen::MatrixXd product = Eigen::MatrixXd::Zero(inverse.rows(), inverse.cols());
  product.triangularView<Eigen::Lower>() = left * inverse;
  product.triangularView<Eigen::StrictlyUpper>() = product.transpose();
  return product;
}

/// One layer. A is the precision of games and prior, P that of the prior alone, and D the dispersion. The
/// covariances are A^-1 (M / D^2 + P) A^-1. M is the scatter of clusters (K.-Y. Liang, S. L. Zeger,
/// Longitudinal Data Analysis Using Generalized Linear Models, Biometrika 73 (1986)) or, with
/// `wants_by_games`, H D^(1/2), where H = D (A - P) is the information of independent games. The latter is
/// between the scatter of independent games, H, and the mean one of clusters, H D: in simulated Swiss
/// tournaments the intervals by H hold up to 99 %, those by H D down to 93.5 %, and these 94 to 98.5 %
/// (docs/ratings.md).
RatingLayer layer_of(const Fit& fit, const LikelySpread& likely, const Groups& groups,
                     const Eigen::MatrixXd& scatter, const Eigen::VectorXd& narrowing, bool wants_by_games) {
  const double dispersion = fit.dispersion();
  const Eigen::MatrixXd inverse = fit.inverse_information();
  Eigen::MatrixXd precision = Eigen::MatrixXd::Zero(inverse.rows(), inverse.cols());
  fit.prior().add_precision(precision);
  RatingLayer layer{
      .spread = fit.prior().spread,
      .weight = likely.weight,
      .sceptical_weight = likely.sceptical_weight,
      .strengths = centred_strengths(fit.strengths(), groups),
      .by_clusters = centred(between(inverse, scatter / (dispersion * dispersion) + precision), groups),
      .by_games = {}};
  if (!wants_by_games) return layer;
  const double root = std::sqrt(dispersion);
  layer.by_games = centred(inverse / root + (1 - 1 / root) * between(inverse, precision), groups);
  for (std::size_t row = 0; row < layer.by_games.size(); ++row)
    for (std::size_t column = 0; column < layer.by_games.size(); ++column)
      layer.by_games.at(row, column) *=
          narrowing[static_cast<Eigen::Index>(row)] * narrowing[static_cast<Eigen::Index>(column)];
  return layer;
}

/// The contrast that determines a bot's Elo: its strength, or its distance from the anchors of its group.
Contrast contrast_of(std::uint32_t bot, const Anchors& anchors) {
  Contrast contrast{.terms = {{bot, 1}}, .more_variance = anchors.variance_of_level()};
  for (const auto& anchor : anchors.bots()) contrast.terms.push_back({anchor.bot, -anchors.share(anchor)});
  return contrast;
}

/// The number of deals behind an error of a bot: its own, or those of an anchor with fewer.
std::size_t deals_of(const Meetings& meetings, std::uint32_t bot, const Anchors& anchors) {
  auto deals = meetings.clusters(bot);
  for (const auto& anchor : anchors.bots()) deals = std::min(deals, meetings.clusters(anchor.bot));
  return deals;
}

/// Whether the bot is the only anchor of its group, and exact: its Elo is then known.
bool is_exact(std::uint32_t bot, const Anchors& anchors) {
  const auto found = std::ranges::find(anchors.bots(), bot, &Anchors::Bot::bot);
  return found != anchors.bots().end() && found->deviation == exact_deviation;
}

void describe_bots(Ratings& ratings, const Meetings& meetings, const std::vector<Anchors>& anchors,
                   const RatingOptions& options) {
  ratings.bots.resize(ratings.layers.front().strengths.size());
  for (std::size_t group = 0; group < ratings.groups.size(); ++group) {
    const auto& fixed = anchors[group];
    double level = 0;
    for (const auto& anchor : fixed.bots()) level += fixed.share(anchor) * anchor.strength;
    for (const auto bot : ratings.groups[group]) {
      Rating rating{.clusters = meetings.clusters(bot), .group = group, .sweep = meetings.sweep(bot)};
      const auto deals = std::max<std::size_t>(2, deals_of(meetings, bot, fixed));
      const bool sweeps = rating.sweep != Sweep::no;
      const UncertainContrast own{ratings, {.terms = {{bot, 1}}}, deals, sweeps};
      const UncertainContrast anchored{ratings, contrast_of(bot, fixed), deals, sweeps};
      rating.strength = own.mean();
      rating.standard_error = own.deviation();
      rating.elo = mean_elo + elo_per_strength * (level + anchored.mean());
      if (rating.clusters >= options.min_clusters)
        rating.elo_error = is_exact(bot, fixed) ? 0 : elo_per_strength * anchored.half_width();
      ratings.bots[bot] = rating;
    }
  }
}

double typical_error_of(const Ratings& ratings) {
  double squares = 0;
  double rated = 0;
  for (const auto& bot : ratings.bots) {
    if (!bot) continue;
    squares += bot->standard_error * bot->standard_error;
    ++rated;
  }
  return std::sqrt(squares / std::max(rated, 1.0));
}

/// The anchors of each group, as strengths around the mean Elo.
std::vector<Anchors> anchors_of(const Groups& groups, const std::vector<RatingOptions::Anchor>& anchors) {
  std::vector<Anchors> grouped(groups.size());
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (const auto& anchor : anchors) {
      if (!std::ranges::binary_search(groups[group], anchor.bot)) continue;
      grouped[group].add({.bot = anchor.bot,
                          .strength = (anchor.elo - mean_elo) / elo_per_strength,
                          .deviation = std::max(exact_deviation, anchor.deviation / elo_per_strength)});
    }
  }
  return grouped;
}

Result<void> check_determined(const Meetings& meetings, const Groups& groups) {
  for (const auto& group : groups) {
    if (meetings.determined(group)) continue;
    return std::unexpected{
        "without a spread these games determine no ratings: some bots never lost a place to the others"};
  }
  return {};
}

/// The distance of two bots; nothing if it is not known (`Ratings::superiority`).
std::optional<UncertainContrast> distance(const Ratings& ratings, std::size_t first, std::size_t second) {
  const auto& one = ratings.bots[first];
  const auto& other = ratings.bots[second];
  if (!one || !other || one->group != other->group || !one->elo_error || !other->elo_error)
    return std::nullopt;
  const Contrast contrast{
      .terms = {{static_cast<std::uint32_t>(first), 1}, {static_cast<std::uint32_t>(second), -1}}};
  return UncertainContrast{ratings, contrast, std::min(one->clusters, other->clusters),
                           one->sweep != Sweep::no || other->sweep != Sweep::no};
}

/// Measures the scatter and the dispersion at the spread that is likeliest for independent games, then weighs
/// the spreads with each game divided by the dispersion. False if that does not converge.
bool add_layers(Ratings& ratings, const Census& census, const Meetings& meetings, Fit& fit,
                const std::optional<double>& spread) {
  if (!spread && !move_to_likeliest_spread(fit)) return false;
  const auto scatter = scatter_of(census, fit);
  std::vector<LikelySpread> spreads{{.spread = spread.value_or(1)}};
  if (!spread) {
    ratings.dispersion = dispersion_of(ratings, meetings, fit, scatter);
    if (!fit.disperse(ratings.dispersion)) return false;
    spreads = likely_spreads(fit);
  }
  const auto swept = swept_games(census, meetings, ratings.groups);
  const bool by_games = ratings.paired_by_results || !swept.empty();
  const bool are_several = spreads.size() > 1;  // else `fit` is there already
  for (const auto& likely : spreads) {
    if (are_several && !fit.move_to(likely.spread)) return false;
    ratings.layers.push_back(
        layer_of(fit, likely, ratings.groups, scatter, narrowings(fit, swept), by_games));
    ratings.spread += likely.weight * fit.prior().spread;
  }
  if (spreads.empty() || (are_several && !fit.move_to(spreads.front().spread))) return false;
  ratings.log_likelihood = fit.value_of_games();
  return true;
}

}  // namespace

std::optional<double> Ratings::difference_error(std::size_t first, std::size_t second) const {
  const auto known = distance(*this, first, second);
  return known ? std::optional{known->half_width()} : std::nullopt;
}

std::optional<double> Ratings::superiority(std::size_t first, std::size_t second) const {
  const auto known = distance(*this, first, second);
  if (!known) return std::nullopt;
  if (std::abs(known->mean()) < 1e-9) return 0.5;  // equal up to rounding; also if the error is 0
  const double chance = known->sceptical_chance_above(0);
  // The mean and the median of a skewed distribution may be on different sides of 0.
  return known->mean() > 0 ? std::max(chance, 0.5) : std::min(chance, 0.5);
}

Result<Ratings> rate(const Rankings& rankings, const RatingOptions& options) {
  if (options.spread && !(*options.spread > 0)) return std::unexpected{"the spread must be above 0"};
  if (rankings.bots() > most_bots_at_once)
    return std::unexpected{std::to_string(rankings.bots()) + " bots are too many to rate together; at most " +
                           std::to_string(most_bots_at_once) + " can be"};
  const Census census{rankings};
  const Meetings meetings{census};
  Ratings ratings;
  ratings.groups = meetings.groups();
  ratings.clusters = census.clusters();
  ratings.paired_by_results = options.paired_by_results.value_or(!meetings.all_met(ratings.groups));
  if (options.spread && std::isinf(*options.spread)) {
    if (auto checked = check_determined(meetings, ratings.groups); !checked)
      return std::unexpected{checked.error()};
  }
  const auto anchors = anchors_of(ratings.groups, options.anchors);
  Fit fit{census, ratings.groups, {.spread = options.spread.value_or(1), .anchors = anchors}, 1};
  if (!fit.climb() || !add_layers(ratings, census, meetings, fit, options.spread))
    return std::unexpected{"the ratings do not converge"};
  describe_bots(ratings, meetings, anchors, options);
  ratings.typical_error = typical_error_of(ratings);
  ratings.misfit = misfit_of(census, ratings);
  if (options.bootstrap > 0) resample(ratings, census, fit, anchors, options.bootstrap);
  return ratings;
}

}  // namespace tribunal
