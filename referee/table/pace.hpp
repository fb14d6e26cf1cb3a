#pragma once

#include <array>
#include <chrono>

namespace tribunal {

/// The times that the referee lets pass before it believes that a bot fails (docs/faults.md). The program of
/// the tests has shorter ones: it is linked with another `pace`.
struct Pace {
  using Time = std::chrono::milliseconds;
  Time failing_start;  ///< from the first of the failed starts, if the process ended or wrote something else
                       ///< than `ready`
  Time silent_start;   ///< if one of the failed starts was silent, as on a busy machine
  Time known_failure;  ///< of a bot that is known not to start and takes part anyway
  std::array<Time, 6> between_starts;  ///< from one try alone to the next
  Time reaction;                       ///< to `quit`, and to the end of the input, of a bot that was silent
  Time rehearsed_answer;               ///< the least limit for an answer in a rehearsal
};

extern const Pace pace;

}  // namespace tribunal
