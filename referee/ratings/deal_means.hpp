#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace tribunal {

/// A mean over deals.
struct DealMean {
  double mean = 0;                ///< over deals, of the bot's mean score in the games of the deal
  std::optional<double> error{};  ///< half width of the 95 % interval; nothing below two deals
  std::size_t deals = 0;
  std::size_t games = 0;
  std::optional<double> variance{};  ///< of `mean`, from the scatter between deals
  std::optional<double>
      unrotated_variance{};  ///< what so many games of a deal each would have, from single scores
};

/// Adds up one bot's scores deal by deal. Deals may come in any order; those in a row take room once,
/// 16 bytes.
class DealMeans {
 public:
  /// `score`: at most 2^36 either way.
  void add(std::uint64_t deal, std::int64_t score);
  /// Nothing if no score was added.
  [[nodiscard]] std::optional<DealMean> mean() const;

 private:
  /// Some games of a deal. Small, since there may be millions.
  struct Part {
    std::uint64_t number = 0;
    std::int64_t total_and_games = 0;  ///< the total times 2^16, plus the games
    [[nodiscard]] std::int64_t total() const { return total_and_games >> 16; }
    [[nodiscard]] std::int64_t games() const { return total_and_games & 0xffff; }
  };
  struct Deal {
    std::uint64_t number = 0;
    std::int64_t total = 0;
    std::int64_t games = 0;
  };

  [[nodiscard]] std::vector<Deal> merged() const;

  std::deque<Part> parts_;  ///< never moved, and so never held twice
  std::size_t games_ = 0;
  double squares_ = 0;
};

}  // namespace tribunal
