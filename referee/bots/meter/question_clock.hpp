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
  std::chrono::nanoseconds span{};  ///< between the samples; 0 without a first one
  std::chrono::nanoseconds ran{};   ///< all of its threads together
  /// The longest time for which one of its threads could have run while other programs kept the processors
  /// busy, less the time that the bot's other threads computed meanwhile, so that no bot makes itself wait.
  std::chrono::nanoseconds waited{};
  bool is_known = false;  ///< the kernel counts it, and there was a first sample
  bool can_run = false;   ///< a thread of it runs now or waits for a processor
  bool got_none = false;  ///< a thread that could run at the previous sample, too, has not run since
};

/// Watches how long a bot waits for a processor while a question is open. The first sample is taken only once
/// the question has been open for a while: a bot that answers quickly costs nothing.
class WaitWatch {
 public:
  explicit WaitWatch(UsageMeter& meter) : meter_{&meter} {}

  /// Starts over for another question, without a sample yet.
  void forget() { begun_ = false; }
  [[nodiscard]] bool has_begun() const { return begun_; }
  /// Takes the first sample, of the known processes. It reads two files per thread.
  void begin();
  /// Takes another sample and compares it with the first. It reads the process table as well.
  [[nodiscard]] ProcessorShare look();

 private:
  using Clock = std::chrono::steady_clock;

  /// A thread in one sample.
  struct Seen {
    ThreadTimes times;
    bool can_run = false;
    Clock::time_point queued_since;  ///< it has been runnable, without running, since this sample at the
                                     ///< latest
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

  static constexpr int most_put_off = 9;  ///< limit as a multiple of the question's time

 private:
  [[nodiscard]] Clock::time_point later(std::chrono::nanoseconds starved) const;

  Clock::time_point first_;  ///< the original deadline
  Clock::time_point at_;
  std::chrono::nanoseconds wall_{};
  std::chrono::nanoseconds held_up_{};
};

/// Measures the CPU time of a bot's processes, one question after another. It costs a system call or two per
/// process if a control group counts the time, or while the processes stay the same and the question is
/// young; otherwise the process table is read, at the question and at its answer.
///
/// The charge is never more than the use since the start. A process that is found late and had started before
/// is charged from then on, and no charge exceeds what all cores together could have done.
class CpuStopwatch {
 public:
  explicit CpuStopwatch(UsageMeter& meter) : meter_{&meter} {}

  void start();
  /// CPU time used since the start. It is exact, unless it cannot have reached `limit` in any case.
  [[nodiscard]] std::chrono::nanoseconds used(std::chrono::nanoseconds limit);

 private:
  using Clock = std::chrono::steady_clock;

  /// True if the list of processes does not matter, or has not changed for a while: few bots ever start
  /// another process.
  [[nodiscard]] bool calm() const { return meter_->has_group() || (settled_ && !restless_); }
  void find();

  UsageMeter* meter_;
  CpuTime base_;
  Clock::time_point started_;
  std::uint64_t started_tick_ = 0;
  bool settled_ = false;   ///< the processes did not change once: the wrappers and helpers of the start are
                           ///< there
  bool restless_ = false;  ///< the processes changed after that
};

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
  /// Whether input that was read at `time` came after the wall deadline. `lay_there`: it was there before the
  /// last look. It may have come at any time since the look before: this program does not
  /// know for how long it was off the processor when a look or an answer is due.
  [[nodiscard]] bool is_late(Clock::time_point time, bool lay_there = false);
  /// CPU time since the start; 0 if it is not limited.
  [[nodiscard]] std::chrono::microseconds cpu_used();
  /// The bot's share of a processor up to its wall deadline; known only without a limit on CPU time, once the
  /// deadline was checked.
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
  Clock::time_point looked_at_;      ///< the last check before an answer
  Clock::time_point looked_before_;  ///< the check before that
  Clock::time_point turn_until_;     ///< until then a runnable bot is given time to get a processor
};

/// The idle priority of a bot between its questions. A bot that computes while it is not asked gets only
/// processor time that no one else needs: its control group is idle until its next question.
///
/// The change of priority, and its reversal, take some microseconds, and most bots do nothing unasked. So it
/// is made only for a bot that was seen computing unasked, which is checked every 5 ms, or that has let its
/// time run out.
class Rest {
 public:
  /// `idle`: `CgroupControls::idle`; without it this class does nothing.
  Rest(Descriptor idle, UsageMeter& meter) : idle_{std::move(idle)}, meter_{&meter} {}

  /// Call it when a question is closed; `answered`: by the bot.
  void begin(bool answered);
  /// Call it before the bot is asked, or told to exit.
  void end();

 private:
  using Clock = std::chrono::steady_clock;

  Descriptor idle_;
  UsageMeter* meter_;
  Clock::time_point next_look_;
  std::optional<std::chrono::nanoseconds> used_before_;  ///< CPU time at the start of this rest, if it is
                                                         ///< checked
  bool restless_ = false;
  bool is_idle_ = false;
};

}  // namespace tribunal
