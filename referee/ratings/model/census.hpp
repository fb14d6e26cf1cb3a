#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ratings/model/rankings.hpp"

namespace tribunal {

/// Rankings in a fixed order, independent of the order in which they were added, so that sums over them are
/// the same to the last bit. Games in which no two bots met are omitted. Clusters with the same rankings
/// share their items: few bots may play millions of clusters, but only few different ones. If any game has
/// luck, clusters do not share their items.
struct Census {
  /// Games of one cluster that ended in the same ranking. There may be millions.
  struct Item {
    std::uint32_t kind = 0;
    std::uint32_t games = 0;

    bool operator==(const Item&) const = default;
  };

  /// The luck of the first of two bots against the second, in all games: each seat's luck less that of each
  /// other seat, over the number of seats, in the units of `Rankings::add`. The luck of a seat is the sum
  /// over all other seats.
  struct PairLuck {
    std::uint32_t first = 0;
    std::uint32_t second = 0;  ///< above `first`
    double amount = 0;

    auto operator<=>(const PairLuck&) const = default;
  };

  /// The part of a `PairLuck` from one cluster.
  struct Luck {
    std::uint32_t pair = 0;  ///< its index in `luck`
    double amount = 0;
  };

  std::size_t bots = 0;
  RankingPatterns patterns;     ///< one per kind of games
  std::vector<double> games;    ///< the number of games of each kind
  std::vector<double> weights;  ///< the weight in sums of a game of each kind; empty: 1
  std::vector<PairLuck> luck;   ///< for each two bots that met in games with luck

  explicit Census(const Rankings& rankings);

  [[nodiscard]] std::size_t kinds() const { return games.size(); }
  [[nodiscard]] std::size_t clusters() const { return clusters_.size(); }
  /// The items of a cluster, by kind.
  [[nodiscard]] std::span<const Item> cluster(std::size_t index) const {
    return different_cluster(clusters_[index]);
  }

  /// The luck of a cluster, by pair; empty if no game has luck.
  [[nodiscard]] std::span<const Luck> luck_of_cluster(std::size_t index) const {
    if (luck_ends_.empty()) return {};
    const std::size_t begin = index == 0 ? 0 : luck_ends_[index - 1];
    return std::span{luck_of_clusters_}.subspan(begin, luck_ends_[index] - begin);
  }

  /// Calls `visit` with the items of each different cluster, the number of such clusters, and their luck.
  template <class Visit>
  void for_each_different_cluster(Visit visit) const {
    std::vector<std::size_t> counts(ends_.size());
    for (const auto number : clusters_) ++counts[number];
    for (std::size_t number = 0; number < counts.size(); ++number)
      visit(different_cluster(number), counts[number], luck_of_cluster(number));
  }

 private:
  friend class CensusBuilder;

  [[nodiscard]] std::span<const Item> different_cluster(std::size_t number) const {
    const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
    return std::span{items_}.subspan(begin, ends_[number] - begin);
  }

  std::vector<Item> items_;              ///< the items of the different clusters, one after another
  std::vector<std::size_t> ends_;        ///< the end of each different cluster in `items_`
  std::vector<std::uint32_t> clusters_;  ///< the number of each cluster among the different ones
  std::vector<Luck> luck_of_clusters_;   ///< one cluster after another
  std::vector<std::size_t> luck_ends_;   ///< the end of each cluster in `luck_of_clusters_`
};

}  // namespace tribunal
