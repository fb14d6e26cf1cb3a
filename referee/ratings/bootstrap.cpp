#include "ratings/bootstrap.hpp"

#include <algorithm>
#include <random>

namespace tribunal {
namespace {

constexpr std::uint64_t seed = 0x7472696275;

/// Fills `drawn`, a copy of `census`, with the games of as many clusters, drawn with replacement.
void draw_clusters(const Census& census, std::mt19937_64& source, Census& drawn) {
  std::ranges::fill(drawn.games, 0);
  for (std::size_t i = 0; i < census.clusters(); ++i) {
    const auto cluster =
        static_cast<std::size_t>(source() % census.clusters());  // of 2^64 numbers: the bias is negligible
    for (const auto& item : census.cluster(cluster)) drawn.games[item.kind] += item.games;
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

/// The quantile of ascending values below which the share `share` of them lies.
double quantile(const std::vector<double>& sorted, double share) {
  const double position = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const auto above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (position - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

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
    const double stretch = bootstrap_stretch(rating.clusters);
    const auto end = [&](double share) {
      return rating.elo + stretch * (quantile(elos[bot], share) - rating.elo);
    };
    rating.drawn = Interval{end(0.025), end(0.975)};
  }
}

}  // namespace tribunal
