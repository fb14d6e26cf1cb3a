#include "tournament/schedule/pairing/combinatorics.hpp"

#include <span>
#include <utility>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>

namespace tribunal {
namespace {

std::uint64_t factorial(int n) {
  std::uint64_t result = 1;
  for (int i = 2; i <= n; ++i) result *= static_cast<std::uint64_t>(i);
  return result;
}

/// The order of `items` at `position` in lexicographic order.
std::vector<int> permutation(std::vector<int> items, std::uint64_t position) {
  std::vector<int> order;
  while (!items.empty()) {
    const std::uint64_t rest = factorial(static_cast<int>(items.size()) - 1);
    const auto next = items.begin() + static_cast<std::ptrdiff_t>(position / rest);
    position %= rest;
    order.push_back(*next);
    items.erase(next);
  }
  return order;
}

}  // namespace

std::optional<std::uint64_t> product(std::optional<std::uint64_t> a, std::uint64_t b) {
  if (!a || (b != 0 && *a > most_games / b)) return std::nullopt;
  return *a * b;
}

std::optional<std::uint64_t> sum(std::optional<std::uint64_t> a, std::optional<std::uint64_t> b) {
  if (!a || !b || *a + *b > most_games) return std::nullopt;
  return *a + *b;
}

std::uint64_t combinations(int n, int k) {
  const auto all = static_cast<std::uint64_t>(n);
  const auto chosen = static_cast<std::uint64_t>(std::min(k, n - k));
  std::uint64_t ways = 1;
  for (std::uint64_t i = 1; i <= chosen; ++i) {
    const auto more = product(ways, all - chosen + i);
    if (!more) return most_games + 1;
    ways = *more / i;
  }
  return ways;
}

std::vector<int> combination(int n, int k, std::uint64_t position) {
  std::vector<int> chosen;
  for (int i = 0; static_cast<int>(chosen.size()) < k; ++i) {
    const int missing = k - static_cast<int>(chosen.size()) - 1;
    const std::uint64_t beginning_with_i = combinations(n - i - 1, missing);
    if (position < beginning_with_i) {
      chosen.push_back(i);
    } else {
      position -= beginning_with_i;
    }
  }
  return chosen;
}

std::vector<int> circle_of(const std::vector<int>& group, std::uint64_t turn) {
  const std::size_t others = group.size() - 1;
  std::vector<int> order;
  for (std::size_t i = 0; i < others; ++i) {
    const std::size_t step = i % 2 == 1 ? (i + 1) / 2 : others - i / 2;
    order.push_back(group[(turn % others + step) % others]);
  }
  order.push_back(group.back());
  return order;
}

std::uint64_t seatings_of(int seats, Permutations permutations) {
  return permutations == Permutations::all ? factorial(seats) : static_cast<std::uint64_t>(seats);
}

std::vector<int> seating_of(std::vector<int> group, std::uint64_t deal, std::uint64_t turn,
                            Permutations permutations) {
  if (permutations == Permutations::all) return permutation(std::move(group), turn);
  auto bots = circle_of(group, deal / 2);
  if (bots.size() >= 3 && deal % 2 == 1) std::ranges::reverse(bots);
  std::ranges::rotate(bots, bots.begin() + static_cast<std::ptrdiff_t>(turn));
  return bots;
}

int most_pairs(const Graph& graph) {
  boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> edges{graph.size()};
  for (std::size_t a = 0; a < graph.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b)
      if (graph[a][b]) boost::add_edge(a, b, edges);
  }
  std::vector<decltype(edges)::vertex_descriptor> partners(graph.size());
  boost::edmonds_maximum_cardinality_matching(edges, partners.data());
  return static_cast<int>(boost::matching_size(edges, partners.data()));
}
namespace {

constexpr std::int64_t forbidden = std::int64_t{1} << 40U;

/// An order of bots to improve, with the cost of each bot in each group.
class Improvement {
 public:
  Improvement(std::vector<int>& order, const GroupingTask& task)
      : order_{order},
        task_{task},
        groups_{group_at(order.size() - 1) + 1},
        cost_in_(order.size() * groups_) {
    for (int bot = 0; bot < task.cost.bots(); ++bot) {
      for (const int there : task.seated) cost_in(bot, 0) += there == bot ? forbidden : pair(bot, there);
      for (std::size_t at = 0; at < order.size(); ++at)
        if (!is_rest(group_at(at))) cost_in(bot, group_at(at)) += pair(bot, order[at]);
      if (is_rest(groups_ - 1)) cost_in(bot, groups_ - 1) = task.rest_cost[static_cast<std::size_t>(bot)];
    }
  }

  /// Tries every swap once. Returns whether any lowered the cost.
  bool pass() {
    bool better = false;
    for (std::size_t a = 0; a < order_.size(); ++a) {
      for (std::size_t b = a + 1; b < order_.size(); ++b) {
        if (group_at(a) == group_at(b) || !may_exchange(a, b) || gain(a, b) <= 0) continue;
        exchange(a, b);
        better = true;
      }
    }
    return better;
  }

  /// The cost of the order. Each pair counts twice, but one with a bot that was already seated counts once.
  [[nodiscard]] std::int64_t cost() {
    std::int64_t sum = 0;
    for (std::size_t at = 0; at < order_.size(); ++at)
      sum += cost_in(order_[at], group_at(at)) * (is_rest(group_at(at)) ? 2 : 1);
    return sum;
  }

 private:
  [[nodiscard]] std::size_t group_at(std::size_t position) const {
    return (position + task_.seated.size()) / static_cast<std::size_t>(task_.seats);
  }
  /// Whether this is not a group but the bots that sit out.
  [[nodiscard]] bool is_rest(std::size_t group) const {
    const auto filled = (order_.size() + task_.seated.size()) / static_cast<std::size_t>(task_.seats);
    return !task_.rest_cost.empty() && group == filled;
  }
  [[nodiscard]] bool may_exchange(std::size_t at_a, std::size_t at_b) const {
    const auto kind = [this](std::size_t at) { return task_.kind[static_cast<std::size_t>(order_[at])]; };
    return task_.kind.empty() || !is_rest(group_at(at_b)) || kind(at_a) == kind(at_b);
  }
  [[nodiscard]] std::int64_t pair(int a, int b) const { return a == b ? 0 : task_.cost.at(a, b); }
  [[nodiscard]] std::int64_t& cost_in(int bot, std::size_t group) {
    return cost_in_[static_cast<std::size_t>(bot) * groups_ + group];
  }

  /// The decrease of the cost if the bots at two positions are swapped. The second must be in a later group.
  [[nodiscard]] std::int64_t gain(std::size_t at_a, std::size_t at_b) {
    const int a = order_[at_a];
    const int b = order_[at_b];
    const auto group_a = group_at(at_a);
    const auto group_b = group_at(at_b);
    const auto together = pair(a, b) * (is_rest(group_b) ? 1 : 2);
    const auto before = cost_in(a, group_a) + cost_in(b, group_b);
    return before - (cost_in(a, group_b) + cost_in(b, group_a) - together);
  }

  void exchange(std::size_t at_a, std::size_t at_b) {
    const auto group_a = group_at(at_a);
    const auto group_b = group_at(at_b);
    for (int bot = 0; bot < task_.cost.bots(); ++bot) {
      const auto change = pair(bot, order_[at_b]) - pair(bot, order_[at_a]);
      cost_in(bot, group_a) += change;
      if (!is_rest(group_b)) cost_in(bot, group_b) -= change;
    }
    std::swap(order_[at_a], order_[at_b]);
  }

  std::vector<int>& order_;
  const GroupingTask& task_;
  std::size_t groups_;                 ///< number of groups, including an incomplete last one
  std::vector<std::int64_t> cost_in_;  ///< bots x groups
};

}  // namespace

void PairTable::count(const std::vector<int>& group) {
  for (std::size_t a = 0; a < group.size(); ++a)
    for (std::size_t b = a + 1; b < group.size(); ++b) add(group[a], group[b], 1);
}

std::int64_t improve(std::vector<int>& order, const GroupingTask& task) {
  Improvement improvement{order, task};
  while (improvement.pass()) {
  }
  return improvement.cost();
}

std::vector<std::vector<int>> groups_of(const std::vector<int>& order, int seats) {
  const auto size = static_cast<std::size_t>(seats);
  std::vector<std::vector<int>> groups;
  for (std::size_t i = 0; i + size <= order.size(); i += size) {
    const auto group = std::span{order}.subspan(i, size);
    groups.emplace_back(group.begin(), group.end());
  }
  return groups;
}

}  // namespace tribunal
