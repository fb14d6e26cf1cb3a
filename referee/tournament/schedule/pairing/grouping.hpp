#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tribunal {

/// A symmetric table of whole numbers, one for each pair of bots.
class PairTable {
 public:
  explicit PairTable(int bots) : bots_{static_cast<std::size_t>(bots)}, values_(bots_ * bots_) {}

  [[nodiscard]] int bots() const { return static_cast<int>(bots_); }
  [[nodiscard]] std::int64_t at(int a, int b) const { return values_[index(a, b)]; }
  void set(int a, int b, std::int64_t value) { values_[index(a, b)] = values_[index(b, a)] = value; }
  void add(int a, int b, std::int64_t value) { set(a, b, at(a, b) + value); }
  /// Adds one to each pair of `group`.
  void count(const std::vector<int>& group);

 private:
  [[nodiscard]] std::size_t index(int a, int b) const {
    return static_cast<std::size_t>(a) * bots_ + static_cast<std::size_t>(b);
  }

  std::size_t bots_;
  std::vector<std::int64_t> values_;
};

/// Bots to be divided into groups, and what would be bad about it.
struct GroupingTask {
  int seats = 0;              ///< bots of a group
  PairTable cost;             ///< of having two bots in one group
  std::vector<int> seated{};  ///< bots that the first group has already, fewer than `seats`
  /// The kind of each bot: only a bot of the same kind may be left out in its place; empty if all bots are of
  /// one kind.
  std::vector<int> kind{};
  /// The cost of leaving each bot out; empty if the bots that are left begin a group, which others will fill.
  std::vector<std::int64_t> rest_cost{};
};

/// Lowers the cost of `order` until no exchange of two bots lowers it further. `order` holds every bot once:
/// group after group, as many as can be filled, and behind them the bots that are left. The result is a pure
/// function of both. Returns its cost.
std::int64_t improve(std::vector<int>& order, const GroupingTask& task);

/// The groups of such an order.
[[nodiscard]] std::vector<std::vector<int>> groups_of(const std::vector<int>& order, int seats);

}  // namespace tribunal
