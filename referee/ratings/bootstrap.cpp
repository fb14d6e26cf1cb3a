#include "ratings/bootstrap.hpp"

#include <algorithm>
#include <random>

namespace tribunal {
namespace {

constexpr std::uint64_t seed = 0x7472696275;

/// Fills `drawn`, a copy of `census`, with the games of as many clusters drawn with return.
void draw_clusters(const Census& census, std::mt19937_64& source, Census& drawn) {
  std::ranges::fill(drawn.games, 0);
  for (std::size_t i = 0; i < census.clusters(); ++i) {
    const auto cluster =
        static_cast<std::size_t>(source() % census.clusters());  // of 2^64: no bias to speak of
    for (const auto& item : census.cluster(cluster)) drawn.games[item.kind] += item.games;
  }
}

/// Elo of a bot whose strength is `strength`, on the scale of `ratings`.
class Scale {
 public:
  Scale(const Ratings& ratings, const RatingOptions& options, const Eigen::VectorXd& strengths)
      : ratings_{ratings}, options_{options}, strengths_{strengths} {
    for (const auto& group : ratings.groups) {
      double mean = 0;
      for (const auto bot : group) mean += strengths[bot] / static_cast<double>(group.size());
      means_.push_back(mean);
    }
  }

  [[nodiscard]] double elo_of(std::size_t bot, std::size_t group) const {
    const double strength = strengths_[static_cast<Eigen::Index>(bot)];
    const auto& anchor = options_.anchor;
    if (anchor && anchor->bot < ratings_.bots.size() && ratings_.bots[anchor->bot] &&
        ratings_.bots[anchor->bot]->group == group)
      return anchor->elo + elo_per_strength * (strength - strengths_[anchor->bot]);
    return mean_elo + elo_per_strength * (strength - means_[group]);
  }

 private:
  const Ratings& ratings_;
  const RatingOptions& options_;
  const Eigen::VectorXd& strengths_;
  std::vector<double> means_;
};

/// The value below which the share `share` lies; of ascending values.
double quantile(const std::vector<double>& sorted, double share) {
  const double position = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const auto above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (position - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

void resample(Ratings& ratings, const Census& census, const Fit& fit, const RatingOptions& options) {
  if (census.clusters() < 2) return;
  std::mt19937_64 source{seed};
  Census drawn = census;
  std::vector<std::vector<double>> elos(ratings.bots.size());
  for (std::size_t round = 0; round < options.bootstrap; ++round) {
    draw_clusters(census, source, drawn);
    Fit again{drawn, ratings.groups, options.ghost};
    if (!again.climb_from(fit.strengths())) continue;
    const Scale scale{ratings, options, again.strengths()};
    for (std::size_t bot = 0; bot < ratings.bots.size(); ++bot)
      if (const auto& rating = ratings.bots[bot]) elos[bot].push_back(scale.elo_of(bot, rating->group));
  }
  for (std::size_t bot = 0; bot < ratings.bots.size(); ++bot) {
    if (elos[bot].empty() || !ratings.bots[bot]->elo_error) continue;
    std::ranges::sort(elos[bot]);
    auto& rating = *ratings.bots[bot];
    const double stretch = bootstrap_stretch(rating.clusters);
    const auto end = [&](double share) {
      return rating.elo + stretch * (quantile(elos[bot], share) - rating.elo);
    };
    rating.drawn = Interval{end(0.025), end(0.975)};
  }
}

}  // namespace tribunal
