#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "ratings/deal_means.hpp"

namespace tribunal {

/// How one entrant fared against another, over all games in which both had a seat. Each pair of their seats
/// counts.
struct Encounters {
  std::int64_t wins = 0;   ///< it took the better place
  std::int64_t draws = 0;  ///< equal places
  std::int64_t losses = 0;
  std::int64_t points = 0;  ///< its scores less the other's
  std::int64_t deals = 0;   ///< in which they met
  double squares = 0;       ///< sum over deals of the square of wins less losses

  [[nodiscard]] std::int64_t games() const { return wins + draws + losses; }
  /// Wins and half of the draws in percent; 0 without games.
  [[nodiscard]] double score_percent() const;
  /// Mean of its score less the other's, points a game; 0 without games.
  [[nodiscard]] double mean_points() const;
  /// How sure these games alone make it that the entrant takes the better place more often than the other, 0
  /// .. 1; by the scatter between deals. Nothing under ten deals, or if all of them were drawn.
  [[nodiscard]] std::optional<double> superiority() const;
  /// The same from the other side.
  [[nodiscard]] Encounters turned() const;

  bool operator==(const Encounters&) const = default;
};

/// Everyone against everyone.
class Crosstable {
 public:
  Crosstable() = default;
  explicit Crosstable(std::vector<std::string> names, DealOrder order = DealOrder::in_a_row);

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// Of entrant `row` against entrant `column`; nothing is counted of an entrant against itself.
  [[nodiscard]] Encounters at(std::size_t row, std::size_t column) const;

  /// Adds a meeting of seats of two different entrants.
  struct Side {
    std::size_t entrant = 0;
    int place = 0;
    std::int64_t score = 0;
  };
  /// `deal`: its games are taken for one, whose seatings depend on each other; if deals come in a row, as
  /// long as they do.
  void add(const Side& one, const Side& other, std::uint64_t deal);

  /// The same with the entrants in that order.
  [[nodiscard]] Crosstable in_order(const std::vector<std::size_t>& order) const;

 private:
  struct Pair {
    Encounters met;  ///< from the side of the lower entrant
    std::uint64_t last_deal = 0;
    std::int64_t last_balance = 0;  ///< wins less losses in it, if deals come in a row
  };

  [[nodiscard]] std::size_t place_of(std::size_t lower, std::size_t higher) const {
    return lower * names_.size() + higher;
  }
  /// Wins less losses of a pair in `deal`; counts the deal if it is a new one.
  [[nodiscard]] std::int64_t& balance_in(std::size_t at, std::uint64_t deal);

  DealOrder order_ = DealOrder::in_a_row;
  std::vector<std::string> names_;
  std::vector<Pair> pairs_;
  std::vector<std::unordered_map<std::uint64_t, std::int64_t>> balances_;  ///< by deal, if those come back
};

}  // namespace tribunal
