#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/sandbox/sandbox.hpp"
#include "bots/sandbox/visibility.hpp"
#include "bots/system/command.hpp"

namespace tribunal {

/// The facts about a bot that did not get ready on which a hint depends.
struct FailedStart {
  Command command;
  Sandbox sandbox;
  std::vector<SharedFolder> shared;  ///< its folders that are not shown to it
  bool ran = false;                  ///< there was a process
  std::string message;               ///< the reason why it is not ready
  std::string error_tail;            ///< the end of what it wrote to stderr
};

/// The advice that lets a bot see `missed`, paths relative to its working directory; empty: the files are
/// unknown. An imperative sentence, which differs between commands.
using ShowFiles = std::function<std::string(const std::vector<std::string>& missed)>;

/// This advice in commands without an option that names files.
inline constexpr std::string_view own_folder_or_no_sandbox =
    "give the bot a folder of its own, or run it without a sandbox (--sandbox none)";

/// A hint for a bot that does not start, for all commands: one sentence, fit for a terminal. Empty if there
/// is none. It names the sandbox only if that hides something from the bot.
[[nodiscard]] std::string start_hint(const FailedStart& start, const ShowFiles& show);

}  // namespace tribunal
