#include "ratings/plackett_luce.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include <Eigen/SparseCore>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/tools/toms748_solve.hpp>

#include "base/try.hpp"
#include "ratings/elo_error.hpp"
#include "ratings/meetings.hpp"
#include "ratings/model/choices.hpp"
#include "ratings/model/fit.hpp"
#include "ratings/model/likely_priors.hpp"
#include "ratings/weak_links.hpp"

namespace tribunal {
namespace {

/// Subtracts the mean of its group from each bot's strength. A bot without a group gets 0.
std::vector<double> centred_strengths(const Eigen::VectorXd& strengths, const Groups& groups) {
  std::vector<double> distances(static_cast<std::size_t>(strengths.size()));
  for (const auto& group : groups) {
    double mean = 0;
    for (const auto bot : group) mean += strengths[bot] / static_cast<double>(group.size());
    for (const auto bot : group) distances[bot] = strengths[bot] - mean;
  }
  return distances;
}

/// The covariance of centred strengths, from that of strengths; 0 for a bot without a group.
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

double effective_clusters(const Census& census) {
  ClusterSizes sizes;
  census.for_each_different_cluster([&](std::span<const Census::Item> items, std::size_t count, auto) {
    double games = 0;
    for (const auto& item : items) games += item.games;
    sizes.add(games, count);
  });
  return sizes.effective();
}

/// M: the scatter of G clusters times G / (G - 1), with their effective number as G. Even if all clusters had
/// the same result, the next one may differ with probability 1 / (G + 2) (Laplace's rule of succession). So M
/// has at least that part of the information H of independent games.
Eigen::MatrixXd scatter_of(const Census& census, const Fit& fit) {
  const double clusters = std::max(1.5, effective_clusters(census));  // 1 would divide by 0
  if (census.clusters() < 2) return fit.information_of_games();
  Eigen::MatrixXd scatter = scatter_of_clusters(census, fit.strengths()) * (clusters / (clusters - 1));
  const double missing =
      1 / (clusters + 2) - scatter.trace() / std::max(fit.information_of_games().trace(), 1e-300);
  if (missing > 0) scatter += missing * fit.information_of_games();
  return scatter;
}

/// The variance of clusters and that of as many independent games: M and H, each summed over bots.
struct Scatter {
  double seen = 0;
  double expected = 0;
  double shared = 0;  ///< the part of `expected` that rotation can remove (`share_of_cards`)

  [[nodiscard]] double dispersion() const { return expected > 0 && seen > 0 ? seen / expected : 1; }
  /// The part of `shared` that rotation did remove; 0 or less if it did not reduce the variance.
  [[nodiscard]] double taken() const { return shared > 0 ? (expected - seen) / shared : 0; }
};

/// The part of a game's variance that rotated deals can remove, if cards decide all that they can. Two bots
/// share a deal unless the cards favour the stronger in both games: with p and q = 1 - p as their chances to
/// win a game, the variance of the deal's score is at least p q (1 - q / p). With more seats it is the mean
/// over pairs.
double share_of_cards(Rankings::Pattern pattern, const Eigen::VectorXd& strengths) {
  double taken = 0;
  double all = 0;
  for_each_pair(pattern, [&](std::uint32_t one, std::uint32_t other, bool /*tied*/) {
    const double less = 1 / (1 + std::exp(std::abs(strengths[one] - strengths[other])));
    taken += less * less;
    all += less * (1 - less);
  });
  return all > 0 ? taken / all : 0;
}

std::vector<double> shares_of_cards(const Census& census, const Eigen::VectorXd& strengths) {
  std::vector<double> shares;
  for (std::size_t kind = 0; kind < census.kinds(); ++kind)
    shares.push_back(share_of_cards(census.patterns[kind], strengths));
  return shares;
}

/// The fit of a bot's own strength has reduced the scatter of its clusters, which this corrects. Bots with
/// perfect or hopeless scores, or with few clusters, are omitted.
Scatter summed(const Ratings& ratings, const Meetings& meetings, const Fit& fit,
               const Eigen::MatrixXd& scatter, std::span<const double> shares) {
  const Eigen::VectorXd known = fit.known_by_games();
  const Eigen::MatrixXd shared = likelihood_of_games(fit.census(), fit.strengths(), shares).information;
  Scatter sum;
  for (const auto& group : ratings.groups) {
    for (const auto bot : group) {
      const auto clusters = static_cast<double>(meetings.clusters(bot));
      if (meetings.clusters(bot) < fewest_deals || meetings.sweep(bot) != Sweep::no) continue;
      sum.seen += scatter(bot, bot) * (clusters - 1) / (clusters - known[bot]);
      sum.expected += fit.information_of_games()(bot, bot);
      sum.shared += shared(bot, bot);
    }
  }
  return sum;
}

/// By kind: the number of other games of its deal that the same cards decide, if cards decide all that they
/// can. The cards favour the weaker bot in half of the games of far bots, and those games end alike. A game
/// with the share s counts 1 - s.
std::vector<double> decided_together(const Census& census, std::span<const double> shares) {
  std::vector<double> together(census.kinds());
  census.for_each_different_cluster([&](std::span<const Census::Item> items, std::size_t count, auto) {
    double decided = 0;
    for (const auto& item : items) decided += item.games * (1 - shares[item.kind]) / 2;
    const double others = std::max(0.0, decided - 1) * static_cast<double>(count);
    for (const auto& item : items) together[item.kind] += item.games * others;
  });
  for (std::size_t kind = 0; kind < together.size(); ++kind) together[kind] /= census.games[kind];
  return together;
}

/// The weights of games of each kind, around 1. Bots that are far apart hardly ever share a deal, so that
/// rotation does not reduce the variance of their games; for bots of similar strength it reduces it
/// considerably. With `paired_by_results` a kind with the share s has the dispersion 1 - l s, with l of
/// `Scatter::taken`, but at least the one that this number of clusters can show. Games between parts that
/// the same cards decide count as fewer.
///
/// Otherwise all kinds have one dispersion, and games that the same cards decide count as fewer, as long as
/// no deal shows how they end: if the weaker never win, 288 games of 16 deals tell a distance no better than
/// 16 do (docs/ratings.md). With n deals in which weaker bots are to win, 1 / (1 + n²) of that is left. Empty
/// if all are 1, if rotation did not reduce the variance, or if the luck of draws is known.
std::vector<double> weights_of(const Census& census, const Scatter& sum, std::span<const double> shares,
                               bool paired_by_results, const Kinship& kinship) {
  if (!(sum.taken() > 0) || !census.luck.empty()) return {};
  const double taken = std::min(1 - 1 / (static_cast<double>(census.clusters()) + 2), sum.taken());
  std::vector<double> weights;
  const auto together = decided_together(census, shares);
  if (paired_by_results) {
    for (std::size_t kind = 0; kind < census.kinds(); ++kind) {
      const double alike =
          kinship.parts_meet(census.patterns[kind]) ? taken * (1 - shares[kind]) * together[kind] : 0;
      weights.push_back(sum.dispersion() / (1 - taken * shares[kind] + alike));
    }
    return weights;
  }
  double upsets = 0;
  for (std::size_t kind = 0; kind < census.kinds(); ++kind) {
    const double share = shares[kind];  // q / p, so that the weaker wins with q = s / (1 + s)
    upsets += census.games[kind] * (1 - share) * share / (1 + share) / (1 + together[kind]);
  }
  for (std::size_t kind = 0; kind < census.kinds(); ++kind) {
    const double alike = 1 - taken * shares[kind] + taken * (1 - shares[kind]) * together[kind];
    const double part = together[kind] / (1 + together[kind]) / (1 + upsets * upsets);
    const double all = sum.dispersion() + part * std::max(0.0, alike - sum.dispersion());
    weights.push_back(sum.dispersion() / all);
  }
  if (std::ranges::all_of(weights, [](double weight) { return weight == 1; })) return {};
  return weights;
}

/// A bot with a perfect or hopeless score, and the kinds of games in which it plays.
struct SweptBot {
  std::uint32_t bot = 0;
  bool is_perfect = false;
  std::vector<std::size_t> kinds{};
};

std::vector<SweptBot> swept_bots(const Census& census, const Meetings& meetings, const Groups& groups) {
  std::vector<SweptBot> swept;
  for (const auto& group : groups) {
    for (const auto bot : group) {
      const auto sweep = meetings.sweep(bot);
      if (sweep == Sweep::no) continue;
      swept.push_back({.bot = bot, .is_perfect = sweep == Sweep::perfect});
      const auto is_its = [&](char16_t seat) { return Rankings::bot_of(seat) == bot; };
      for (std::size_t kind = 0; kind < census.kinds(); ++kind)
        if (std::ranges::any_of(census.patterns[kind], is_its)) swept.back().kinds.push_back(kind);
    }
  }
  return swept;
}

/// The factor, above 0 and at most 1, by which the error of a bot that won or lost every comparison is
/// smaller towards the others than the one from the curvature. Its games do not limit its distance away from
/// the others, where the curvature at its strength would allow any value; they do bound its distance towards
/// them. The bound is where the maximised sum falls by as much as that of a normal distribution in a 95 %
/// interval (the likelihood ratio of S. S. Wilks, Annals of Mathematical Statistics 9 (1938)). `curvature`:
/// that of the maximised sum at the bot's strength, above 0 (`Fit::precisions`).
double narrowing(const Fit& fit, const SweptBot& swept, double curvature) {
  const double inward = swept.is_perfect ? -1 : 1;
  const auto& weights = fit.census().weights;
  const auto height = [&](double distance) {
    Eigen::VectorXd strengths = fit.strengths();
    strengths[swept.bot] += inward * distance;
    double value = fit.prior().value(strengths) + value_of_luck(fit.census(), strengths) / fit.dispersion();
    for (const auto kind : swept.kinds)
      value += fit.census().games[kind] * (weights.empty() ? 1 : weights[kind]) *
               value_of_ranking(fit.census().patterns[kind], strengths) / fit.dispersion();
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

/// The `narrowing` of each bot; 1 for bots with other scores.
Eigen::VectorXd narrowings(const Fit& fit, const std::vector<SweptBot>& swept) {
  Eigen::VectorXd factors = Eigen::VectorXd::Ones(fit.strengths().size());
  if (swept.empty()) return factors;
  const Eigen::VectorXd precisions = fit.precisions();
  for (const auto& one : swept) factors[one.bot] = narrowing(fit, one, precisions[one.bot]);
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

/// The factor for a variance that few deals show, because they may be missing in the sample.
constexpr double rare_deals = 1.5;

/// The information of games H / D, with D the dispersion of each kind of games. With `paired_by_results` it
/// has the power 7/4 of 1 / D: in simulated Swiss tournaments the intervals by H / D contain the true value
/// in as few as 90 %, those by its square in up to 100 %, and these in 94 to 99 % (docs/ratings.md). Games
/// that count as fewer, because the same cards decide them, have their own number times `rare_deals`.
Eigen::MatrixXd scatter_by_games(const Fit& fit, bool paired_by_results) {
  constexpr double power = 1.75;
  if (!paired_by_results) return fit.information_of_games() / fit.dispersion();
  const bool are_equal = fit.census().weights.empty();
  std::vector<double> weights(fit.census().kinds(), 1);
  if (!are_equal) weights = fit.census().weights;
  for (auto& weight : weights) {
    weight /= fit.dispersion();
    weight = weight < 1 && !are_equal ? rare_deals * weight : std::pow(weight, power);
  }
  return likelihood_of_games(fit.census(), fit.strengths(), weights).information;
}

/// The scatter of clusters along the strengths, in excess of that of independent games, as a matrix. All
/// games of a deal have its cards: if these hardly matter, every stronger bot wins, and if they decide, every
/// distance looks small. Rotation does not even that out. Deals that show it are rare, so it counts one and a
/// half times.
Eigen::MatrixXd scatter_of_scale(const Fit& fit, const Eigen::MatrixXd& scatter) {
  const Eigen::VectorXd push = fit.information_of_games() * fit.strengths() / fit.dispersion();
  const double expected = fit.strengths().dot(push);
  const double seen = fit.strengths().dot(scatter * fit.strengths()) / (fit.dispersion() * fit.dispersion());
  if (!(seen > expected) || !(expected > 0)) return Eigen::MatrixXd::Zero(push.size(), push.size());
  return rare_deals * (seen - expected) / (expected * expected) * push * push.transpose();
}

/// One layer. A is the precision of games and prior, P that of the prior alone, and D the dispersion. The
/// covariances are A^-1 (M / D^2 + P) A^-1, where M is the scatter of clusters (K.-Y. Liang, S. L. Zeger,
/// Longitudinal Data Analysis Using Generalized Linear Models, Biometrika 73 (1986)), and, with
/// `wants_by_games`, the same with `scatter_by_games` in place of M / D^2.
RatingLayer layer_of(const Fit& fit, const LikelyPrior& likely, const Ratings& ratings,
                     const Eigen::MatrixXd& scatter, const Eigen::VectorXd& narrowing, bool wants_by_games) {
  const double dispersion = fit.dispersion();
  const Eigen::MatrixXd inverse = fit.inverse_information();
  Eigen::MatrixXd precision = Eigen::MatrixXd::Zero(inverse.rows(), inverse.cols());
  fit.prior().add_precision(precision);
  RatingLayer layer{.spread = fit.prior().spread,
                    .weight = likely.weight,
                    .sceptical_weight = likely.sceptical_weight,
                    .strengths = centred_strengths(fit.strengths(), ratings.groups),
                    .by_clusters = centred(between(inverse, scatter / (dispersion * dispersion) + precision),
                                           ratings.groups),
                    .by_games = {}};
  if (!wants_by_games) return layer;
  Eigen::MatrixXd by_games = scatter_by_games(fit, ratings.paired_by_results);
  if (ratings.cards_decide) by_games += scatter_of_scale(fit, scatter);
  layer.by_games = centred(between(inverse, by_games + precision), ratings.groups);
  for (std::size_t row = 0; row < layer.by_games.size(); ++row)
    for (std::size_t column = 0; column < layer.by_games.size(); ++column)
      layer.by_games.at(row, column) *=
          narrowing[static_cast<Eigen::Index>(row)] * narrowing[static_cast<Eigen::Index>(column)];
  return layer;
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
                          .deviation = std::max(exact_deviation, anchor.deviation / elo_per_strength),
                          .error = anchor.error / elo_per_strength});
    }
  }
  return grouped;
}

/// The walks within groups: only the prior would connect versions of different groups.
std::vector<std::vector<std::uint32_t>> walks_in(const Groups& groups,
                                                 const std::vector<std::vector<std::uint32_t>>& walks) {
  std::vector<std::vector<std::uint32_t>> within;
  for (const auto& group : groups) {
    for (const auto& walk : walks) {
      std::vector<std::uint32_t> versions;
      std::ranges::copy_if(walk, std::back_inserter(versions),
                           [&](std::uint32_t version) { return std::ranges::binary_search(group, version); });
      if (versions.size() > 1) within.push_back(std::move(versions));
    }
  }
  return within;
}

Result<void> check_determined(const Meetings& meetings, const Groups& groups) {
  for (const auto& group : groups) {
    if (meetings.determined(group)) continue;
    return std::unexpected{
        "without a spread these games determine no ratings: some bots never lost a place to the others"};
  }
  return {};
}

/// Measures the scatter and the dispersion at the likeliest prior for independent games, then weighs the
/// priors with each game divided by the dispersion. False if that does not converge.
bool add_layers(Ratings& ratings, Census& census, const Meetings& meetings, Fit& fit,
                const std::optional<double>& spread, Kinship kinship) {
  if (!spread && !move_to_likeliest(fit, kinship)) return false;
  if (!spread) {
    ratings.weak_links = weak_links_of(fit, scatter_of(census, fit), ratings.groups, kinship.walks);
    for (const auto& link : ratings.weak_links) kinship.parts.push_back(link.bots);
    if (!kinship.parts.empty() && !move_to_likeliest(fit, kinship)) return false;
  }
  auto scatter = scatter_of(census, fit);
  std::vector<LikelyPrior> priors{{.spread = spread.value_or(1)}};
  if (!spread) {
    const auto shares = shares_of_cards(census, fit.strengths());
    const auto sum = summed(ratings, meetings, fit, scatter, shares);
    ratings.dispersion = sum.dispersion();
    ratings.cards_decide = census.luck.empty() && sum.taken() > 0.5;
    if (ratings.paired_by_results || ratings.cards_decide)
      census.weights = weights_of(census, sum, shares, ratings.paired_by_results, kinship);
    if (!fit.disperse(ratings.dispersion)) return false;
    if (!census.weights.empty()) scatter = scatter_of(census, fit);
    priors = likely_priors(fit, kinship);
  }
  const auto swept = swept_bots(census, meetings, ratings.groups);
  const bool by_games = ratings.paired_by_results || ratings.cards_decide || !swept.empty();
  const bool are_several = priors.size() > 1;  // else `fit` is there already
  for (const auto& likely : priors) {
    if (are_several && !move_to(fit, likely, kinship)) return false;
    ratings.layers.push_back(layer_of(fit, likely, ratings, scatter, narrowings(fit, swept), by_games));
    ratings.spread += likely.weight * fit.prior().spread;
  }
  if (priors.empty() || (are_several && !move_to(fit, priors.front(), kinship))) return false;
  ratings.log_likelihood = fit.value_of_games();
  return true;
}

/// With more bots than this the pairs are not checked.
constexpr std::size_t most_bots_checked = 1000;
constexpr double significance = 0.001;
constexpr double least_deviation = 0.04;
/// The least variance of a pair's points at which a squared residual over it is nearly chi-square
/// distributed.
constexpr double least_variance = 2;

/// The games of each pair of bots, and the points of the bot with the smaller number: 1 for a better place, a
/// half for an equal one.
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
  double excess = 0;  ///< the excess of squared residuals over their variances
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

/// The pair of bots that contradicts the ratings most, if the pairs together contradict them: by the sum of
/// squared residuals over their variances (K. Pearson, Philosophical Magazine 50 (1900)) at the level of 0.1
/// %, and by more than four points in a hundred on average; smaller deviations are tolerated. By the model,
/// one bot is placed before another with the probability that a game of the two alone would have (R. D. Luce,
/// Individual Choice Behavior (1959)). Nothing if there is no contradiction, if too few pairs have enough
/// games, or if there is luck, which is unknown for pairs.
std::optional<Misfit> misfit_of(const Census& census, const Ratings& ratings) {
  if (census.bots > most_bots_checked || !census.luck.empty()) return std::nullopt;
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

}  // namespace

Result<Ratings> rate(const Rankings& rankings, const RatingOptions& options) {
  if (options.spread && !(*options.spread > 0)) return std::unexpected{"the spread must be above 0"};
  if (rankings.bots() > most_bots_at_once)
    return std::unexpected{std::to_string(rankings.bots()) + " bots are too many to rate together; at most " +
                           std::to_string(most_bots_at_once) + " can be"};
  Census census{rankings};
  const Meetings meetings{census};
  Ratings ratings;
  ratings.widening = options.widening;
  ratings.groups = meetings.groups();
  ratings.clusters = census.clusters();
  ratings.paired_by_results = options.paired_by_results.value_or(!meetings.all_met(ratings.groups));
  if (options.spread && std::isinf(*options.spread)) TRY(check_determined(meetings, ratings.groups));
  const auto anchors = anchors_of(ratings.groups, options.anchors);
  Fit fit{census, ratings.groups, {.spread = options.spread.value_or(1), .anchors = anchors}, 1};
  const Kinship kinship{.walks = walks_in(ratings.groups, options.walks), .parts = {}};
  if (!fit.climb() || !add_layers(ratings, census, meetings, fit, options.spread, kinship))
    return std::unexpected{"the ratings do not converge"};
  describe_bots(ratings, meetings, anchors, options.min_clusters);
  ratings.typical_error = typical_error_of(ratings);
  ratings.misfit = misfit_of(census, ratings);
  if (options.anchors.size() > 1) {
    auto free_options = options;
    free_options.anchors.clear();
    free_options.bootstrap = 0;
    const auto free = TRY(rate(rankings, free_options));
    for (const auto& anchor : options.anchors)
      ratings.anchor_checks.push_back(check_anchor(anchor.bot, free, anchors));
  }
  if (options.bootstrap > 0) resample(ratings, census, fit, anchors, options.bootstrap);
  return ratings;
}

}  // namespace tribunal
