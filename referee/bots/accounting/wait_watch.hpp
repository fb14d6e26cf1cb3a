#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <sys/types.h>

#include "bots/accounting/usage.hpp"

namespace tribunal {

/// What the scheduler gave a bot between two looks at it.
struct ProcessorShare {
  std::chrono::nanoseconds span{};  ///< between the looks; 0 if there was no first one
  std::chrono::nanoseconds ran{};   ///< all of its threads together
  /// The longest time for which a thread of it could have run while the processors were busy with other
  /// programs: less what the bot's other threads computed meanwhile, so that no bot makes itself wait.
  std::chrono::nanoseconds waited{};
  bool is_known = false;  ///< the kernel counts it, and there was a first look
  bool can_run = false;   ///< a thread of it runs now or waits for a processor
  bool got_none = false;  ///< a thread of it could run at the look before, too, and has not run since
};

/// Watches how long a bot waits for a processor while a question is open. The first look is taken only once
/// the question has been open for a while: a bot that answers quickly costs nothing.
class WaitWatch {
 public:
  explicit WaitWatch(UsageMeter& meter) : meter_{&meter} {}

  /// Another question: there has been no look yet.
  void forget() { begun_ = false; }
  [[nodiscard]] bool has_begun() const { return begun_; }
  /// The first look, at the processes that are known. It reads two files a thread.
  void begin();
  /// Looks again, and compares with the first look. It reads the process table as well.
  [[nodiscard]] ProcessorShare look();

 private:
  using Clock = std::chrono::steady_clock;

  /// A thread at one look.
  struct Seen {
    ThreadTimes times;
    bool can_run = false;
    Clock::time_point queued_since;  ///< it could run, and has not run, since this look at the latest
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
