#include "ratings/meetings.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ratings/model/choices.hpp"

namespace tribunal {

Meetings::Meetings(const Census& census)
    : bots_{census.bots}, points_(bots_ * bots_, false), clusters_(bots_, 0) {
  for (std::size_t kind = 0; kind < census.kinds(); ++kind) note(census.patterns[kind]);
  count_clusters(census);
}

void Meetings::note(Rankings::Pattern pattern) {
  for_each_pair(pattern, [this](std::uint32_t better, std::uint32_t worse, bool tied) {
    points_[better * bots_ + worse] = true;
    if (tied) points_[worse * bots_ + better] = true;
  });
}

void Meetings::count_clusters(const Census& census) {
  std::vector<double> games(bots_);  // of the bots of a cluster
  std::vector<ClusterSizes> sizes(bots_);
  census.for_each_different_cluster(
      [&](std::span<const Census::Item> items, std::size_t count, std::span<const Census::Luck>) {
        for (const auto& item : items)
          for (const auto seat : census.patterns[item.kind]) games[Rankings::bot_of(seat)] += item.games;
        for (const auto& item : items) {
          for (const auto seat : census.patterns[item.kind]) {
            const auto bot = Rankings::bot_of(seat);
            const auto here = std::exchange(games[bot], 0);
            if (here > 0) clusters_[bot] += count;
            sizes[bot].add(here, count);
          }
        }
      });
  for (std::size_t bot = 0; bot < bots_; ++bot) {
    if (clusters_[bot] <= 2) continue;
    const auto effective = std::lround(sizes[bot].effective());
    clusters_[bot] = std::max<std::size_t>(2, static_cast<std::size_t>(effective));
  }
}

std::vector<std::uint32_t> Meetings::reached(std::uint32_t start, Way way) const {
  std::vector<std::uint32_t> found{start};
  std::vector<bool> seen(bots_, false);
  seen[start] = true;
  for (std::size_t next = 0; next < found.size(); ++next) {
    const auto from = found[next];
    for (std::uint32_t bot = 0; bot < bots_; ++bot) {
      const bool linked =
          (way != Way::losses && took_points(from, bot)) || (way != Way::wins && took_points(bot, from));
      if (!linked || seen[bot]) continue;
      seen[bot] = true;
      found.push_back(bot);
    }
  }
  std::ranges::sort(found);
  return found;
}

std::vector<std::vector<std::uint32_t>> Meetings::groups() const {
  std::vector<std::vector<std::uint32_t>> groups;
  std::vector<bool> placed(bots_, false);
  for (std::uint32_t bot = 0; bot < bots_; ++bot) {
    if (placed[bot]) continue;
    auto group = reached(bot, Way::both);
    for (const auto member : group) placed[member] = true;
    if (group.size() > 1) groups.push_back(std::move(group));
  }
  return groups;
}

bool Meetings::determined(const std::vector<std::uint32_t>& group) const {
  return reached(group.front(), Way::wins).size() == group.size() &&
         reached(group.front(), Way::losses).size() == group.size();
}

bool Meetings::all_met(const std::vector<std::vector<std::uint32_t>>& groups) const {
  const auto met = [this](std::uint32_t one, std::uint32_t other) {
    return one == other || took_points(one, other) || took_points(other, one);
  };
  return std::ranges::all_of(groups, [&](const auto& group) {
    return std::ranges::all_of(group, [&](std::uint32_t one) {
      return std::ranges::all_of(group, [&](std::uint32_t other) { return met(one, other); });
    });
  });
}

Sweep Meetings::sweep(std::uint32_t bot) const {
  bool gained = false;
  bool yielded = false;
  for (std::uint32_t other = 0; other < bots_; ++other) {
    gained = gained || took_points(bot, other);
    yielded = yielded || took_points(other, bot);
  }
  if (gained == yielded) return Sweep::no;
  return gained ? Sweep::perfect : Sweep::hopeless;
}

}  // namespace tribunal
