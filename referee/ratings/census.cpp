#include "ratings/census.hpp"

#include <algorithm>
#include <utility>

namespace tribunal {
namespace {

/// Not where all forfeited: that says nothing of them.
bool two_bots_met(Rankings::Pattern pattern) {
  return Rankings::forfeited_from(pattern) > 0 && std::ranges::any_of(pattern, [&](char16_t seat) {
           return Rankings::bot_of(seat) != Rankings::bot_of(pattern.front());
         });
}

/// A pattern's number with its first seats as a number that sorts as they do.
struct Sortable {
  std::uint64_t first_seats = 0;
  std::uint32_t number = 0;
};

Sortable sortable(const Rankings& rankings, std::uint32_t number) {
  const auto pattern = rankings.patterns()[number];
  std::uint64_t first_seats = 0;
  for (std::size_t seat = 0; seat < 4; ++seat)
    first_seats = first_seats << 16U | (seat < pattern.size() ? pattern[seat] : 0U);
  return {first_seats, number};
}

/// The numbers of all patterns in which two bots met, in the patterns' order.
std::vector<Sortable> sorted_patterns(const Rankings& rankings) {
  const auto& patterns = rankings.patterns();
  std::vector<Sortable> sorted;
  sorted.reserve(patterns.size());
  for (std::uint32_t number = 0; number < patterns.size(); ++number)
    if (two_bots_met(patterns[number])) sorted.push_back(sortable(rankings, number));
  std::ranges::sort(sorted, [&](const Sortable& one, const Sortable& other) {
    if (one.first_seats != other.first_seats) return one.first_seats < other.first_seats;
    return patterns[one.number] < patterns[other.number];
  });
  return sorted;
}

constexpr std::uint32_t left_out = ~0U;

/// Files the patterns of `rankings` in order. Returns for each of their numbers which kind it is.
std::vector<std::uint32_t> file_patterns(const Rankings& rankings, RankingPatterns& patterns) {
  std::vector<std::uint32_t> kind_of(rankings.patterns().size(), left_out);
  patterns.reserve(rankings.patterns().size(), rankings.patterns().seats());
  for (const auto& [first_seats, number] : sorted_patterns(rankings)) {
    kind_of[number] = static_cast<std::uint32_t>(patterns.size());
    patterns.add(rankings.patterns()[number]);
  }
  return kind_of;
}

/// A run, with its first game.
struct Stretch {
  std::uint64_t cluster = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Calls `visit` with every run, in the order of clusters.
template <class Visit>
void for_each_in_order(const std::deque<Rankings::Run>& runs, Visit visit) {
  std::uint64_t begin = 0;
  if (std::ranges::is_sorted(runs, {}, &Rankings::Run::cluster)) {
    for (const auto& [cluster, end] : runs) visit(Stretch{cluster, std::exchange(begin, end), end});
    return;
  }
  std::vector<Stretch> sorted;
  sorted.reserve(runs.size());
  for (const auto& [cluster, end] : runs) sorted.push_back({cluster, std::exchange(begin, end), end});
  std::ranges::sort(sorted, {}, &Stretch::cluster);
  for (const auto& stretch : sorted) visit(stretch);
}

}  // namespace

Census::Census(const Rankings& rankings) : bots{rankings.bots()} {
  const auto kind_of = file_patterns(rankings, patterns);
  games.resize(patterns.size());
  items.reserve(rankings.games());
  std::vector<std::uint32_t> kinds;
  std::uint64_t last = 0;
  for_each_in_order(rankings.runs(), [&](const Stretch& stretch) {
    if (stretch.cluster != last) add_cluster(kinds);
    last = stretch.cluster;
    for (auto game = stretch.begin; game < stretch.end; ++game)
      if (const auto kind = kind_of[rankings.pattern_of(game)]; kind != left_out) kinds.push_back(kind);
  });
  add_cluster(kinds);
}

void Census::add_cluster(std::vector<std::uint32_t>& kinds) {
  if (kinds.empty()) return;
  std::ranges::sort(kinds);
  for (std::size_t game = 0; game < kinds.size(); ++game) {
    const auto kind = kinds[game];
    games[kind] += 1;
    if (game > 0 && kinds[game - 1] == kind) {
      items.back().games += 1;
    } else {
      items.push_back({kind, 1});
    }
  }
  cluster_ends.push_back(items.size());
  kinds.clear();
}

}  // namespace tribunal
