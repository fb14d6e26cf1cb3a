#pragma once

#include <array>
#include <chrono>

namespace tribunal {

/// The times that the referee lets pass before it believes that a bot fails (docs/faults.md). The program of
/// the tests has shorter ones: it is linked with another `pace`.
struct Pace {
  using Time = std::chrono::milliseconds;
  Time failing_start;                  ///< `StartPatience::ended`
  Time silent_start;                   ///< `StartPatience::silent`
  Time known_failure;                  ///< both for a bot that is known not to start and takes part anyway
  std::array<Time, 6> between_starts;  ///< the pauses between tries alone
  Time reaction;          ///< the limit for a silent bot's reaction to `quit`, and to the end of its input
  Time rehearsed_answer;  ///< the least limit for an answer in a rehearsal
};

extern const Pace pace;

}  // namespace tribunal
