#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ratings/deal_means.hpp"

namespace tribunal {

/// The results of one entrant against another, over all games in which both had a seat. Each pair of their
/// seats counts.
struct Encounters {
  std::int64_t wins = 0;   ///< number of games in which it took the better place
  std::int64_t draws = 0;  ///< number of equal places
  std::int64_t losses = 0;
  std::int64_t points = 0;  ///< sum of its scores minus the other's
  std::int64_t deals = 0;   ///< number of deals in which they met
  double squares = 0;       ///< sum over deals of the square of wins minus losses
  /// The number of deals in which they met twice, by wins minus losses in the deal, from -2 to 2. This is the
  /// pentanomial of chess matches, in which a pair of games has an opening once from each side.
  std::array<std::int64_t, 5> pairs{};
  double widening = 1;  ///< `StandingsOptions::widening`, for `superiority`

  [[nodiscard]] std::int64_t games() const { return wins + draws + losses; }
  /// Wins and half of the draws in percent. 0 without games.
  [[nodiscard]] double score_percent() const;
  /// The mean of its score minus the other's, in points per game. 0 without games.
  [[nodiscard]] double mean_points() const;
  /// The probability, 0 .. 1, that the entrant takes the better place more often than the other. It uses only
  /// these games, and the scatter between deals. None below `fewest_deals`, or if all deals were drawn.
  [[nodiscard]] std::optional<double> superiority() const;
  /// The results from the other entrant's side.
  [[nodiscard]] Encounters turned() const;

  bool operator==(const Encounters&) const = default;
};

/// Numbers for pairs of entrants, given when first requested, because most pairs of a large field never meet.
class PairNumbers {
 public:
  static constexpr std::uint32_t none = 0;

  explicit PairNumbers(std::size_t entrants = 0) : entrants_{entrants}, numbers_(entrants * entrants, none) {}

  /// The number of the pair, from 1. `none` if the pair has no number.
  [[nodiscard]] std::uint32_t at(std::size_t one, std::size_t other) const {
    return numbers_[one * entrants_ + other];
  }
  /// The number of the pair. A pair without a number gets a new one.
  [[nodiscard]] std::uint32_t number(std::size_t one, std::size_t other) {
    auto& number = numbers_[one * entrants_ + other];
    if (number == none) number = ++numbered_;
    return number;
  }

 private:
  std::size_t entrants_;
  std::uint32_t numbered_ = 0;
  std::vector<std::uint32_t> numbers_;
};

/// The results of all entrants against each other.
class Crosstable {
 public:
  Crosstable() = default;
  explicit Crosstable(std::vector<std::string> names) : names_{std::move(names)}, numbers_{names_.size()} {}

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// The results of entrant `row` against entrant `column`. Empty for an entrant against itself.
  [[nodiscard]] const Encounters& at(std::size_t row, std::size_t column) const {
    return met_[numbers_.at(row, column)];
  }
  void add(std::size_t row, std::size_t column, const Encounters& met) {
    if (numbers_.number(row, column) == met_.size()) met_.push_back(met);
  }

 private:
  std::vector<std::string> names_;
  PairNumbers numbers_;
  std::vector<Encounters> met_{1};  ///< results by number; the first, empty, is for pairs that did not meet
};

/// Adds up meetings to a crosstable. If each deal comes in a row (`DealOrder`), further deals need no more
/// memory. Otherwise each deal of a pair takes 24 bytes.
class CrosstableTally {
 public:
  explicit CrosstableTally(std::vector<std::string> names, DealOrder order = DealOrder::in_a_row);

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

  /// A seat in a game.
  struct Side {
    std::size_t entrant = 0;
    int place = 0;
    std::int64_t score = 0;
  };
  /// Adds a meeting of two seats. Does nothing if both are the same entrant's. `deal`: its games count
  /// together, because their seatings depend on each other. If deals come in a row, a deal ends with the next
  /// one.
  void add(const Side& one, const Side& other, std::uint64_t deal);

  /// The crosstable with some or all entrants, in this order.
  [[nodiscard]] Crosstable in_order(const std::vector<std::size_t>& order, double widening = 1) const;

 private:
  struct Pair {
    Encounters met;  ///< results from the side of the lower entrant; a deal that came back counts twice
    std::uint64_t deal = 0;
    std::int32_t balance = 0;  ///< wins minus losses in `deal`
    std::int32_t games = 0;    ///< number of games in `deal`
  };
  /// A deal of a pair that may come back.
  struct Deal {
    std::uint64_t number = 0;
    std::uint32_t pair = 0;
    std::int32_t balance = 0;
    std::int32_t games = 0;
    auto operator<=>(const Deal&) const = default;
  };

  void begin_deal(std::size_t at, std::uint64_t deal);
  /// The encounters by the number of the pair. A deal that came back counts once.
  [[nodiscard]] std::vector<Encounters> met() const;

  DealOrder order_;
  std::vector<std::string> names_;
  PairNumbers numbers_;
  std::vector<Pair> pairs_{1};  ///< pairs by number
  std::deque<Deal> unsettled_;  ///< earlier deals of each pair, if deals may come back
};

}  // namespace tribunal
