#include "tournament/schedule/formats/permutations.hpp"

#include <algorithm>

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

}  // namespace tribunal
