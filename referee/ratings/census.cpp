#include "ratings/census.hpp"

#include <algorithm>

namespace tribunal {
namespace {

bool two_bots_met(const Rankings::Pattern& pattern) {
  return std::ranges::any_of(
      pattern, [&](char16_t seat) { return Rankings::bot_of(seat) != Rankings::bot_of(pattern.front()); });
}

}  // namespace

Census::Census(const Rankings& rankings) : bots{rankings.bots()} {
  constexpr std::uint32_t left_out = ~0U;
  std::vector<std::uint32_t> kind_of(rankings.patterns().size(), left_out);
  std::vector<std::pair<const Rankings::Pattern*, std::uint32_t>> sorted;
  for (const auto& [pattern, number] : rankings.patterns())
    if (two_bots_met(pattern)) sorted.emplace_back(&pattern, number);
  std::ranges::sort(sorted, {}, [](const auto& entry) -> const Rankings::Pattern& { return *entry.first; });
  for (const auto& [pattern, number] : sorted) {
    kind_of[number] = static_cast<std::uint32_t>(kinds.size());
    kinds.push_back({*pattern, 0});
  }

  std::vector<Rankings::Observation> games;
  games.reserve(rankings.games());
  for (const auto& game : rankings.observations())
    if (kind_of[game.pattern] != left_out) games.push_back({game.cluster, kind_of[game.pattern]});
  std::ranges::sort(games);

  for (std::size_t index = 0; index < games.size(); ++index) {
    const auto& [cluster, kind] = games[index];
    kinds[kind].games += 1;
    if (index > 0 && games[index - 1] == games[index]) {
      items.back().games += 1;
      continue;
    }
    if (index > 0 && games[index - 1].cluster != cluster) cluster_ends.push_back(items.size());
    items.push_back({cluster, kind, 1});
  }
  if (!items.empty()) cluster_ends.push_back(items.size());
}

}  // namespace tribunal
