#include "ratings/model/census.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace tribunal {
namespace {

/// False if all seats forfeited, because such a game says nothing about its bots.
bool two_bots_met(Rankings::Pattern pattern) {
  return Rankings::forfeited_from(pattern) > 0 && std::ranges::any_of(pattern, [&](char16_t seat) {
           return Rankings::bot_of(seat) != Rankings::bot_of(pattern.front());
         });
}

/// A pattern's number, and its first four seats as a number that sorts in the patterns' order.
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

/// Adds the patterns of `rankings` in order. Returns the kind of each of their numbers.
std::vector<std::uint32_t> file_patterns(const Rankings& rankings, RankingPatterns& patterns) {
  std::vector<std::uint32_t> kind_of(rankings.patterns().size(), left_out);
  patterns.reserve(rankings.patterns().size(), rankings.patterns().seats());
  for (const auto& [first_seats, number] : sorted_patterns(rankings)) {
    kind_of[number] = static_cast<std::uint32_t>(patterns.size());
    patterns.add(rankings.patterns()[number]);
  }
  return kind_of;
}

/// Calls `visit` with every run, in the order of clusters.
template <class Visit>
void for_each_in_order(const Rankings& rankings, Visit visit) {
  if (rankings.is_in_order()) return rankings.for_each_run(visit);
  std::vector<Rankings::Run> sorted;
  rankings.for_each_run([&](const Rankings::Run& run) { sorted.push_back(run); });
  std::ranges::sort(sorted, [](const Rankings::Run& one, const Rankings::Run& other) {
    return std::pair{one.cluster, one.begin} < std::pair{other.cluster, other.begin};
  });
  std::ranges::for_each(sorted, visit);
}

/// Adds the luck of a game by pairs of bots.
void add_luck(const Rankings& rankings, std::uint64_t game, std::vector<Census::PairLuck>& pairs) {
  const auto seats = std::ranges::equal_range(rankings.luck(), game, {}, &Rankings::Luck::game);
  const auto count = static_cast<double>(seats.size());
  for (auto one = seats.begin(); one != seats.end(); ++one) {
    for (auto other = one + 1; other != seats.end(); ++other) {
      if (one->bot == other->bot) continue;
      const double amount = (one->amount - other->amount) / count;
      pairs.push_back(one->bot < other->bot ? Census::PairLuck{one->bot, other->bot, amount}
                                            : Census::PairLuck{other->bot, one->bot, -amount});
    }
  }
}

}  // namespace

/// Fills a census cluster by cluster.
class CensusBuilder {
 public:
  /// `has_luck`: whether any game has.
  CensusBuilder(Census& census, bool has_luck)
      : census_{census},
        has_luck_{has_luck},
        alone_(census.kinds(), unknown),
        known_(16, Hash{census}, Same{census}) {}

  /// Adds a cluster of games of these kinds with this luck, both in any order, and empties the two lists.
  void add_cluster(std::vector<std::uint32_t>& kinds, std::vector<Census::PairLuck>& luck) {
    if (kinds.empty()) return;
    const auto number = static_cast<std::uint32_t>(census_.ends_.size());
    if (has_luck_) return add_with_luck(kinds, number, luck);
    if (kinds.size() == 1) return add_single(kinds, number);
    append(kinds);
    const auto alike = find_alike(number);
    if (alike != number) {
      census_.ends_.pop_back();
      census_.items_.resize(census_.ends_.empty() ? 0 : census_.ends_.back());
    }
    census_.clusters_.push_back(alike);
    kinds.clear();
  }

 private:
  static constexpr std::uint32_t unknown = ~0U;

  /// Adds a cluster that does not share its items, because its luck is unique.
  void add_with_luck(std::vector<std::uint32_t>& kinds, std::uint32_t number,
                     std::vector<Census::PairLuck>& luck) {
    append(kinds);
    census_.clusters_.push_back(number);
    kinds.clear();
    std::ranges::sort(luck);  // makes the sums independent of the order of games
    const auto begin = census_.luck_of_clusters_.size();
    for (const auto& [first, second, amount] : luck) {
      const auto pair = number_of_pair(first, second);
      census_.luck[pair].amount += amount;
      if (census_.luck_of_clusters_.size() == begin || census_.luck_of_clusters_.back().pair != pair)
        census_.luck_of_clusters_.push_back({pair, 0});
      census_.luck_of_clusters_.back().amount += amount;
    }
    census_.luck_ends_.push_back(census_.luck_of_clusters_.size());
    luck.clear();
  }

  std::uint32_t number_of_pair(std::uint32_t first, std::uint32_t second) {
    const auto next = static_cast<std::uint32_t>(census_.luck.size());
    const auto [known, is_new] = pairs_.try_emplace(std::uint64_t{first} << 32U | second, next);
    if (is_new) census_.luck.push_back({first, second, 0});
    return known->second;
  }

  /// Adds a cluster of one game. There may be millions of these, so they are added without a search.
  void add_single(std::vector<std::uint32_t>& kinds, std::uint32_t number) {
    auto& known = alone_[kinds.front()];
    if (known == unknown) {
      append(kinds);
      known = number;
    } else {
      census_.games[kinds.front()] += 1;
    }
    census_.clusters_.push_back(known);
    kinds.clear();
  }

  /// Adds a cluster that differs from all others so far.
  void append(std::vector<std::uint32_t>& kinds) {
    std::ranges::sort(kinds);
    const auto begin = census_.items_.size();
    for (const auto kind : kinds) {
      census_.games[kind] += 1;
      if (census_.items_.size() > begin && census_.items_.back().kind == kind) {
        census_.items_.back().games += 1;
      } else {
        census_.items_.push_back({kind, 1});
      }
    }
    census_.ends_.push_back(census_.items_.size());
  }

  /// The first of the different clusters with the same items as `number`, which is the last.
  std::uint32_t find_alike(std::uint32_t number) {
    if (!looks_for_alike_) return number;
    constexpr std::size_t few = 65'536;
    if (known_.size() > std::max(few, census_.clusters() / 4)) {  // hardly any clusters are equal
      looks_for_alike_ = false;
      known_.clear();
      return number;
    }
    return *known_.insert(number).first;
  }

  /// FNV-1a, over words instead of bytes (G. Fowler, L. C. Noll, P. Vo).
  struct Hash {
    std::reference_wrapper<const Census> census;
    std::size_t operator()(std::uint32_t number) const {
      std::uint64_t hash = 0xcbf29ce484222325;
      for (const auto& item : census.get().different_cluster(number))
        hash = (hash ^ (std::uint64_t{item.games} << 32U | item.kind)) * 0x100000001b3;
      return hash ^ hash >> 32U;
    }
  };
  struct Same {
    std::reference_wrapper<const Census> census;
    bool operator()(std::uint32_t one, std::uint32_t other) const {
      return std::ranges::equal(census.get().different_cluster(one), census.get().different_cluster(other));
    }
  };

  Census& census_;
  bool has_luck_;
  std::unordered_map<std::uint64_t, std::uint32_t> pairs_;  ///< the index in `Census::luck` of two bots
  std::vector<std::uint32_t> alone_;  ///< by kind: the number of the cluster of one such game
  std::unordered_set<std::uint32_t, Hash, Same> known_;  ///< numbers of different clusters
  bool looks_for_alike_ = true;
};

Census::Census(const Rankings& rankings) : bots{rankings.bots()} {
  const auto kind_of = file_patterns(rankings, patterns);
  games.resize(patterns.size());
  const bool has_luck = !rankings.luck().empty();
  CensusBuilder builder{*this, has_luck};
  std::vector<std::uint32_t> kinds;
  std::vector<PairLuck> of_cluster;
  std::uint64_t last = 0;
  for_each_in_order(rankings, [&](const Rankings::Run& run) {
    if (run.cluster != last) builder.add_cluster(kinds, of_cluster);
    last = run.cluster;
    for (auto game = run.begin; game < run.end; ++game) {
      const auto kind = kind_of[rankings.pattern_of(game)];
      if (kind == left_out) continue;
      kinds.push_back(kind);
      if (has_luck) add_luck(rankings, game, of_cluster);
    }
  });
  builder.add_cluster(kinds, of_cluster);
}

}  // namespace tribunal
