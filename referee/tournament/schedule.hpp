#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

namespace tribunal {

/// In how many seatings each deal is played: every bot once in each seat, or every order of the bots.
enum class Permutations : std::uint8_t { rotations, all };

/// One game to be played.
struct ScheduledGame {
  std::uint64_t index = 0;
  std::uint64_t deal = 0;
  int game = 0;              ///< of those in the plan
  std::vector<int> seating;  ///< the bot of each seat, by its index in the plan

  bool operator==(const ScheduledGame&) const = default;
};

/// A round robin: each group of as many bots as the games seat plays each deal of each game in each seating.
/// Order: deal, then game, then group, then seating, so that after every whole deal, and all but exactly
/// between, all have played equally often, each game too. A deal number is the same cards for every group and
/// seating. In `rotations` the order round
/// the table changes every two deals and the odd deals run the other way, so that in every 2 (n - 1) deals of
/// n seats each bot sits directly before and directly behind every other of its group equally often.
class Schedule {
 public:
  struct Shape {
    int bots = 0;             ///< at least `seats`
    int seats = 0;            ///< that bots play: 1 .. max_seats
    std::uint64_t deals = 0;  ///< that each group plays
    int games = 1;            ///< in which it plays each deal
    Permutations permutations = Permutations::rotations;
  };

  /// The error is a sentence: too few bots, or more games than could ever be played (2^48).
  [[nodiscard]] static std::expected<Schedule, std::string> make(const Shape& shape);

  [[nodiscard]] const Shape& shape() const { return shape_; }
  /// Games in all.
  [[nodiscard]] std::uint64_t size() const { return shape_.deals * games() * groups_ * seatings_; }
  [[nodiscard]] std::uint64_t groups() const { return groups_; }
  /// Seatings in which a group plays each deal; so many games in a row are a block.
  [[nodiscard]] std::uint64_t seatings() const { return seatings_; }
  /// The game at `index`, below `size()`.
  [[nodiscard]] ScheduledGame game(std::uint64_t index) const;
  /// Which of the plan's games is played at `index`, without the rest.
  [[nodiscard]] int game_of(std::uint64_t index) const {
    return static_cast<int>(index / seatings_ / groups_ % games());
  }

 private:
  Schedule(const Shape& shape, std::uint64_t groups, std::uint64_t seatings)
      : shape_{shape}, groups_{groups}, seatings_{seatings} {}

  [[nodiscard]] std::uint64_t games() const { return static_cast<std::uint64_t>(shape_.games); }

  Shape shape_;
  std::uint64_t groups_;
  std::uint64_t seatings_;
};

}  // namespace tribunal
