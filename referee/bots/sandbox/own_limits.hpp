#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <sys/resource.h>

#include "bots/sandbox/sandbox.hpp"

namespace tribunal {

/// What a command runs at the same time.
struct Crowd {
  int bots = 0;                                     ///< processes of bots at each table
  int tables = 1;                                   ///< a thread each
  SandboxLevel level = SandboxLevel::bwrap_cgroup;  ///< of the bots; this one needs most
};

/// Open files that this program needs for `crowd`, with room to start another bot.
[[nodiscard]] std::int64_t open_files_for(const Crowd& crowd);

/// Bots that can run at the same time at each of `tables`, at any level, where this program may have
/// `open_files`.
[[nodiscard]] std::int64_t room_for_bots(rlim_t open_files, int tables);

/// Open files that this process may have once its soft limit is raised.
[[nodiscard]] rlim_t most_open_files();

/// Raises the soft limits of this process (getrlimit(2)) where they are too small for `crowd`. The error is
/// one sentence with the limit, its value and what is needed: the hard limit is too small as well.
[[nodiscard]] std::expected<void, std::string> make_room(const Crowd& crowd);

/// Which limit of a bot this process is not allowed to set, since its own hard limit is lower: one sentence,
/// with the key of a plan that says what a bot is allowed. None: bots can be started with `resources`.
[[nodiscard]] std::optional<std::string> limit_out_of_reach(const Resources& resources);

/// Raises the soft limit on the stack where it is too small for this program, also for threads started from
/// now on. The error is one sentence, as of `make_room`.
[[nodiscard]] std::expected<void, std::string> ensure_stack();

}  // namespace tribunal
