#pragma once

#include <chrono>

namespace tribunal {

/// A question's deadline by the wall clock: a fixed time after the question was sent. It is extended only for
/// time that a busy or suspended machine has taken from the bot. A value without a clock: its callers pass
/// the time.
class WallDeadline {
 public:
  using Clock = std::chrono::steady_clock;

  WallDeadline() = default;
  WallDeadline(Clock::time_point started, std::chrono::nanoseconds wall);

  [[nodiscard]] Clock::time_point at() const { return at_; }
  [[nodiscard]] bool has_passed(Clock::time_point time) const { return time > at_; }

  /// Notes that this program looked at `now` instead of `due`. The cause of the delay most likely held up the
  /// bot as well. The wait of any waking process (`ordinary`: up to 10 ms, and a tenth of the question's
  /// time) does not count, else a deadline could be extended for ever. Nor does any delay after the original
  /// deadline.
  void looked(Clock::time_point due, Clock::time_point now);
  /// Extends the deadline by the time for which this program was held up and for which the bot had to wait
  /// for a processor, both since the question was sent, by at most nine times the question's time in all.
  /// False, without a change, unless the bot then has a fortieth of the question's time left from `now` on.
  [[nodiscard]] bool put_off(Clock::time_point now, std::chrono::nanoseconds starved);
  /// Whether an answer that came at `time` was in time, with the extension that `put_off` would grant.
  [[nodiscard]] bool covers(Clock::time_point time, std::chrono::nanoseconds starved);
  /// The wait that any process may incur when it wakes.
  [[nodiscard]] std::chrono::nanoseconds ordinary() const;
  /// The latest time to which the deadline is ever extended.
  [[nodiscard]] Clock::time_point latest() const { return first_ + most_put_off * wall_; }

  static constexpr int most_put_off = 9;  ///< as a multiple of the question's time

 private:
  [[nodiscard]] Clock::time_point later(std::chrono::nanoseconds starved) const;

  Clock::time_point first_;  ///< the original deadline
  Clock::time_point at_;
  std::chrono::nanoseconds wall_{};
  std::chrono::nanoseconds held_up_{};
};

}  // namespace tribunal
