#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tribunal {

/// Deals below which nothing is said of their worth: the scatter between them says too little.
inline constexpr std::size_t fewest_deals_for_worth = 10;

/// A number that was measured, and its standard error.
struct Measured {
  double value = 0;
  double error = 0;
};

/// The worth of a deal that is played in several games, for the difference of two bots' points: by how many
/// games of different deals, each in a seating drawn by lot, that difference scatters as much.
struct DealWorth {
  std::size_t deals = 0;  ///< by which it was measured
  /// The worth of a deal in all seatings of one group, in such games; 1 if they all end alike.
  Measured seatings{};
  /// The correlation over deals between two groups in which the same two bots meet, each group the mean over
  /// all seatings; nothing if it was not measured.
  std::optional<Measured> likeness{};

  /// The worth of a deal in this number of groups that two bots share, in groups of different deals: T / (1 +
  /// (T - 1) r), r the likeness. Nothing if that is not known, or known too badly to be told from infinity.
  [[nodiscard]] std::optional<Measured> groups(std::uint64_t count) const;
  /// The worth of a deal in all seatings in this number of groups, in games of different deals: the product
  /// of the two. Its error is that of independent factors, and rather too large.
  [[nodiscard]] std::optional<Measured> games(std::uint64_t groups) const;
};

/// Measures the worth of deals by their games. A group is a set of bots; a deal counts in a group where it
/// was played in all seatings. For two bots in a group, the variance over deals of their mean difference, and
/// that of single games about the mean over all, have their unbiased estimates; ratios are those of sums over
/// all groups and pairs of bots, so that pairs weigh by their variance. The groups of a pair are compared by
/// the deals that all of them played. Errors are those of the jackknife over deals (B. Efron, The Jackknife,
/// the Bootstrap and Other Resampling Plans, 1982).
class DealWorthTally {
 public:
  /// A seat's bot and its score, from -2^20 to 2^20.
  struct Side {
    std::size_t bot = 0;
    std::int64_t score = 0;
  };

  /// `seatings`: of a group on each deal.
  explicit DealWorthTally(std::uint64_t seatings) : seatings_{seatings} {}

  /// Adds a game, in any order, by its seats.
  void add(std::uint64_t deal, std::span<const Side> seats);

  /// The worth by the games so far; nothing if fewer than `fewest_deals_for_worth` deals count, if no two
  /// bots' difference scatters, or if it scatters so unevenly that the worth is not known to a factor of two.
  [[nodiscard]] std::optional<DealWorth> worth() const;

 private:
  using Games = std::vector<std::vector<Side>>;  ///< of a deal in a group

  [[nodiscard]] bool is_complete(const Games& games) const;

  std::uint64_t seatings_;
  std::map<std::vector<std::size_t>, std::map<std::uint64_t, Games>> groups_;  ///< by bots, then by deal
};

}  // namespace tribunal
