#include "ratings/elo_error.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include <boost/math/tools/toms748_solve.hpp>

namespace tribunal {
namespace {

/// A linear combination of strengths: one strength, or the distance of two.
struct Contrast {
  struct Term {
    std::uint32_t bot = 0;
    double factor = 1;
  };
  std::vector<Term> terms;
  double more_variance = 0;  ///< the variance from sources other than the games
};

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

/// The distribution of a contrast given the games: a mixture of Student's distributions, one per layer.
class UncertainContrast {
 public:
  /// `deals`, 2 or more: the deals from which the errors come. `sweeps`: one of the bots has a perfect or
  /// hopeless score, so its deals have no variance.
  UncertainContrast(const Ratings& ratings, const Contrast& contrast, std::size_t deals, bool sweeps)
      : deals_{deals}, widening_{ratings.widening} {
    for (const auto& layer : ratings.layers) {
      Part part{.weight = layer.weight, .sceptical_weight = layer.sceptical_weight, .mean = 0, .error = 0};
      for (const auto& term : contrast.terms) part.mean += term.factor * layer.strengths[term.bot];
      part.error = std::sqrt(
          variance_in(layer, contrast, deals, sweeps, ratings.paired_by_results || ratings.cards_decide));
      parts_.push_back(part);
    }
  }

  [[nodiscard]] double mean() const {
    double mean = 0;
    for (const auto& part : parts_) mean += part.weight * part.mean;
    return mean;
  }

  [[nodiscard]] double deviation() const {
    const double middle = mean();
    double variance = 0;
    for (const auto& part : parts_)
      variance += part.weight * (part.error * part.error + (part.mean - middle) * (part.mean - middle));
    return std::sqrt(variance);
  }

  /// Half the width of the interval around the mean with 95 % probability; wider while games are watched.
  [[nodiscard]] double half_width() const {
    if (parts_.size() == 1) return widening_ * t95(deals_) * parts_.front().error;
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
    return widening_ * std::midpoint(below, above);
  }

  /// The probability that the contrast is above `value`, 0 .. 1.
  [[nodiscard]] double chance_above(double value) const { return chance_above(value, &Part::weight); }
  /// This probability under the prior of narrower fields, with the widening for watched games.
  [[nodiscard]] double sceptical_chance_above(double value) const {
    return chance_above(value, &Part::sceptical_weight, widening_of_superiority(widening_));
  }

 private:
  struct Part {
    double weight = 0;
    double sceptical_weight = 0;
    double mean = 0;
    double error = 0;
  };
  [[nodiscard]] double chance_above(double value, double Part::*weight, double wider = 1) const {
    double chance = 0;
    for (const auto& part : parts_) {
      const double away = part.mean - value;
      if (part.error == 0) {
        chance += part.*weight * (away > 0 ? 1 : away < 0 ? 0 : 0.5);
      } else {
        chance += part.*weight * student_probability(away / (wider * part.error), deals_);
      }
    }
    return chance;
  }

  std::vector<Part> parts_;
  std::size_t deals_;
  double widening_;
};

/// Half the width of the 95 % interval that the distance of two bots has because of fixed anchors. How errors
/// of anchors depend on each other is unknown, so they are added.
double error_by_anchors(const Rating& one, const Rating& other) {
  const auto own = [](const Rating& bot) { return bot.keeps_distances ? *bot.elo_error : 0; };
  return (own(one) + own(other)) / elo_per_strength;
}

/// The distance of two bots; nothing if it is unknown (`Ratings::superiority`).
std::optional<UncertainContrast> distance(const Ratings& ratings, std::size_t first, std::size_t second) {
  const auto& one = ratings.bots[first];
  const auto& other = ratings.bots[second];
  if (!one || !other || one->group != other->group || !one->elo_error || !other->elo_error)
    return std::nullopt;
  const double by_anchors = error_by_anchors(*one, *other) / normal95;
  if (one->keeps_distances && other->keeps_distances && by_anchors == 0) return std::nullopt;
  const Contrast contrast{
      .terms = {{static_cast<std::uint32_t>(first), 1}, {static_cast<std::uint32_t>(second), -1}},
      .more_variance = by_anchors * by_anchors};
  return UncertainContrast{ratings, contrast, std::min(one->clusters, other->clusters),
                           one->sweep != Sweep::no || other->sweep != Sweep::no};
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

/// The anchor if it is fixed, so that the games do not move its Elo; else null.
const Anchors::Bot* fixed_anchor(std::uint32_t bot, const Anchors& anchors) {
  const auto found = std::ranges::find(anchors.bots(), bot, &Anchors::Bot::bot);
  return found != anchors.bots().end() && found->deviation == exact_deviation ? &*found : nullptr;
}

constexpr std::uint64_t seed = 0x7472696275;

/// Fills `drawn`, a copy of `census`, with the games of the same number of clusters, drawn with replacement.
void draw_clusters(const Census& census, std::mt19937_64& source, Census& drawn) {
  std::ranges::fill(drawn.games, 0);
  for (auto& pair : drawn.luck) pair.amount = 0;
  for (std::size_t i = 0; i < census.clusters(); ++i) {
    const auto cluster =
        static_cast<std::size_t>(source() % census.clusters());  // of 2^64 numbers: the bias is negligible
    for (const auto& item : census.cluster(cluster)) drawn.games[item.kind] += item.games;
    for (const auto& [pair, amount] : census.luck_of_cluster(cluster)) drawn.luck[pair].amount += amount;
  }
}

/// The Elo of a strength of 0 in each group, at these strengths.
std::vector<double> zero_elos(const Ratings& ratings, const std::vector<Anchors>& anchors,
                              const Eigen::VectorXd& strengths) {
  std::vector<double> elos;
  for (std::size_t group = 0; group < ratings.groups.size(); ++group) {
    double level = anchors[group].level(strengths);
    if (anchors[group].bots().empty()) {
      const auto& bots = ratings.groups[group];
      for (const auto bot : bots) level += strengths[bot] / static_cast<double>(bots.size());
    }
    elos.push_back(mean_elo - elo_per_strength * level);
  }
  return elos;
}

/// The value below which the part `share` of these ascending values is.
double quantile(const std::vector<double>& sorted, double share) {
  const double position = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const auto above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (position - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

void describe_bots(Ratings& ratings, const Meetings& meetings, const std::vector<Anchors>& anchors,
                   std::size_t min_clusters) {
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
      const auto* const anchor = fixed_anchor(bot, fixed);
      if (rating.clusters >= min_clusters)
        rating.elo_error = elo_per_strength * (anchor != nullptr ? anchor->error : anchored.half_width());
      rating.keeps_distances = anchor != nullptr && fixed.bots().size() > 1;
      ratings.bots[bot] = rating;
    }
  }
}

AnchorCheck check_anchor(std::uint32_t bot, const Ratings& free, const std::vector<Anchors>& anchors) {
  if (!free.bots[bot]) return {};
  const auto& fixed = anchors[free.bots[bot]->group].bots();
  const auto own = std::ranges::find(fixed, bot, &Anchors::Bot::bot);
  if (own == fixed.end() || fixed.size() < 2) return {};
  Anchors others;
  for (const auto& anchor : fixed)
    if (anchor.bot != bot) others.add(anchor);
  const auto contrast = contrast_of(bot, others);
  double level = 0;
  for (const auto& anchor : others.bots()) level += others.share(anchor) * anchor.strength;
  std::size_t deals = free.clusters;
  bool is_told = true;
  for (const auto& anchor : fixed) {
    const auto& rating = *free.bots[anchor.bot];
    deals = std::min(deals, rating.clusters);
    is_told = is_told && rating.elo_error && rating.sweep == Sweep::no;
  }
  const UncertainContrast away{free, contrast, std::max<std::size_t>(2, deals), false};
  AnchorCheck check{.elo_by_games = mean_elo + elo_per_strength * (level + away.mean())};
  const double error = std::hypot(away.deviation(), own->deviation, own->error / normal95);
  if (is_told && error > 0) check.z = (level + away.mean() - own->strength) / error;
  return check;
}

std::optional<double> Ratings::difference_error(std::size_t first, std::size_t second) const {
  const auto known = distance(*this, first, second);
  const bool is_by_games = known && error_by_anchors(*bots[first], *bots[second]) == 0;
  return is_by_games ? std::optional{known->half_width()} : std::nullopt;
}

std::optional<double> Ratings::superiority(std::size_t first, std::size_t second) const {
  const auto known = distance(*this, first, second);
  if (!known) return std::nullopt;
  if (std::abs(known->mean()) < 1e-9) return 0.5;  // equal up to rounding, even if the error is 0
  const double chance = known->sceptical_chance_above(0);
  // The mean and the median of a skewed distribution may be on different sides of 0.
  return known->mean() > 0 ? std::max(chance, 0.5) : std::min(chance, 0.5);
}

void resample(Ratings& ratings, const Census& census, const Fit& fit, const std::vector<Anchors>& anchors,
              std::size_t times) {
  if (census.clusters() < 2) return;
  std::mt19937_64 source{seed};
  Census drawn = census;
  std::vector<std::vector<double>> elos(ratings.bots.size());
  for (std::size_t round = 0; round < times; ++round) {
    draw_clusters(census, source, drawn);
    Fit again{drawn, ratings.groups, fit.prior(), fit.dispersion()};
    if (!again.climb_from(fit.strengths())) continue;
    const auto zero = zero_elos(ratings, anchors, again.strengths());
    for (std::uint32_t bot = 0; bot < ratings.bots.size(); ++bot) {
      if (const auto& rating = ratings.bots[bot])
        elos[bot].push_back(zero[rating->group] + elo_per_strength * again.strengths()[bot]);
    }
  }
  for (std::size_t bot = 0; bot < ratings.bots.size(); ++bot) {
    if (elos[bot].empty() || !ratings.bots[bot]->elo_error) continue;
    std::ranges::sort(elos[bot]);
    auto& rating = *ratings.bots[bot];
    const double stretch = ratings.widening * bootstrap_stretch(rating.clusters);
    const auto end = [&](double share) {
      return rating.elo + stretch * (quantile(elos[bot], share) - rating.elo);
    };
    rating.drawn = Interval{end(0.025), end(0.975)};
  }
}

}  // namespace tribunal
