#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tribunal {

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
