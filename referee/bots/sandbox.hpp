#pragma once

#include <string>
#include <vector>

#include "bots/command.hpp"

namespace tribunal {

/// What stands around a bot when it is launched: a wrapper program, given as words before the bot's own.
struct Sandbox {
  std::string level = "none";      ///< as records name it
  std::vector<std::string> words;  ///< the wrapper's; `{directory}` in one stands for the bot's directory
  std::vector<std::string> environment;  ///< `NAME=value` more, for the wrapper

  /// The command that is really run.
  [[nodiscard]] Command around(const Command& bot) const;
};

}  // namespace tribunal
