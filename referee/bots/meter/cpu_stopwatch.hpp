#pragma once

#include <chrono>
#include <cstdint>
#include <map>

#include "bots/meter/usage.hpp"

namespace tribunal {

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
  /// The time for which the bot could not run because the processors were busy: that of the thread that
  /// waited longest, since the start or up to 100 ms before it. Reads the process table.
  [[nodiscard]] std::chrono::nanoseconds starved();

 private:
  using Clock = std::chrono::steady_clock;

  /// True if the list of processes does not matter, or has not changed for a while: few bots ever start
  /// another process.
  [[nodiscard]] bool calm() const { return meter_->has_group() || (settled_ && !restless_); }
  void find();

  UsageMeter* meter_;
  std::map<pid_t, std::chrono::nanoseconds> waits_;  ///< of its threads, at a start
  Clock::time_point waits_read_;
  CpuTime base_;
  Clock::time_point started_;
  std::uint64_t started_tick_ = 0;
  bool settled_ = false;   ///< the processes did not change once: the wrappers and helpers of the start are
                           ///< there
  bool restless_ = false;  ///< the processes changed after that
};

}  // namespace tribunal
