#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "games/core/game.hpp"
#include "games/core/rollout.hpp"
#include "record/record.hpp"

namespace tribunal {

/// The part of a seat's result that is due to chance.
struct SeatLuck {
  double points = 0;
  double rank = 0;  ///< luck in units of `rank_scores`

  SeatLuck& operator+=(const SeatLuck& more) {
    points += more.points;
    rank += more.rank;
    return *this;
  }
  bool operator==(const SeatLuck&) const = default;
};

using LuckOfSeats = std::array<SeatLuck, max_seats>;

/// The luck of a game by seat. For a player with given cards, each luck has the expectation 0, whatever the
/// players do.
struct GameLuck {
  LuckOfSeats draws{};       ///< luck of chance after decisions
  LuckOfSeats hands{};       ///< luck of the hands dealt
  std::uint32_t events = 0;  ///< number of decisions after which chance occurred

  bool operator==(const GameLuck&) const = default;
};

/// The scores of a seat's place for ratings: 1 minus the sum of 1/(n-k+1) for k = 1 .. place, of n places.
/// Ties share the mean. It is the derivative of Plackett and Luce's likelihood by the seat's strength if all
/// are equally strong, and Savage's score of a rank (I. R. Savage, Contributions to the Theory of Rank Order
/// Statistics: The Two-Sample Case, Annals of Mathematical Statistics 27 (1956)). Seats without a place have
/// 0.
[[nodiscard]] std::array<double, max_seats> rank_scores(const Outcome& outcome);

/// Whether chance other than the deals of hands can occur after decisions in games with these rules. If it
/// cannot, the games of a deal in all seatings share all of their luck.
[[nodiscard]] bool has_later_chance(const Rules& rules);

/// `has_later_chance` for the games of many records. It is computed once for each set of rules.
class LaterChance {
 public:
  [[nodiscard]] bool has(const Rules& rules);

 private:
  std::vector<std::pair<Rules, bool>> known_;
};

/// The largest number of pairs of games for each event. A check of an untrusted luck file plays as many.
inline constexpr std::uint32_t most_luck_pairs = 1'000;

struct LuckOptions {
  std::uint32_t pairs = 50;  ///< pairs of playouts for each event, from 1 to `most_luck_pairs`
  bool hands = true;         ///< whether the luck of hands is computed
  /// Whether all games of a deal have the same random numbers, not only those of the same bots in the same
  /// seats. If so, the errors of games that differ in one bot cancel, which helps to compare that bot with
  /// another in its seat. Errors in the mean of many tables are larger.
  bool alike = false;
};

/// The weights by which a seat plays in playouts (`Rollout::play_by`). Empty: by the game's own values.
using PolicyWeights = std::vector<float>;

/// The luck of a recorded game. An event is a set of decisions after which chance occurred. For each event,
/// pairs of playouts are made, `pairs` times: one with that chance drawn again, and one with the chance that
/// occurred, with equal random numbers. The luck of the event is the mean difference.
///
/// Its mean is 0 for any policies that do not depend on the game. The better they predict the seats'
/// decisions, the less scatter is left. This is the chance part of AIVAT (N. Burch, M. Schmid, M. Moravčík,
/// D. Morrill, M. Bowling, AIVAT: A New Variance Reduction Technique for Agent Evaluation in Imperfect
/// Information Games, AAAI 2018).
///
/// The random numbers follow from the deal's key and, unless `alike`, from the names of the bots. Events
/// after a bot's first fault do not count. `policies`: one for each seat. The error says that the record
/// contradicts its rules.
[[nodiscard]] Result<GameLuck> luck_of(const Record& record, std::span<const PolicyWeights> policies,
                                       const LuckOptions& options = {});

/// The bounds on the luck that is taken out of one seat's score.
struct LuckBound {
  double window = 0;  ///< results of playouts are clipped to this distance in points from the expected result
  double sum = 0;     ///< after the event with which the total luck exceeds this, no more is counted

  /// The largest luck of a game in points. The luck of an event is a mean of differences between two numbers
  /// in an interval of width 2 `window`, so it is at most 2 `window`. Before the last event that counts, the
  /// sum was at most `sum`.
  [[nodiscard]] double most() const { return sum + 2 * window; }
};

/// The luck of one seat's draws in a recorded game, in points, like that of `luck_of`, but bounded. An event
/// counts clamp(b) - clamp(a), where b and a are the seat's results in the two playouts. clamp limits a
/// result to within `window` of the mean result of the playouts after the event before. After the sum has
/// exceeded `sum`, no event counts.
///
/// The mean is still 0, although results are clipped. The interval, and whether an event counts, are known
/// before its chance occurs. Given everything that is known then, b and a have the same distribution, so any
/// function of them that is fixed by then has the same mean. A function of the difference b - a, or of the
/// whole luck of an event, would not do, because its mean need not be 0.
[[nodiscard]] Result<double> bounded_luck_of(const Record& record, Seat seat,
                                             std::span<const PolicyWeights> policies, std::uint32_t pairs,
                                             const LuckBound& bound);

/// The number of decisions in all playouts that `bounded_luck_of` makes for a record that `play_again`
/// accepts. It assumes that they are as long as the record, and that no sum exceeds the bound.
[[nodiscard]] std::uint64_t decisions_played_on(const Record& record, std::uint32_t pairs);

}  // namespace tribunal
