#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tribunal {

/// How one entrant fared against another, over all games in which both had a seat. Each pair of their seats
/// counts.
struct Encounters {
  std::int64_t wins = 0;   ///< it took the better place
  std::int64_t draws = 0;  ///< equal places
  std::int64_t losses = 0;
  std::int64_t points = 0;  ///< its scores less the other's

  [[nodiscard]] std::int64_t games() const { return wins + draws + losses; }
  /// Wins and half of the draws in percent; 0 without games.
  [[nodiscard]] double score_percent() const;
  /// Mean of its score less the other's, points a game; 0 without games.
  [[nodiscard]] double mean_points() const;
  /// The same from the other side.
  [[nodiscard]] Encounters turned() const;

  bool operator==(const Encounters&) const = default;
};

/// Everyone against everyone.
class Crosstable {
 public:
  Crosstable() = default;
  explicit Crosstable(std::vector<std::string> names);

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// Of entrant `row` against entrant `column`; nothing is counted of an entrant against itself.
  [[nodiscard]] const Encounters& at(std::size_t row, std::size_t column) const;

  /// Adds a meeting of seats of two different entrants, from both sides.
  struct Side {
    std::size_t entrant = 0;
    int place = 0;
    std::int64_t score = 0;
  };
  void add(const Side& first, const Side& second);

  /// The same with the entrants in that order.
  [[nodiscard]] Crosstable in_order(const std::vector<std::size_t>& order) const;

 private:
  std::vector<std::string> names_;
  std::vector<Encounters> cells_;
};

}  // namespace tribunal
