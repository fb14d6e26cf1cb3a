#include "ratings/weak_links.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <utility>

#include <Eigen/Eigenvalues>

#include "ratings/model/choices.hpp"

namespace tribunal {
namespace {

/// The largest conductance of a cut: the information of the games across it over that of the games on one
/// side.
constexpr double most_conductance = 0.1;
/// The largest one if all games of a deal share its luck, so that the games across a cut show less than as
/// many independent games. In simulated Swiss tournaments of evenly spread bots 95 % of the cuts have more
/// than 0.16.
constexpr double most_conductance_by_luck = 0.15;
/// The variance of deals across a cut, over that of independent games, above which they share luck.
constexpr double usual_dispersion = 2;
/// The largest information of the games across a cut about the distance of its sides, over that of the prior:
/// a common mean would pull the sides together by a tenth of their distance.
constexpr double most_information = 10;
/// Groups with more bots are not cut.
constexpr std::size_t most_bots_parted = 300;

/// A bot with all its versions.
using Families = std::vector<std::vector<std::uint32_t>>;

/// The families of a group, ordered by their first bots.
Families families_of(const std::vector<std::uint32_t>& group, const Families& walks) {
  Families families;
  for (const auto bot : group) {
    const auto is_its = [&](const auto& walk) { return std::ranges::find(walk, bot) != walk.end(); };
    const auto walk = std::ranges::find_if(walks, is_its);
    if (walk == walks.end()) {
      families.push_back({bot});
    } else if (walk->front() == bot) {
      families.push_back(*walk);
    }
  }
  return families;
}

/// The information of the games of two families about their distance, as if games were independent.
Eigen::MatrixXd links_of(const Fit& fit, const Families& families) {
  std::vector<Eigen::Index> number(fit.census().bots, -1);
  for (std::size_t family = 0; family < families.size(); ++family)
    for (const auto bot : families[family]) number[bot] = static_cast<Eigen::Index>(family);
  const auto size = static_cast<Eigen::Index>(families.size());
  Eigen::MatrixXd links = Eigen::MatrixXd::Zero(size, size);
  const auto& information = fit.information_of_games();
  for (Eigen::Index one = 0; one < information.rows(); ++one) {
    for (Eigen::Index other = 0; other < one; ++other) {
      const auto row = number[static_cast<std::size_t>(one)];
      const auto column = number[static_cast<std::size_t>(other)];
      if (row < 0 || column < 0 || row == column) continue;
      links(row, column) -= information(one, other);
      links(column, row) -= information(one, other);
    }
  }
  return links;
}

/// The number of meetings of bots with others.
double meetings_across(const Census& census, const std::vector<std::uint32_t>& bots) {
  double met = 0;
  for (std::size_t kind = 0; kind < census.kinds(); ++kind) {
    for_each_pair(census.patterns[kind], [&](std::uint32_t one, std::uint32_t other, bool /*tied*/) {
      if (std::ranges::binary_search(bots, one) != std::ranges::binary_search(bots, other))
        met += census.games[kind];
    });
  }
  return met;
}

/// A cut through families, by their indices.
struct Cut {
  std::vector<Eigen::Index> side;
  std::vector<Eigen::Index> other;
  double conductance = 1;
};

/// The best of the cuts along the second eigenvector of the normalised Laplacian: by Cheeger's inequality its
/// conductance is near the minimum (F. R. K. Chung, Spectral Graph Theory (1997)). Each side has two families
/// or more.
Cut best_cut(const Eigen::MatrixXd& all_links, const std::vector<Eigen::Index>& families) {
  const Eigen::MatrixXd links = all_links(families, families);
  const Eigen::VectorXd volumes = links.rowwise().sum();
  const Eigen::VectorXd roots = volumes.cwiseMax(1e-9).cwiseSqrt().cwiseInverse();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved{roots.asDiagonal() * links *
                                                              roots.asDiagonal()};
  const Eigen::VectorXd along = roots.cwiseProduct(solved.eigenvectors().col(links.rows() - 2));
  std::vector<Eigen::Index> order(families.size());
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::ranges::stable_sort(order, {}, [&](Eigen::Index family) { return along[family]; });
  Cut best;
  double across = 0;
  double volume = 0;
  std::size_t place = 0;
  for (std::size_t sides = 1; sides + 2 <= order.size(); ++sides) {
    const auto moved = order[sides - 1];
    volume += volumes[moved];
    across += volumes[moved];
    for (std::size_t before = 0; before + 1 < sides; ++before) across -= 2 * links(moved, order[before]);
    const double conductance = across / std::min(volume, volumes.sum() - volume);
    if (sides < 2 || !(conductance < best.conductance)) continue;
    best.conductance = conductance;
    place = sides;
  }
  for (std::size_t at = 0; at < order.size(); ++at)
    (at < place ? best.side : best.other).push_back(families[static_cast<std::size_t>(order[at])]);
  for (auto* const side : {&best.side, &best.other}) std::ranges::sort(*side);
  if (std::pair{best.side.size(), best.side} > std::pair{best.other.size(), best.other})
    std::swap(best.side, best.other);
  return best;
}

/// Splits a group repeatedly, and adds a link for each split.
class Splitter {
 public:
  Splitter(const Fit& fit, const Eigen::MatrixXd& scatter, Families families)
      : fit_{fit}, scatter_{scatter}, families_{std::move(families)}, links_{links_of(fit, families_)} {}

  void split(const std::vector<Eigen::Index>& whole, std::vector<WeakLink>& links) const {
    if (whole.size() < 4) return;
    const auto cut = best_cut(links_, whole);
    const auto bots = bots_of(cut.side);
    if (cut.conductance > highest_conductance(bots)) return;
    const double spread = fit_.prior().spread;
    const auto sizes = static_cast<double>(cut.side.size() * cut.other.size());
    const double of_prior = sizes / static_cast<double>(whole.size()) / (spread * spread);
    const double of_games = fit_.information_of_games()(bots, bots).sum() / fit_.dispersion();
    if (of_games > most_information * of_prior) return;
    links.push_back({bots, meetings_across(fit_.census(), bots)});
    split(cut.side, links);
    split(cut.other, links);
  }
  [[nodiscard]] std::vector<Eigen::Index> all() const {
    std::vector<Eigen::Index> all(families_.size());
    std::iota(all.begin(), all.end(), Eigen::Index{0});
    return all;
  }

 private:
  [[nodiscard]] std::vector<std::uint32_t> bots_of(const std::vector<Eigen::Index>& side) const {
    std::vector<std::uint32_t> bots;
    for (const auto family : side)
      std::ranges::copy(families_[static_cast<std::size_t>(family)], std::back_inserter(bots));
    std::ranges::sort(bots);
    return bots;
  }
  /// The highest conductance of a cut that counts, with these bots on one side.
  [[nodiscard]] double highest_conductance(const std::vector<std::uint32_t>& bots) const {
    const double expected = usual_dispersion * fit_.information_of_games()(bots, bots).sum();
    const double luck = scatter_(bots, bots).sum() / std::max(expected, 1e-300);
    return std::clamp(luck * most_conductance, most_conductance, most_conductance_by_luck);
  }

  const Fit& fit_;
  const Eigen::MatrixXd& scatter_;
  Families families_;
  Eigen::MatrixXd links_;
};

}  // namespace

std::vector<WeakLink> weak_links_of(const Fit& fit, const Eigen::MatrixXd& scatter, const Groups& groups,
                                    const Families& walks) {
  std::vector<WeakLink> links;
  for (const auto& group : groups) {
    auto families = families_of(group, walks);
    if (families.size() > most_bots_parted) continue;
    const Splitter splitter{fit, scatter, std::move(families)};
    splitter.split(splitter.all(), links);
  }
  return links;
}

}  // namespace tribunal
