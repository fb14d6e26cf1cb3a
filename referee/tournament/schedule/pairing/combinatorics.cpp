#include "tournament/schedule/pairing/combinatorics.hpp"

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

}  // namespace tribunal
