#pragma once

#include <expected>
#include <string>
#include <sys/types.h>

#include "bots/command.hpp"
#include "bots/descriptor.hpp"
#include "bots/sandbox.hpp"

namespace tribunal {

/// A process just started, and our ends of its pipes: close-on-exec, non-blocking.
struct Launched {
  pid_t pid = 0;  ///< also its process group
  Descriptor input;
  Descriptor output;
  Descriptor errors;
  Descriptor exit;  ///< pidfd_open(2): readable once the process has ended
};

/// Why a process did not start.
struct LaunchFailure {
  std::string message;       ///< one sentence
  bool our_trouble = false;  ///< not the bot's fault: out of descriptors, processes or memory
};

/// Starts a process in its own group, with three pipes and a minimal environment: PATH, HOME, LANG,
/// PYTHONUNBUFFERED and `TRIBUNAL_BOT=mark`, by which its descendants are known. It is killed when the
/// calling thread ends.
[[nodiscard]] std::expected<Launched, LaunchFailure> launch_process(const Command& command,
                                                                    const Sandbox& sandbox,
                                                                    const std::string& mark);

}  // namespace tribunal
