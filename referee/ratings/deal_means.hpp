#pragma once

#include <cstddef>
#include <cstdint>
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

/// Adds up one bot's scores deal by deal, in no more room for more deals.
class DealMeans {
 public:
  /// Games of the same deal in a row are taken for one deal, in whatever order deals come. `score`: at most
  /// 2^36 either way.
  void add(std::uint64_t deal, std::int64_t score);
  /// Nothing if no score was added.
  [[nodiscard]] std::optional<DealMean> mean() const;

 private:
  struct Deal {
    std::uint64_t number = 0;
    std::int64_t total = 0;
    std::int64_t games = 0;
  };
  /// All deals of as many games. Sums of whole numbers: exact, and so the same in any order, while the
  /// squares stay below 2^53.
  struct AlikeDeals {
    std::int64_t games = 0;  ///< of each
    std::int64_t deals = 0;
    std::int64_t total = 0;
    double squares = 0;  ///< of the deals' totals
    [[nodiscard]] double mean_total() const {
      return static_cast<double>(total) / static_cast<double>(deals);
    }
    /// Over the games of a deal, then over deals.
    [[nodiscard]] double mean() const { return mean_total() / static_cast<double>(games); }
  };

  static void count(const Deal& deal, std::vector<AlikeDeals>& kinds);

  Deal last_;  ///< without games: none yet
  std::vector<AlikeDeals> before_;
  std::size_t games_ = 0;
  double squares_ = 0;  ///< of single scores
};

}  // namespace tribunal
