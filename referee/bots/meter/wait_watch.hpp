#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <sys/types.h>

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

}  // namespace tribunal
