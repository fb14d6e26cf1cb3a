#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ratings/model/census.hpp"
#include "ratings/plackett_luce.hpp"

namespace tribunal {

/// The sizes of clusters, to compare clusters of different sizes with equal ones.
struct ClusterSizes {
  double games = 0;
  double squares = 0;

  /// Adds `count` clusters of this many games.
  void add(double size, std::size_t count) {
    games += static_cast<double>(count) * size;
    squares += static_cast<double>(count) * size * size;
  }
  /// The number of clusters of equal size with the same information: with n games in a cluster, (sum of n)^2
  /// / (sum of n^2) (Kish 1965). It is their number if all have equally many games; 0 without any.
  [[nodiscard]] double effective() const { return squares > 0 ? games * games / squares : 0; }
};

/// The graph of bots that met, and of their wins and ties.
class Meetings {
 public:
  explicit Meetings(const Census& census);

  /// Groups of bots that met, directly or through others; each ascending, in the order of their first bots. A
  /// bot that met no other is not in a group.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> groups() const;
  /// Whether the games determine the strengths within a group: there is a path of wins and ties from each bot
  /// to each other (Ford 1957).
  [[nodiscard]] bool determined(const std::vector<std::uint32_t>& group) const;
  /// Whether each bot met all others of its group.
  [[nodiscard]] bool all_met(const std::vector<std::vector<std::uint32_t>>& groups) const;
  [[nodiscard]] Sweep sweep(std::uint32_t bot) const;
  /// The effective number (`ClusterSizes`) of the clusters in which the bot met another one, rounded.
  [[nodiscard]] std::size_t clusters(std::uint32_t bot) const { return clusters_[bot]; }

 private:
  enum class Way : std::uint8_t { wins, losses, both };

  void note(Rankings::Pattern pattern);
  void count_clusters(const Census& census);
  [[nodiscard]] bool took_points(std::uint32_t winner, std::uint32_t loser) const {
    return points_[winner * bots_ + loser];
  }
  [[nodiscard]] std::vector<std::uint32_t> reached(std::uint32_t start, Way way) const;

  std::size_t bots_;
  std::vector<bool> points_;  ///< bots x bots: whether the row won or tied against the column
  std::vector<std::size_t> clusters_;
};

}  // namespace tribunal
