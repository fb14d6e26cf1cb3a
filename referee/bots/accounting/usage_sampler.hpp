#pragma once

#include <chrono>
#include <utility>

#include "bots/accounting/usage.hpp"

namespace tribunal {

/// Keeps what a bot's processes use, seldom enough to cost next to nothing: the CPU time of the known ones is
/// read each time, a system call a process; their memory and switches at most every 100 ms; the process table
/// so seldom that it takes no more than a five-hundredth of the time.
class UsageSampler {
 public:
  UsageSampler(pid_t launched, Descriptor group_time) : meter_{launched, std::move(group_time)} {}

  void sample();
  /// For the last time, before the processes end.
  void sample_the_known() { latest_ = meter_.look_at_known(); }
  [[nodiscard]] const Usage& latest() const { return latest_; }
  [[nodiscard]] UsageMeter& meter() { return meter_; }

 private:
  using Clock = std::chrono::steady_clock;

  UsageMeter meter_;
  Usage latest_;
  Clock::time_point next_look_;
  Clock::time_point next_find_;
};

}  // namespace tribunal
