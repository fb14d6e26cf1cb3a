#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "games/core/game.hpp"
#include "games/core/rollout.hpp"
#include "record/record.hpp"

namespace tribunal {

/// The part of one seat's result that chance gave it.
struct SeatLuck {
  double points = 0;
  double rank = 0;  ///< in `rank_score`

  SeatLuck& operator+=(const SeatLuck& more) {
    points += more.points;
    rank += more.rank;
    return *this;
  }
  bool operator==(const SeatLuck&) const = default;
};

using LuckOfSeats = std::array<SeatLuck, max_seats>;

/// The luck of a game, by seat. A player who has the cards expects 0 of each, whatever the players do.
struct GameLuck {
  LuckOfSeats draws{};       ///< from chance that came after decisions
  LuckOfSeats hands{};       ///< from the hands dealt
  std::uint32_t events = 0;  ///< decisions after which chance came

  bool operator==(const GameLuck&) const = default;
};

/// The scores of a seat's place for ratings: 1 less the sum of 1/(n-k+1) for k = 1 .. place, of n places;
/// equal places share the mean. That is the derivative of the likelihood of Plackett and Luce by the seat's
/// strength where all are equally strong, and Savage's score of a rank (I. R. Savage, Contributions to the
/// Theory of Rank Order Statistics: The Two-Sample Case, Annals of Mathematical Statistics 27 (1956)). Seats
/// without a place have 0.
[[nodiscard]] std::array<double, max_seats> rank_scores(const Outcome& outcome);

/// Whether chance can come after decisions in games by these rules, other than the deals of hands. If it
/// cannot, the games of a deal in all seatings share all of their luck.
[[nodiscard]] bool has_later_chance(const Rules& rules);

/// `has_later_chance` for the games of many records, looked up once for each rules.
class LaterChance {
 public:
  [[nodiscard]] bool has(const Rules& rules);

 private:
  std::vector<std::pair<Rules, bool>> known_;
};

/// The most pairs of games for each event. Whoever checks a stranger's file of luck plays as many.
inline constexpr std::uint32_t most_luck_pairs = 1'000;

struct LuckOptions {
  std::uint32_t pairs =
      50;             ///< pairs of games that are played on for each event, from 1 to `most_luck_pairs`
  bool hands = true;  ///< the luck of hands is wanted
  /// All games of a deal have the same random numbers, and not only those of the same bots in the same seats.
  /// Then the errors of games that differ in one bot cancel, which helps where that bot is compared with
  /// another one in its seat; errors in the mean of many tables are larger.
  bool alike = false;
};

/// The weights by which a seat plays a game on (`Rollout::play_by`); none: by the game's own values.
using PolicyWeights = std::vector<float>;

/// The luck of a recorded game: for each event, that is, decisions after which chance came, `pairs` times,
/// one game is played on with that chance drawn again, and one with that which came, by equal random numbers.
/// The luck of the event is the mean difference. Its mean is 0 for any policies, as long as these do not
/// depend on the game; the better they tell how the seats play, the less scatter it leaves. That is the
/// chance part of AIVAT (N. Burch, M. Schmid, M. Moravčík, D. Morrill, M. Bowling, AIVAT: A New Variance
/// Reduction Technique for Agent Evaluation in Imperfect Information Games, AAAI 2018). The random numbers
/// follow from the deal's key and, unless `alike`, the names of the bots. Events after a bot's first fault
/// count nothing. `policies`: one for each seat. The error says that the record contradicts its rules.
[[nodiscard]] Result<GameLuck> luck_of(const Record& record, std::span<const PolicyWeights> policies,
                                       const LuckOptions& options = {});

/// Bounds of the luck that is taken out of one seat's score.
struct LuckBound {
  double window = 0;  ///< results of games played on count within so many points of what was expected
  double sum = 0;     ///< no more luck is counted after the event with which it is larger than this

  /// The largest luck that a game can show, in points. The luck of an event is the mean of differences
  /// between two numbers of an interval that is 2 `window` wide, so that it is at most 2 `window` large; and
  /// before the last event that counts, the sum was at most `sum` large.
  [[nodiscard]] double most() const { return sum + 2 * window; }
};

/// The luck of draws of one seat of a recorded game, in points, like that of `luck_of`, but bounded: an event
/// counts clamp(b) - clamp(a), where b and a are the seat's results in the two games played on, and clamp
/// cuts a result to within `window` of the mean result in the games played on after the event before. No
/// event counts after the sum has passed `sum`.
///
/// The mean is still 0, though something is cut. The interval and whether an event counts are known before
/// its chance comes. Given all that is known then, b and a have the same distribution, so that every function
/// of them that is fixed by then has the same mean. A function of the difference b - a, or of the whole luck
/// of an event, would not do: its mean need not be 0.
[[nodiscard]] Result<double> bounded_luck_of(const Record& record, Seat seat,
                                             std::span<const PolicyWeights> policies, std::uint32_t pairs,
                                             const LuckBound& bound);

/// The number of decisions in all games that `bounded_luck_of` plays on for a record that `play_again`
/// accepts, if these are as long as the record and no sum passes the bound.
[[nodiscard]] std::uint64_t decisions_played_on(const Record& record, std::uint32_t pairs);

}  // namespace tribunal
