#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <sys/types.h>

#include "base/descriptor.hpp"
#include "bots/meter/usage.hpp"

namespace tribunal {

/// A bot's share of a processor between two samples.
struct ProcessorShare {
  std::chrono::nanoseconds span{};  ///< time between the samples; 0 without a first one
  std::chrono::nanoseconds ran{};   ///< running time of all its threads together
  /// The longest time for which one of its threads could have run while other programs occupied the
  /// processors. The time that the bot's other threads computed meanwhile is subtracted, so that a bot cannot
  /// make itself wait.
  std::chrono::nanoseconds waited{};
  bool is_known = false;  ///< whether the kernel counts it, and there was a first sample
  bool can_run = false;   ///< whether one of its threads runs now or waits for a processor
  bool got_none = false;  ///< whether a thread that could run at the previous sample too has not run since

  /// Whether it computed, or waited for a processor, for more than half of the span.
  [[nodiscard]] bool is_busy() const { return is_known && ran + waited > span / 2; }
};

/// Measures how long a bot waits for a processor while a question is open. The first sample is taken only
/// when the question has been open for a while, so that a bot that answers quickly costs nothing.
class WaitWatch {
 public:
  explicit WaitWatch(UsageMeter& meter) : meter_{&meter} {}

  /// Starts another question, without a sample.
  void forget() { begun_ = false; }
  [[nodiscard]] bool has_begun() const { return begun_; }
  /// Takes the first sample from the known processes. It reads two files per thread.
  void begin();
  /// Takes another sample and compares it with the first. It also reads the process table.
  [[nodiscard]] ProcessorShare look();

 private:
  using Clock = std::chrono::steady_clock;

  /// A thread in one sample.
  struct Seen {
    ThreadTimes times;
    bool can_run = false;
    Clock::time_point queued_since;  ///< sample since which, at the latest, it has been runnable without
                                     ///< running
    std::uint64_t started = 0;       ///< `ProcessEntry::start`
  };
  using Threads = std::map<pid_t, Seen>;

  [[nodiscard]] Threads see() const;
  [[nodiscard]] std::map<pid_t, ThreadTimes> since_first(const Threads& threads) const;
  [[nodiscard]] bool waits_since_last_look(pid_t thread, Seen& seen) const;

  UsageMeter* meter_;
  Threads first_;
  Threads last_;
  Clock::time_point begun_at_;
  std::uint64_t begun_tick_ = 0;
  bool begun_ = false;
};

/// The deadline of a question by the wall clock: a fixed time after the question was sent. It is extended
/// only by time that a busy or suspended machine has taken from the bot. The value has no clock; callers pass
/// the time.
class WallDeadline {
 public:
  using Clock = std::chrono::steady_clock;

  WallDeadline() = default;
  WallDeadline(Clock::time_point started, std::chrono::nanoseconds wall);

  [[nodiscard]] Clock::time_point at() const { return at_; }
  [[nodiscard]] bool has_passed(Clock::time_point time) const { return time > at_; }

  /// Notes that this program checked at `now` instead of `due`. Whatever caused the delay probably delayed
  /// the bot as well. The usual wait of a waking process (`ordinary`: up to 10 ms, and a tenth of the
  /// question's time) does not count, because otherwise a deadline could be extended forever. Delays after
  /// the original deadline do not count either.
  void looked(Clock::time_point due, Clock::time_point now);
  /// Extends the deadline by two times, both since the question was sent: that for which this program was
  /// delayed, and that for which the bot had to wait for a processor. The total extension is at most nine
  /// times the question's time. If the bot would have less than a fortieth of the question's time left from
  /// `now` on, returns false and changes nothing.
  [[nodiscard]] bool put_off(Clock::time_point now, std::chrono::nanoseconds starved);
  /// Whether an answer that arrived at `time` was in time, including the extension that `put_off` would
  /// grant.
  [[nodiscard]] bool covers(Clock::time_point time, std::chrono::nanoseconds starved);
  /// The time that any process may have to wait when it wakes.
  [[nodiscard]] std::chrono::nanoseconds ordinary() const;
  /// The latest possible deadline.
  [[nodiscard]] Clock::time_point latest() const { return first_ + most_put_off * wall_; }

  static constexpr int most_put_off = 9;  ///< largest extension as a multiple of the question's time

 private:
  [[nodiscard]] Clock::time_point later(std::chrono::nanoseconds starved) const;

  Clock::time_point first_;  ///< original deadline
  Clock::time_point at_;
  std::chrono::nanoseconds wall_{};
  std::chrono::nanoseconds held_up_{};
};

/// Measures the CPU time of a bot's processes, one question after another. It takes one or two system calls
/// per process if a control group counts the time, or while the processes stay the same and the question is
/// young. Otherwise it reads the process table at the question and at its answer.
///
/// The charge is never more than the use since the start. A process that is found late, but began before the
/// question, is charged from then on. No charge exceeds what all cores together could have computed.
class CpuStopwatch {
 public:
  explicit CpuStopwatch(UsageMeter& meter) : meter_{&meter} {}

  void start();
  /// The CPU time used since the start. It is exact unless it is certainly below `limit`.
  [[nodiscard]] std::chrono::nanoseconds used(std::chrono::nanoseconds limit);

 private:
  using Clock = std::chrono::steady_clock;

  /// Whether the list of processes does not matter, or has not changed for a while. Few bots ever start
  /// another process.
  [[nodiscard]] bool calm() const { return meter_->has_group() || (settled_ && !restless_); }
  void find();

  UsageMeter* meter_;
  CpuTime base_;
  Clock::time_point started_;
  std::uint64_t started_tick_ = 0;
  bool settled_ = false;   ///< whether the processes were unchanged once, so that the wrappers and helpers of
                           ///< the start exist
  bool restless_ = false;  ///< whether the processes changed after that
};

/// Limits the time for which each question may stay open: by the wall clock and, optionally, by the bot's CPU
/// time. The wall deadline is extended, within bounds, by the time for which the bot had to wait for a
/// processor, and by the time for which this program itself was delayed (`WallDeadline`). Otherwise a busy or
/// suspended machine would make the bot late.
class QuestionClock {
 public:
  using Clock = WallDeadline::Clock;

  explicit QuestionClock(UsageMeter& meter) : stopwatch_{meter}, watch_{meter} {}

  /// Sets the limits of the next question.
  void allow(std::chrono::microseconds wall, std::optional<std::chrono::microseconds> cpu);
  /// Starts the clock. Call it when the question is sent.
  void start();

  [[nodiscard]] Clock::time_point started() const { return started_; }
  [[nodiscard]] Clock::time_point deadline() const { return std::max(deadline_.at(), turn_until_); }
  /// The time at which to call `is_over`: the deadline, or earlier if the CPU time could be used up.
  [[nodiscard]] Clock::time_point next_check() const { return next_check_; }
  /// Whether only the wall clock limits the question.
  [[nodiscard]] bool is_by_wall() const { return !cpu_; }
  /// Whether the time has run out. If not, sets the next check.
  [[nodiscard]] bool is_over();
  /// Whether input that was read at `time` arrived after the wall deadline. `lay_there`: it was there before
  /// the last check. It may have arrived at any time since the check before that one, because it is unknown
  /// for how long this program was off the processor when a check or an answer was due.
  [[nodiscard]] bool is_late(Clock::time_point time, bool lay_there = false);
  /// The CPU time since the start. 0 if it is not limited.
  [[nodiscard]] std::chrono::microseconds cpu_used();
  /// The bot's share of a processor up to its wall deadline. It is known only without a limit on CPU time,
  /// once the deadline was checked.
  [[nodiscard]] const ProcessorShare& share() const { return share_; }

 private:
  void note_look(Clock::time_point now);
  [[nodiscard]] bool is_over_by_wall(Clock::time_point now);
  [[nodiscard]] bool is_past_backstop(Clock::time_point now);
  [[nodiscard]] bool waits_for_its_turn(Clock::time_point now);

  CpuStopwatch stopwatch_;
  WaitWatch watch_;
  ProcessorShare share_;
  std::chrono::microseconds wall_{};
  std::optional<std::chrono::microseconds> cpu_;
  Clock::time_point started_;
  WallDeadline deadline_;
  Clock::time_point next_check_;
  Clock::time_point looked_at_;      ///< time of the last check before an answer
  Clock::time_point looked_before_;  ///< time of the check before that
  Clock::time_point turn_until_;     ///< time until which a runnable bot may wait for a processor
};

/// The idle priority of a bot between its questions. If a bot computes without a question, it gets only
/// processor time that no other process needs: its control group is idle until the next question.
///
/// Changing the priority and back takes some microseconds, and most bots do nothing without a question.
/// Therefore it is changed only for a bot that was seen computing without a question, which is checked every
/// 5 ms, or that has exceeded its time.
class Rest {
 public:
  /// `idle`: `CgroupControls::idle`. If it is empty, this class does nothing.
  Rest(Descriptor idle, UsageMeter& meter) : idle_{std::move(idle)}, meter_{&meter} {}

  /// Call it when a question is closed. `answered`: whether the bot answered.
  void begin(bool answered);
  /// Call it before the bot is sent a question or asked to exit.
  void end();

 private:
  using Clock = std::chrono::steady_clock;

  Descriptor idle_;
  UsageMeter* meter_;
  Clock::time_point next_look_;
  std::optional<std::chrono::nanoseconds> used_before_;  ///< CPU time at the start of this rest; none unless
                                                         ///< it is checked
  bool restless_ = false;
  bool is_idle_ = false;
};

}  // namespace tribunal
