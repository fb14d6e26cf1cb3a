#include "tournament/schedule/formats/permutations.hpp"

#include <algorithm>

#include "tournament/schedule/pairing/combinatorics.hpp"

namespace tribunal {
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
