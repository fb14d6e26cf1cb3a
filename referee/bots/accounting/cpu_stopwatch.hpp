#pragma once

#include <chrono>
#include <cstdint>
#include <map>

#include "bots/accounting/usage.hpp"

namespace tribunal {

/// Times one question after the other by the CPU time of a bot's processes. If a control group counts it, or
/// while the processes stay the same and the question is young, it costs a system call or two a process;
/// otherwise the process table is read, at the question and at its answer.
///
/// What is charged is never more than was used since the start: a process that turns up late and had started
/// before is charged from then on, and nothing is charged that all cores together could not have done.
class CpuStopwatch {
 public:
  explicit CpuStopwatch(UsageMeter& meter) : meter_{&meter} {}

  void start();
  /// CPU time used since the start. Exact, unless it could not be as much as `limit` in any case.
  [[nodiscard]] std::chrono::nanoseconds used(std::chrono::nanoseconds limit);
  /// How long the bot could not run because the processors were busy, by the thread that waited longest:
  /// since the start, or up to 100 ms before it. Reads the process table.
  [[nodiscard]] std::chrono::nanoseconds starved();

 private:
  using Clock = std::chrono::steady_clock;

  /// True if it need not be known which processes there are, or they have been the same for a while: few bots
  /// ever start another.
  [[nodiscard]] bool calm() const { return meter_->has_group() || (settled_ && !restless_); }
  void find();

  UsageMeter* meter_;
  std::map<pid_t, std::chrono::nanoseconds> waits_;  ///< of its threads, at a start
  Clock::time_point waits_read_;
  CpuTime base_;
  Clock::time_point started_;
  std::uint64_t started_tick_ = 0;
  bool settled_ = false;   ///< nothing had changed once: the wrappers and helpers of the start are there
  bool restless_ = false;  ///< something has changed after that
};

}  // namespace tribunal
