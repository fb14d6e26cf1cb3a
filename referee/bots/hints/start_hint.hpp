#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/sandbox/file_view.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "bots/sandbox/visibility.hpp"
#include "bots/system/command.hpp"

namespace tribunal {

/// The files and directories that the bot probably missed. They are beside those that its command names,
/// hidden from it, and named in its last output `said`, with or without their extension: `No module named
/// 'tribunal_bot'` names tribunal_bot.py.
[[nodiscard]] std::vector<std::filesystem::path> missed_files(const Command& command, const FileView& view,
                                                              std::string_view said);

/// The first word of a command, after the program, that looks like a file, is named in `said` and does not
/// exist. Empty if there is none.
[[nodiscard]] std::filesystem::path absent_file(const Command& command, std::string_view said);

/// The interpreter on this machine that a word probably means. Empty if none is similar.
[[nodiscard]] std::string near_interpreter(const std::string& word);

/// The facts about a bot that did not start, for a hint.
struct FailedStart {
  Command command;
  Sandbox sandbox;
  std::vector<SharedFolder> shared;  ///< its folders that are hidden from it
  bool ran = false;                  ///< whether there was a process
  std::string message;               ///< reason that it is not ready
  std::string error_tail;            ///< end of the bot's output to stderr
};

/// Returns advice, in the imperative, that makes `missed` visible to a bot; paths are relative to its working
/// directory. If it is empty, the files are unknown. The advice differs between commands.
using ShowFiles = std::function<std::string(const std::vector<std::string>& missed)>;

/// The advice for commands without an option that names files.
inline constexpr std::string_view own_folder_or_no_sandbox =
    "give the bot a folder of its own, or run it without a sandbox (--sandbox none)";

/// A hint for a bot that does not start, for all commands: one sentence, safe for a terminal. Empty if no
/// hint fits. It names the sandbox only if that hides something from the bot.
[[nodiscard]] std::string start_hint(const FailedStart& start, const ShowFiles& show);

}  // namespace tribunal
