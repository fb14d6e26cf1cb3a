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
  std::int64_t wins = 0;   ///< it took the better place
  std::int64_t draws = 0;  ///< equal places
  std::int64_t losses = 0;
  std::int64_t points = 0;  ///< its scores less the other's
  std::int64_t deals = 0;   ///< in which they met
  double squares = 0;       ///< sum over deals of the square of wins less losses
  /// Deals that they met in twice, by wins less losses in these, from -2 to 2: the pentanomial of chess
  /// matches, whose pairs of games have an opening once from each side.
  std::array<std::int64_t, 5> pairs{};
  double widening = 1;  ///< `StandingsOptions::widening`, of `superiority`

  [[nodiscard]] std::int64_t games() const { return wins + draws + losses; }
  /// Wins and half of the draws in percent; 0 without games.
  [[nodiscard]] double score_percent() const;
  /// Mean of its score less the other's, points a game; 0 without games.
  [[nodiscard]] double mean_points() const;
  /// The probability, by these games alone, that the entrant takes the better place more often than the
  /// other, 0 .. 1; by the scatter between deals. Nothing below `fewest_deals`, or if all of them were drawn.
  [[nodiscard]] std::optional<double> superiority() const;
  /// The results as the other entrant sees them.
  [[nodiscard]] Encounters turned() const;

  bool operator==(const Encounters&) const = default;
};

/// The pairs of entrants, numbered as they are first asked for: most pairs of a large field never meet.
class PairNumbers {
 public:
  static constexpr std::uint32_t none = 0;

  explicit PairNumbers(std::size_t entrants = 0) : entrants_{entrants}, numbers_(entrants * entrants, none) {}

  /// The number of the pair, from 1; `none` for a pair that has no number.
  [[nodiscard]] std::uint32_t at(std::size_t one, std::size_t other) const {
    return numbers_[one * entrants_ + other];
  }
  /// The number of the pair, a new one if it has none.
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

/// Everyone against everyone.
class Crosstable {
 public:
  Crosstable() = default;
  explicit Crosstable(std::vector<std::string> names) : names_{std::move(names)}, numbers_{names_.size()} {}

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// The results of entrant `row` against entrant `column`; nothing is counted of an entrant against itself.
  [[nodiscard]] const Encounters& at(std::size_t row, std::size_t column) const {
    return met_[numbers_.at(row, column)];
  }
  void add(std::size_t row, std::size_t column, const Encounters& met) {
    if (numbers_.number(row, column) == met_.size()) met_.push_back(met);
  }

 private:
  std::vector<std::string> names_;
  PairNumbers numbers_;
  std::vector<Encounters> met_{1};  ///< by number; none for pairs that did not meet
};

/// Adds up meetings to a crosstable. Where deals come in a row (`DealOrder`), in no more room for more of
/// them; else in 24 bytes for each that a pair met in.
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
  /// Adds a meeting of two seats; nothing if both are the same entrant's. `deal`: its games are taken for
  /// one, whose seatings depend on each other; if deals come in a row, as long as they do.
  void add(const Side& one, const Side& other, std::uint64_t deal);

  /// The crosstable with the entrants in that order, some of them or all.
  [[nodiscard]] Crosstable in_order(const std::vector<std::size_t>& order, double widening = 1) const;

 private:
  struct Pair {
    Encounters met;  ///< from the side of the lower entrant; a deal that came back is two
    std::uint64_t deal = 0;
    std::int32_t balance = 0;  ///< wins less losses in `deal`
    std::int32_t games = 0;    ///< in `deal`
  };
  /// A pair's deal that may come back.
  struct Deal {
    std::uint64_t number = 0;
    std::uint32_t pair = 0;
    std::int32_t balance = 0;
    std::int32_t games = 0;
    auto operator<=>(const Deal&) const = default;
  };

  void begin_deal(std::size_t at, std::uint64_t deal);
  /// The encounters by the number of the pair; a deal that came back counts as one.
  [[nodiscard]] std::vector<Encounters> met() const;

  DealOrder order_;
  std::vector<std::string> names_;
  PairNumbers numbers_;
  std::vector<Pair> pairs_{1};  ///< by number
  std::deque<Deal> unsettled_;  ///< deals before each pair's last, if they may come back
};

}  // namespace tribunal
