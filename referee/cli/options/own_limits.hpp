#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <sys/resource.h>

#include "base/error.hpp"
#include "bots/sandbox/sandbox.hpp"

namespace tribunal {

/// The process load of a command.
struct Crowd {
  int bots = 0;                                     ///< number of bot processes at each table
  int tables = 1;                                   ///< number of tables, each with a thread
  SandboxLevel level = SandboxLevel::bwrap_cgroup;  ///< level of the bots; the default needs most
};

/// The number of open files that this program needs for `crowd`, with spare ones to start another bot.
[[nodiscard]] std::int64_t open_files_for(const Crowd& crowd);

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

}  // namespace tribunal
