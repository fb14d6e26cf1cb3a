#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace tribunal {

/// A mean over deals.
struct DealMean {
  double mean = 0;  ///< the mean, over deals, of the bot's mean score in the games of a deal
  /// Half width of the 95 % interval. Nothing below `fewest_deals`, or if all deals had the same result,
  /// because then the variance is unknown.
  std::optional<double> error{};
  std::size_t deals = 0;
  std::size_t games = 0;
  std::optional<double> variance{};  ///< the variance of `mean`, estimated between deals
  std::optional<double>
      unrotated_variance{};  ///< the variance if all games were on separate deals, from single scores
};

/// The order of the added games.
enum class DealOrder : std::uint8_t {
  in_a_row,   ///< the games of a deal are consecutive; later ones count as a different deal
  come_back,  ///< games of a deal may follow later
};

/// Adds up one bot's scores deal by deal. With `in_a_row`, its memory does not grow with the number of deals;
/// else it takes 24 bytes per deal.
class DealMeans {
 public:
  explicit DealMeans(DealOrder order = DealOrder::in_a_row) : order_{order} {}

  /// `score`: from -2^36 to 2^36.
  void add(std::uint64_t deal, std::int64_t score);
  /// Returns nothing if no score was added.
  [[nodiscard]] std::optional<DealMean> mean() const;

 private:
  struct Deal {
    std::uint64_t number = 0;
    std::int64_t total = 0;
    std::int64_t games = 0;
  };
  /// All deals with the same number of games. Sums of whole numbers are exact, and so independent of the
  /// order, while the squares stay below 2^53.
  struct AlikeDeals {
    std::int64_t games = 0;  ///< games of each deal
    std::int64_t deals = 0;
    std::int64_t total = 0;
    double squares = 0;  ///< the sum of squares of the deals' totals
    [[nodiscard]] double mean_total() const {
      return static_cast<double>(total) / static_cast<double>(deals);
    }
    /// The mean over the games of a deal, then over deals.
    [[nodiscard]] double mean() const { return mean_total() / static_cast<double>(games); }
  };

  static void count(const Deal& deal, std::vector<AlikeDeals>& kinds);
  /// All deals, by their number of games.
  [[nodiscard]] std::vector<AlikeDeals> kinds() const;

  DealOrder order_;
  Deal last_;  ///< the current deal; without games at first
  std::vector<AlikeDeals> before_;
  std::deque<Deal> unsettled_;  ///< replaces `before_` if games of a deal may follow later
  std::size_t games_ = 0;
  double squares_ = 0;  ///< the sum of squares of single scores
};

}  // namespace tribunal
