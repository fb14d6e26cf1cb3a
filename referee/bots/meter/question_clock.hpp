#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "bots/meter/cpu_stopwatch.hpp"
#include "bots/meter/wait_watch.hpp"
#include "bots/meter/wall_deadline.hpp"

namespace tribunal {

/// Limits how long each question may stay open: by the wall clock and, optionally, by the bot's CPU time. The
/// wall deadline is extended, within bounds, for as long as the bot had to wait for a processor and for as
/// long as this program itself was held up (`WallDeadline`). Otherwise a busy machine, or one that was
/// suspended, would make the bot late.
class QuestionClock {
 public:
  using Clock = WallDeadline::Clock;

  explicit QuestionClock(UsageMeter& meter) : stopwatch_{meter}, watch_{meter} {}

  /// Sets the limits of the next question.
  void allow(std::chrono::microseconds wall, std::optional<std::chrono::microseconds> cpu);
  /// Starts the clock: the question is sent now.
  void start();

  [[nodiscard]] Clock::time_point started() const { return started_; }
  [[nodiscard]] Clock::time_point deadline() const { return std::max(deadline_.at(), turn_until_); }
  /// The time at which to call `is_over`: the deadline, or sooner if the CPU time could be used up.
  [[nodiscard]] Clock::time_point next_check() const { return next_check_; }
  /// False if CPU time is limited.
  [[nodiscard]] bool is_by_wall() const { return !cpu_; }
  /// Whether the time has run out by now; sets the next check if it has not.
  [[nodiscard]] bool is_over();
  /// Whether input that came at `time` was after the wall deadline.
  [[nodiscard]] bool is_late(Clock::time_point time);
  /// CPU time since the start; 0 if it is not limited.
  [[nodiscard]] std::chrono::microseconds cpu_used();
  /// The bot's share of a processor up to its wall deadline; known only without a limit on CPU time, once the
  /// deadline was checked.
  [[nodiscard]] const ProcessorShare& share() const { return share_; }

 private:
  void note_look(Clock::time_point now);
  [[nodiscard]] bool is_over_by_wall(Clock::time_point now);
  [[nodiscard]] bool waits_for_its_turn(Clock::time_point now);

  CpuStopwatch stopwatch_;
  WaitWatch watch_;
  ProcessorShare share_;
  std::chrono::microseconds wall_{};
  std::optional<std::chrono::microseconds> cpu_;
  Clock::time_point started_;
  WallDeadline deadline_;
  Clock::time_point next_check_;
  Clock::time_point looked_at_;   ///< the last check before an answer, by the wall clock
  Clock::time_point turn_until_;  ///< until then a runnable bot is given time to get a processor
};

}  // namespace tribunal
