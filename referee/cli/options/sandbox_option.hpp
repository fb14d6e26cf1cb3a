#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <sys/resource.h>

#include "base/error.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "record/record.hpp"
#include "tournament/plan/plan.hpp"

namespace tribunal {

/// The process load of a command.
struct Crowd {
  int bots = 0;                                     ///< number of bot processes at each table
  int tables = 1;                                   ///< number of tables, each with a thread
  SandboxLevel level = SandboxLevel::bwrap_cgroup;  ///< level of the bots; the default needs most
};

/// The number of bots that can run at the same time at each of `tables` tables, at any level, if this program
/// may open `open_files` files.
[[nodiscard]] std::int64_t room_for_bots(rlim_t open_files, int tables);

/// The number of files that this process may open once its soft limit is raised.
[[nodiscard]] rlim_t most_open_files();

/// Raises the soft limits of this process (getrlimit(2)) if they are too small for `crowd`. If the hard limit
/// is too small as well, the error is one sentence with the limit, its value and the value that is needed.
[[nodiscard]] Result<void> make_room(const Crowd& crowd);

/// One sentence about a bot's limit that this process is not allowed to set because its own hard limit is
/// lower, with the plan's key for the bot's limit. None if bots can be started with `resources`.
[[nodiscard]] std::optional<std::string> limit_out_of_reach(const Resources& resources);

/// Raises the soft limit on the stack if it is too small for this program, and for threads that are started
/// from now on. The error is one sentence, like that of `make_room`.
[[nodiscard]] Result<void> ensure_stack();

/// The level to use: the demanded one, or the highest that works here. Tests it by running a small command.
/// Before that, refuses limits for bots (`resources`) that this process is not allowed to set, and limits of
/// its own that are too small for `crowd` and cannot be raised (`make_room`). The level of `crowd` is
/// ignored. The error is one sentence that says what is missing for the demanded level, and how to get it
/// (exit code 69).
[[nodiscard]] Result<SandboxLevel> settle_level(std::optional<SandboxLevel> demanded, Crowd crowd,
                                                const Resources& resources = {});

/// The level for a tournament whose results are in `out`: the one that its plan demands, or else the one at
/// which its games were played so far. The highest level that works may change from run to run.
[[nodiscard]] Result<SandboxLevel> settle_level(const Plan& plan, const Crowd& crowd,
                                                const std::filesystem::path& out);

/// The origin of the commands that start the bots of a recorded game again.
enum class CommandSource : std::uint8_t {
  command_line,    ///< the user of this program
  results_folder,  ///< the author of the folder, who may be untrusted
};

/// The level for bots that play a recorded game again: `asked`, or else the level of the record. Without
/// `asked`, levels below bwrap are refused for commands from a folder, because they may be untrusted. The
/// error is one sentence (exit code 69).
[[nodiscard]] Result<SandboxLevel> settle_level_again(std::optional<SandboxLevel> asked, const Record& record,
                                                      CommandSource source, const Resources& resources = {});

/// Prints on `out` which level is used and, below bwrap, what it does not protect.
void tell_of_level(std::ostream& out, SandboxLevel level);

}  // namespace tribunal
