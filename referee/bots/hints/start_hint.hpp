#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/sandbox/sandbox.hpp"
#include "bots/sandbox/visibility.hpp"
#include "bots/system/command.hpp"

namespace tribunal {

/// A bot that did not get ready, as far as a hint depends on it.
struct FailedStart {
  Command command;
  Sandbox sandbox;
  std::vector<SharedFolder> shared;  ///< its folders that it is not shown
  bool ran = false;                  ///< there was a process
  std::string message;               ///< why it is not ready
  std::string error_tail;            ///< the end of what it wrote to stderr
};

/// What whoever runs the bots must do so that one of them sees `missed`, paths from the directory in which it
/// runs; empty: nobody knows which files. An imperative sentence, which differs between commands.
using ShowFiles = std::function<std::string(const std::vector<std::string>& missed)>;

/// That, where no option names files.
inline constexpr std::string_view own_folder_or_no_sandbox =
    "give the bot a folder of its own, or run it without a sandbox (--sandbox none)";

/// What may help a bot that does not start, in all commands: one sentence, fit for a terminal. Empty if
/// nobody knows. It names the sandbox only where that hides something from the bot.
[[nodiscard]] std::string start_hint(const FailedStart& start, const ShowFiles& show);

}  // namespace tribunal
