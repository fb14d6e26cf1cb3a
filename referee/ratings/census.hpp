#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ratings/rankings.hpp"

namespace tribunal {

/// Rankings in a fixed order, whatever the order in which they were added, so that sums over them are the
/// same to the last bit. Games in which no two bots met are left out.
struct Census {
  /// Games of one cluster that ended in the same ranking. There may be millions.
  struct Item {
    std::uint32_t kind = 0;
    std::uint32_t games = 0;
  };

  std::size_t bots = 0;
  RankingPatterns patterns;               ///< one a kind of games
  std::vector<double> games;              ///< of each kind
  std::vector<Item> items;                ///< by cluster, then kind
  std::vector<std::size_t> cluster_ends;  ///< of `items`, one a cluster

  explicit Census(const Rankings& rankings);

  [[nodiscard]] std::size_t kinds() const { return games.size(); }
  [[nodiscard]] std::size_t clusters() const { return cluster_ends.size(); }
  [[nodiscard]] std::span<const Item> cluster(std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : cluster_ends[index - 1];
    return std::span{items}.subspan(begin, cluster_ends[index] - begin);
  }

 private:
  /// Adds a cluster of these kinds; puts them in order.
  void add_cluster(std::vector<std::uint32_t>& kinds);
};

}  // namespace tribunal
