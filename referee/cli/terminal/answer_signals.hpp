#pragma once

#include <cstdint>
#include <string>

#include "bots/system/signal_watch.hpp"

namespace tribunal {

/// The time within which a command that can be resumed ends after a signal.
enum class SignalDeadline : std::uint8_t {
  none,    ///< as soon as its running work is stored
  second,  ///< within a second, even if the machine is too busy to store it
};

/// The policy of a command that can be resumed, for all of its time: a signal ends it with `sentence` and
/// exit code 75, at once unless a run listens. Ending at any moment loses nothing that is stored.
[[nodiscard]] SignalWatch::Policy answered_signals(SignalDeadline deadline, std::string sentence);

/// Kills all child processes, prints `tribunal: sentence` on standard error if that takes no time, and ends
/// the program with exit code 75.
[[noreturn]] void leave_interrupted(const std::string& sentence);

}  // namespace tribunal
