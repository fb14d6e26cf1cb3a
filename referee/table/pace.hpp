#pragma once

#include <array>
#include <chrono>

namespace tribunal {

/// The times after which the referee decides that a bot fails (docs/faults.md). The test program is linked
/// with a `pace` of shorter times.
struct Pace {
  using Time = std::chrono::milliseconds;
  Time failing_start;                  ///< `StartPatience::ended`
  Time silent_start;                   ///< `StartPatience::silent`
  Time known_failure;                  ///< both, for a bot that is known not to start but takes part
  std::array<Time, 6> between_starts;  ///< pauses between starts that are made alone
  Time reaction;          ///< limit for a silent bot's reaction to `quit`, and to the end of its input
  Time rehearsed_answer;  ///< shortest limit for an answer in a rehearsal
};

extern const Pace pace;

}  // namespace tribunal
