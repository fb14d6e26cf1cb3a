#include "tournament/schedule/pairing/combinatorics.hpp"

#include <algorithm>

namespace tribunal {

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

std::uint64_t factorial(int n) {
  std::uint64_t result = 1;
  for (int i = 2; i <= n; ++i) result *= static_cast<std::uint64_t>(i);
  return result;
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

}  // namespace tribunal
