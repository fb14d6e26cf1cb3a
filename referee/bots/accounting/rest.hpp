#pragma once

#include <chrono>
#include <optional>

#include "base/descriptor.hpp"
#include "bots/accounting/usage.hpp"

namespace tribunal {

/// A bot's rest between its questions. A bot that computes while it is not asked does so with what nobody
/// else wants of the processors: its control group is idle until its next question.
///
/// Making it so, and undoing it, takes some microseconds, and most bots do nothing unasked. So that is only
/// done for a bot that has been seen computing, which is looked for every 5 ms, or that has let its
/// time run out.
class Rest {
 public:
  /// `idle`: `CgroupControls::idle`; without it nothing is done.
  Rest(Descriptor idle, UsageMeter& meter) : idle_{std::move(idle)}, meter_{&meter} {}

  /// Its question is closed; `answered`: by itself.
  void begin(bool answered);
  /// It is to be asked, or to leave.
  void end();

 private:
  using Clock = std::chrono::steady_clock;

  Descriptor idle_;
  UsageMeter* meter_;
  Clock::time_point next_look_;
  std::optional<std::chrono::nanoseconds> used_before_;  ///< when this rest began, if it is looked at
  bool restless_ = false;
  bool is_idle_ = false;
};

}  // namespace tribunal
