#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ratings/model/rankings.hpp"

namespace tribunal {

/// Rankings in a fixed order, independent of the order in which they were added, so that sums over them are
/// the same to the last bit. Games in which no two bots met are omitted. Clusters with the same rankings
/// share their items: few bots may play millions of clusters, but only few different ones.
struct Census {
  /// Games of one cluster that ended in the same ranking. There may be millions.
  struct Item {
    std::uint32_t kind = 0;
    std::uint32_t games = 0;

    bool operator==(const Item&) const = default;
  };

  std::size_t bots = 0;
  RankingPatterns patterns;   ///< one per kind of games
  std::vector<double> games;  ///< of each kind

  explicit Census(const Rankings& rankings);

  [[nodiscard]] std::size_t kinds() const { return games.size(); }
  [[nodiscard]] std::size_t clusters() const { return clusters_.size(); }
  /// The items of a cluster, by kind.
  [[nodiscard]] std::span<const Item> cluster(std::size_t index) const {
    return different_cluster(clusters_[index]);
  }

  /// Calls `visit` with the items of each different cluster and the number of such clusters.
  template <class Visit>
  void for_each_different_cluster(Visit visit) const {
    std::vector<std::size_t> counts(ends_.size());
    for (const auto number : clusters_) ++counts[number];
    for (std::size_t number = 0; number < counts.size(); ++number)
      visit(different_cluster(number), counts[number]);
  }

 private:
  friend class CensusBuilder;

  [[nodiscard]] std::span<const Item> different_cluster(std::size_t number) const {
    const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
    return std::span{items_}.subspan(begin, ends_[number] - begin);
  }

  std::vector<Item> items_;              ///< of different clusters, one after another
  std::vector<std::size_t> ends_;        ///< the end of each different cluster in `items_`
  std::vector<std::uint32_t> clusters_;  ///< the number of each cluster among the different ones
};

}  // namespace tribunal
