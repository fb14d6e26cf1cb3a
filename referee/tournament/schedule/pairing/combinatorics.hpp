#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/enum_names.hpp"

namespace tribunal {

/// An upper bound for the number of games, beyond any real tournament.
inline constexpr std::uint64_t most_games = std::uint64_t{1} << 48U;

/// `a * b`. None if it is larger than `most_games`.
[[nodiscard]] std::optional<std::uint64_t> product(std::optional<std::uint64_t> a, std::uint64_t b);

/// `a + b`. None if it is larger than `most_games`.
[[nodiscard]] std::optional<std::uint64_t> sum(std::optional<std::uint64_t> a,
                                               std::optional<std::uint64_t> b);

/// The number of ways to choose k of n. It is `most_games` + 1 if there are more than `most_games`.
[[nodiscard]] std::uint64_t combinations(int n, int k);

/// The combination of `k` of the numbers 0 .. n-1 that is at `position` in lexicographic order.
[[nodiscard]] std::vector<int> combination(int n, int k, std::uint64_t position);

/// The seatings in which each deal is played: each bot once in each seat, or all orders of the bots.
enum class Permutations : std::uint8_t { rotations, all };

template <>
inline constexpr auto enum_names<Permutations> = in_words("rotations", "all");

/// The order of `group` around the table at `turn`: a zigzag through all bots but the last, which starts one
/// bot further at each turn. In the n - 1 turns of n bots, each pair is adjacent exactly twice. In the first
/// half of these turns, each pair of an odd number of bots is adjacent once (Walecki's circles, 1892).
[[nodiscard]] std::vector<int> circle_of(const std::vector<int>& group, std::uint64_t turn);

/// The number of seatings in which a group of `seats` bots plays each deal.
[[nodiscard]] std::uint64_t seatings_of(int seats, Permutations permutations);

/// The bot of each seat when `group` plays `deal` for the `turn`-th time, counted from 0. In `rotations` the
/// order around the table changes every two deals, and odd deals run the other way. Thus, in every 2 (n - 1)
/// deals of n seats, each bot sits directly before and directly behind every other bot of its group equally
/// often.
[[nodiscard]] std::vector<int> seating_of(std::vector<int> group, std::uint64_t deal, std::uint64_t turn,
                                          Permutations permutations);

/// A graph of n things: `graph[a][b]` and `graph[b][a]` say whether two of them can be paired.
using Graph = std::vector<std::vector<bool>>;

/// The largest number of pairs that can be made in the graph, with each thing in at most one pair (J.
/// Edmonds, Paths, Trees, and Flowers, 1965).
[[nodiscard]] int most_pairs(const Graph& graph);

/// A symmetric table with a whole number for each pair of bots.
class PairTable {
 public:
  explicit PairTable(int bots) : bots_{static_cast<std::size_t>(bots)}, values_(bots_ * bots_) {}

  [[nodiscard]] int bots() const { return static_cast<int>(bots_); }
  [[nodiscard]] std::int64_t at(int a, int b) const { return values_[index(a, b)]; }
  void set(int a, int b, std::int64_t value) { values_[index(a, b)] = values_[index(b, a)] = value; }
  void add(int a, int b, std::int64_t value) { set(a, b, at(a, b) + value); }
  /// Adds one to the number of each pair in `group`.
  void count(const std::vector<int>& group);

 private:
  [[nodiscard]] std::size_t index(int a, int b) const {
    return static_cast<std::size_t>(a) * bots_ + static_cast<std::size_t>(b);
  }

  std::size_t bots_;
  std::vector<std::int64_t> values_;
};

/// A task to divide bots into groups, with the costs to minimise.
struct GroupingTask {
  int seats = 0;              ///< number of bots in a group
  PairTable cost;             ///< cost of two bots in one group
  std::vector<int> seated{};  ///< bots that are already in the first group; fewer than `seats`
  /// The kind of each bot. A bot may sit out only in place of one of its kind. Empty if all are of one kind.
  std::vector<int> kind{};
  /// The cost if a bot sits out, for each bot. Empty if the bots that are left begin a group.
  std::vector<std::int64_t> rest_cost{};
};

/// Lowers the cost of `order` until no swap of two bots lowers it further. `order` has every bot once: one
/// group after another, as many as can be filled, and then the bots that are left. The result depends only on
/// the arguments. Returns the cost.
std::int64_t improve(std::vector<int>& order, const GroupingTask& task);

/// The groups of an order as `improve` takes it.
[[nodiscard]] std::vector<std::vector<int>> groups_of(const std::vector<int>& order, int seats);

}  // namespace tribunal
