#pragma once

#include <cstdint>
#include <span>

#include "analysis/luck/chance_luck.hpp"
#include "base/error.hpp"
#include "games/core/seat.hpp"
#include "record/record.hpp"

namespace tribunal {

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
