#pragma once

#include <chrono>
#include <optional>

#include "base/descriptor.hpp"
#include "bots/meter/usage.hpp"

namespace tribunal {

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
