#pragma once

#include <string>

namespace tribunal {

/// The reason why a process did not start.
struct LaunchFailure {
  std::string message;       ///< one sentence
  bool our_trouble = false;  ///< not the bot's fault: out of descriptors, processes or memory; no sandbox
};

}  // namespace tribunal
