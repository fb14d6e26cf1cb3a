#include "tournament/schedule.hpp"

#include <algorithm>
#include <optional>

namespace tribunal {
namespace {

constexpr std::uint64_t most_games = std::uint64_t{1} << 48U;

/// `a * b` if that is no more than `most_games`.
std::optional<std::uint64_t> product(std::optional<std::uint64_t> a, std::uint64_t b) {
  if (!a || (b != 0 && *a > most_games / b)) return std::nullopt;
  return *a * b;
}

/// The number of ways to choose k of n; `most_games` + 1 if there are more than `most_games`.
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

/// The combination of `k` of 0 .. n-1 at `position` in lexicographic order.
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

/// The order of `group` round the table at `turn`: a zigzag through all but the last, begun one further at
/// each turn. In the n-1 turns of n bots each pair sits side by side exactly twice (Walecki's circles, 1892).
std::vector<int> circle(const std::vector<int>& group, std::uint64_t turn) {
  const std::size_t others = group.size() - 1;
  std::vector<int> order;
  for (std::size_t i = 0; i < others; ++i) {
    const std::size_t step = i % 2 == 1 ? (i + 1) / 2 : others - i / 2;
    order.push_back(group[(turn % others + step) % others]);
  }
  order.push_back(group.back());
  return order;
}

}  // namespace

std::expected<Schedule, std::string> Schedule::make(const Shape& shape) {
  if (shape.bots < shape.seats) {
    return std::unexpected{"a game of " + std::to_string(shape.seats) + " players needs " +
                           std::to_string(shape.seats) + " bots, there " +
                           (shape.bots == 1 ? "is " : "are ") + std::to_string(shape.bots)};
  }
  const auto groups = combinations(shape.bots, shape.seats);
  const auto seatings = shape.permutations == Permutations::all ? factorial(shape.seats)
                                                                : static_cast<std::uint64_t>(shape.seats);
  const auto games = static_cast<std::uint64_t>(shape.games);
  if (!product(product(product(groups, seatings), games), shape.deals))
    return std::unexpected{"that makes more than 2^48 games; fewer deals or fewer bots would be right"};
  return Schedule{shape, groups, seatings};
}

ScheduledGame Schedule::game(std::uint64_t index) const {
  const std::uint64_t seating = index % seatings_;
  const std::uint64_t group = index / seatings_ % groups_;
  const int game = game_of(index);
  const std::uint64_t deal = index / seatings_ / groups_ / games();
  std::vector<int> bots = combination(shape_.bots, shape_.seats, group);
  if (shape_.permutations == Permutations::all)
    return {index, deal, game, permutation(std::move(bots), seating)};
  bots = circle(bots, deal / 2);
  if (shape_.seats >= 3 && deal % 2 == 1) std::ranges::reverse(bots);
  std::ranges::rotate(bots, bots.begin() + static_cast<std::ptrdiff_t>(seating));
  return {index, deal, game, std::move(bots)};
}

}  // namespace tribunal
