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
  struct Kind {
    std::u16string pattern;  ///< a `Rankings::Pattern`
    double games = 0;
  };
  /// Games of one cluster that ended in the same ranking. There may be millions.
  struct Item {
    std::uint32_t kind = 0;
    std::uint32_t games = 0;
  };

  std::size_t bots = 0;
  std::vector<Kind> kinds;
  std::vector<Item> items;                ///< by cluster, then kind
  std::vector<std::size_t> cluster_ends;  ///< of `items`, one a cluster

  explicit Census(const Rankings& rankings);

  [[nodiscard]] std::size_t clusters() const { return cluster_ends.size(); }
  [[nodiscard]] std::span<const Item> cluster(std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : cluster_ends[index - 1];
    return std::span{items}.subspan(begin, cluster_ends[index] - begin);
  }
};

}  // namespace tribunal
