#pragma once

#include <chrono>
#include <utility>

#include "bots/meter/usage.hpp"

namespace tribunal {

/// Samples the usage of a bot's processes at a negligible cost. The CPU time of the known processes is read
/// each time, a system call per process; their memory and switches at most every 100 ms; the process table so
/// rarely that it takes at most a five-hundredth of the time.
class UsageSampler {
 public:
  UsageSampler(pid_t launched, Descriptor group_time) : meter_{launched, std::move(group_time)} {}

  void sample();
  /// Takes the last sample, before the processes end.
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
