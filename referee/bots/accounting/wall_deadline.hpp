#pragma once

#include <chrono>

namespace tribunal {

/// A question's deadline by the wall: one point in time, so much after the question went out. It is put off
/// only for what a busy machine, or one that stood still, has taken from the bot. A value that is told what
/// time it is.
class WallDeadline {
 public:
  using Clock = std::chrono::steady_clock;

  WallDeadline() = default;
  WallDeadline(Clock::time_point started, std::chrono::nanoseconds wall);

  [[nodiscard]] Clock::time_point at() const { return at_; }
  [[nodiscard]] bool has_passed(Clock::time_point time) const { return time > at_; }

  /// This program looked at `now`, and had meant to at `due`. What held it up most likely held up the bot as
  /// well. What any waking process has to wait counts for nothing, else a deadline could be chased for ever:
  /// up to 10 ms, and to a tenth of what the question allows; and so does any delay once the deadline that
  /// held at first has passed.
  void looked(Clock::time_point due, Clock::time_point now);
  /// Puts it off by how long this program was held up and the bot had to wait for a processor, both since the
  /// question went out, and in all by no more than nine times what the question allows. False, and nothing is
  /// done, unless that leaves the bot a fortieth of it from `now` on.
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

  Clock::time_point first_;  ///< as it held at first
  Clock::time_point at_;
  std::chrono::nanoseconds wall_{};
  std::chrono::nanoseconds held_up_{};
};

}  // namespace tribunal
