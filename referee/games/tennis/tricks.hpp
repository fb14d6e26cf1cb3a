#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "cards/card.hpp"

namespace tribunal {

// The tricks of Tennis: suits have no effect, and ranks from the two to the king are cyclic.

inline constexpr std::size_t most_tennis_players = 6;
inline constexpr int tennis_ranks = 12;

/// The place of a rank in the circle, from the twos.
[[nodiscard]] constexpr int tennis_rank(Card card) { return static_cast<int>(card.rank()) - 2; }

/// The effect of the first rank on the second: 1 if it beats it, -1 if it is beaten, else 0. A card beats the
/// next two ranks below it; the king is below the two.
[[nodiscard]] constexpr int tennis_effect(int rank, int other) {
  const int above = (rank - other + tennis_ranks) % tennis_ranks;
  if (above == 1 || above == 2) return 1;
  return above == tennis_ranks - 1 || above == tennis_ranks - 2 ? -1 : 0;
}

/// The cards of a trick by their records: wins less losses.
class TennisRecords {
 public:
  constexpr void add(int rank) {
    int record = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      const int won = tennis_effect(rank, ranks_[i]);
      record += won;
      records_[i] -= won;
    }
    ranks_[size_] = rank;
    records_[size_++] = record;
  }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] constexpr int rank(std::size_t place) const { return ranks_[place]; }
  [[nodiscard]] constexpr int record(std::size_t place) const { return records_[place]; }
  /// The place of the only card with the best record; none if the best is shared. All records add up to 0, so
  /// a unique best one has more wins than losses.
  [[nodiscard]] constexpr std::optional<std::size_t> best() const {
    const auto records = std::span{records_}.first(size_);
    const auto best = std::ranges::max_element(records);
    if (std::ranges::count(records, *best) > 1) return std::nullopt;
    return static_cast<std::size_t>(best - records.begin());
  }

 private:
  std::array<int, most_tennis_players> ranks_{};
  std::array<int, most_tennis_players> records_{};
  std::size_t size_ = 0;
};

}  // namespace tribunal
