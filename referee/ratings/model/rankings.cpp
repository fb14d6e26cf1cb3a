#include "ratings/model/rankings.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

namespace tribunal {
namespace {

/// Multiplies and folds; the constants are SplitMix64's (G. L. Steele, D. Lea, C. H. Flood, 2014).
std::uint64_t hash_of(Rankings::Pattern pattern) {
  std::uint64_t hash = pattern.size();
  for (const auto seat : pattern) {
    hash = (hash ^ seat) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32U;
  }
  return hash * 0xbf58476d1ce4e5b9;
}

/// A seat as one number, which sorts by place, then bot: twice as fast as two numbers.
struct PlaceAndBot {
  std::int64_t value;

  static PlaceAndBot of(const Placed& seat) {
    return {std::int64_t{seat.place} * (std::int64_t{1} << 32U) + seat.bot};
  }
  [[nodiscard]] std::int32_t place() const { return static_cast<std::int32_t>(value >> 32U); }
  [[nodiscard]] std::uint32_t bot() const { return static_cast<std::uint32_t>(value); }
};

}  // namespace

void RankingPatterns::add(RankingPattern pattern) {
  if (seats_.size() + pattern.size() > std::numeric_limits<std::uint32_t>::max() ||
      ends_.size() >= most_patterns)
    throw std::length_error{"RankingPatterns: too many"};
  seats_ += pattern;
  ends_.push_back(static_cast<std::uint32_t>(seats_.size()));
}

Rankings::Rankings(std::size_t bots) : bots_{bots}, slots_(64) {
  if (bots > max_rated_bots) throw std::invalid_argument{"Rankings: too many bots"};
}

void Rankings::add(std::uint64_t cluster, std::span<const Placed> seats) {
  if (seats.size() > max_ranked_seats) throw std::invalid_argument{"Rankings: too many seats"};
  std::array<PlaceAndBot, max_ranked_seats> sorted;
  const auto end = std::ranges::transform(seats, sorted.begin(), PlaceAndBot::of).out;
  std::ranges::sort(sorted.begin(), end, {}, &PlaceAndBot::value);
  std::array<char16_t, max_ranked_seats> pattern;
  std::size_t size = 0;
  for (auto seat = sorted.begin(); seat != end; ++seat) {
    if (seat->bot() >= bots_) throw std::invalid_argument{"Rankings: no such bot"};
    // If two or more seats forfeited, all of them have the tie bit, also the last, which has no next seat.
    const bool tied = seat + 1 != end
                          ? seat[1].place() == seat->place()
                          : seat->place() == forfeited_place && size > 0 && ties_with_next(pattern[size - 1]);
    pattern[size++] = static_cast<char16_t>(seat->bot() | (tied ? tie_bit : 0U));
  }
  games_.push_back(number_of(Pattern{pattern.data(), size}));
  count_game_of(cluster);
}

void Rankings::add(std::uint64_t cluster, std::span<const Placed> seats, std::span<const double> luck) {
  if (luck.size() != seats.size()) throw std::invalid_argument{"Rankings: luck of other seats"};
  const auto game = games_.size();
  if (game > std::numeric_limits<std::uint32_t>::max()) throw std::length_error{"Rankings: too many games"};
  add(cluster, seats);
  double excess = 0;
  for (const double amount : luck) excess += amount / static_cast<double>(luck.size());
  for (std::size_t seat = 0; seat < luck.size(); ++seat)
    luck_.push_back({static_cast<std::uint32_t>(game), seats[seat].bot, luck[seat] - excess});
}

void Rankings::count_game_of(std::uint64_t cluster) {
  if (alike_runs_.empty() || alike_runs_.back().first_cluster != cluster) {
    in_order_ = in_order_ && (alike_runs_.empty() || alike_runs_.back().first_cluster < cluster);
    join_last_runs();
    alike_runs_.push_back({.first_cluster = cluster, .clusters = 1, .games_each = 0});
  }
  ++alike_runs_.back().games_each;
}

void Rankings::join_last_runs() {
  if (alike_runs_.size() < 2) return;
  const auto& last = alike_runs_.back();
  auto& before = *(alike_runs_.end() - 2);
  if (before.first_cluster + before.clusters != last.first_cluster || before.games_each != last.games_each)
    return;
  ++before.clusters;
  alike_runs_.pop_back();
}

std::size_t Rankings::forfeited_from(Pattern pattern) {
  auto first = pattern.size();
  if (pattern.empty() || !ties_with_next(pattern.back())) return first;
  while (first > 0 && ties_with_next(pattern[first - 1])) --first;
  return first;
}

Rankings::Slot Rankings::slot_for(std::uint32_t number, Pattern pattern, std::uint64_t hash) {
  const bool is_pair = pattern.size() == 2;
  // The tag is the upper half of the hash; the index of the slot is taken from bit 20 on.
  const auto tag = is_pair ? std::uint32_t{pattern[0]} << 16U | pattern[1] : hash >> 32U;
  return {
      .number = number & Slot::empty, .is_pair = is_pair ? 1U : 0U, .tag = static_cast<std::uint32_t>(tag)};
}

std::size_t Rankings::slot_of(Pattern wanted, std::uint64_t hash) const {
  const auto like = slot_for(0, wanted, hash);
  const auto is_other = [&](const Slot& slot) {
    return slot.tag != like.tag || slot.is_pair != like.is_pair ||
           (!like.is_pair && patterns_[slot.number] != wanted);
  };
  std::size_t slot = (hash >> 20U) & (slots_.size() - 1);
  while (slots_[slot].number != Slot::empty && is_other(slots_[slot]))
    slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

std::uint32_t Rankings::number_of(Pattern pattern) {
  const auto hash = hash_of(pattern);
  auto& slot = slots_[slot_of(pattern, hash)];
  if (slot.number != Slot::empty) return slot.number;
  const auto number = static_cast<std::uint32_t>(patterns_.size());
  slot = slot_for(number, pattern, hash);
  patterns_.add(pattern);
  if (2 * patterns_.size() > slots_.size()) make_room();
  return number;
}

void Rankings::make_room() {
  slots_ = std::vector<Slot>(2 * slots_.size());
  for (std::uint32_t number = 0; number < patterns_.size(); ++number) {
    const auto hash = hash_of(patterns_[number]);
    slots_[slot_of(patterns_[number], hash)] = slot_for(number, patterns_[number], hash);
  }
}

}  // namespace tribunal
