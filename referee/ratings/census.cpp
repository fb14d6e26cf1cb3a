#include "ratings/census.hpp"

#include <algorithm>

namespace tribunal {
namespace {

bool two_bots_met(Rankings::Pattern pattern) {
  return std::ranges::any_of(
      pattern, [&](char16_t seat) { return Rankings::bot_of(seat) != Rankings::bot_of(pattern.front()); });
}

/// A pattern's number with its first seats as a number that sorts as they do.
struct Sortable {
  std::uint64_t first_seats = 0;
  std::uint32_t number = 0;
};

Sortable sortable(const Rankings& rankings, std::uint32_t number) {
  const auto pattern = rankings.pattern(number);
  std::uint64_t first_seats = 0;
  for (std::size_t seat = 0; seat < 4; ++seat)
    first_seats = first_seats << 16U | (seat < pattern.size() ? pattern[seat] : 0U);
  return {first_seats, number};
}

/// The numbers of all patterns in which two bots met, in the patterns' order.
std::vector<Sortable> sorted_patterns(const Rankings& rankings) {
  std::vector<Sortable> sorted;
  sorted.reserve(rankings.patterns());
  for (std::uint32_t number = 0; number < rankings.patterns(); ++number)
    if (two_bots_met(rankings.pattern(number))) sorted.push_back(sortable(rankings, number));
  std::ranges::sort(sorted, [&](const Sortable& one, const Sortable& other) {
    if (one.first_seats != other.first_seats) return one.first_seats < other.first_seats;
    return rankings.pattern(one.number) < rankings.pattern(other.number);
  });
  return sorted;
}

}  // namespace

Census::Census(const Rankings& rankings) : bots{rankings.bots()} {
  constexpr std::uint32_t left_out = ~0U;
  std::vector<std::uint32_t> kind_of(rankings.patterns(), left_out);
  kinds.reserve(rankings.patterns());
  for (const auto& [first_seats, number] : sorted_patterns(rankings)) {
    kind_of[number] = static_cast<std::uint32_t>(kinds.size());
    kinds.push_back({std::u16string{rankings.pattern(number)}, 0});
  }

  std::vector<Rankings::Observation> games;
  games.reserve(rankings.games());
  for (const auto& game : rankings.observations())
    if (kind_of[game.pattern] != left_out) games.push_back({game.cluster, kind_of[game.pattern]});
  std::ranges::sort(games);

  items.reserve(games.size());
  for (std::size_t index = 0; index < games.size(); ++index) {
    const auto& [cluster, kind] = games[index];
    kinds[kind].games += 1;
    if (index > 0 && games[index - 1] == games[index]) {
      items.back().games += 1;
      continue;
    }
    if (index > 0 && games[index - 1].cluster != cluster) cluster_ends.push_back(items.size());
    items.push_back({kind, 1});
  }
  if (!items.empty()) cluster_ends.push_back(items.size());
}

}  // namespace tribunal
