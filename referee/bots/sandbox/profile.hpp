#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <sys/types.h>
#include <vector>

#include "bots/sandbox/file_view.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "bots/system/command.hpp"

namespace tribunal {

/// The tools that sandboxes need.
struct Tools {
  std::string setpriv;  ///< absolute paths of programs; empty if one is not installed
  std::string bwrap;
  bool filter = false;  ///< whether the kernel can filter system calls

  /// Finds the programs in PATH, and asks the kernel.
  [[nodiscard]] static Tools find();
};

/// The program that applies the filter (SyscallFilter) to a bot's system calls.
enum class Filtering : std::uint8_t {
  nobody,
  itself,   ///< the process, before it executes the first word
  sandbox,  ///< bwrap, before it executes the bot's words; it reads the filter on `filter_descriptor`
};

/// A soft and hard limit of a process (setrlimit(2)).
struct Limit {
  decltype(RLIMIT_CORE) resource;
  rlim_t most;

  bool operator==(const Limit&) const = default;
};

/// The limits of one process of a bot with `resources`. The number of processes is not included, because it
/// depends on the level.
[[nodiscard]] std::vector<Limit> limits_of(const Resources& resources);

/// The command line that is launched for a bot: the bot's words within further words.
struct Profile {
  std::vector<std::string> words{};
  std::vector<Limit> limits{};  ///< applied before the first word runs, like the members below
  std::filesystem::path directory;
  std::vector<std::string> environment{};  ///< additional or replaced variables `NAME=value`
  std::optional<uid_t> user = {};          ///< another user, irrevocably (`become`)
  std::optional<uid_t> pipes_of = {};      ///< owner of its pipes, who may open /dev/stdout and the like
  bool counted_apart = false;              ///< whether a user namespace of its own counts its processes
  bool confined = false;                   ///< whether it lacks the terminal and keys of this program's user
                                           ///< (`cut_off`)
  bool tells_status =
      false;  ///< whether it reports its status on `status_descriptor`, which must be open at its start
  Filtering filtering = Filtering::nobody;
  std::optional<Terminal> terminal = {};  ///< becomes `keyboard_descriptor` and `screen_descriptor`
};

/// The descriptor for bwrap's report on its child (`--json-status-fd`). It is closed in all programs in the
/// sandbox.
inline constexpr int status_descriptor = 3;

/// The descriptor from which bwrap reads the filter of system calls; bwrap then closes it.
inline constexpr int filter_descriptor = 4;

/// The descriptors from which a person's seat reads, and to which it writes.
inline constexpr int keyboard_descriptor = 5;
inline constexpr int screen_descriptor = 6;

/// The user of a bot.
struct Identity {
  std::optional<uid_t> uid{};   ///< a user of its own; none: the user of this program
  int processes_of_others = 0;  ///< number of other processes that the system counts together with the bot's
};

/// The number of processes that the sandbox itself needs besides the bot's.
inline constexpr int sandbox_processes = 3;

/// The launch of a bot at its level. The first word of `command` must be the path of the program, as from
/// find_program. A pure function: it looks nothing up and runs nothing.
[[nodiscard]] Profile profile_of(const Command& command, const Sandbox& sandbox, const FileView& view,
                                 const Identity& identity, const Tools& tools);

}  // namespace tribunal
