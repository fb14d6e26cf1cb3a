#pragma once

#include <cstdint>
#include <expected>
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

/// What sandboxes are made of.
struct Tools {
  std::string setpriv;  ///< programs: absolute paths; empty where one is not installed
  std::string bwrap;
  bool filter = false;  ///< the kernel can filter system calls

  /// As PATH and the kernel have them.
  [[nodiscard]] static Tools find();
};

/// Who puts a bot's system calls under the filter (SyscallFilter).
enum class Filtering : std::uint8_t {
  nobody,
  itself,   ///< the process, before it runs the first of the words
  sandbox,  ///< bwrap, before it runs the bot's words: it reads the filter on `filter_descriptor`
};

/// What a process may use of something at most: setrlimit(2), soft and hard.
struct Limit {
  decltype(RLIMIT_CORE) resource;
  rlim_t most;

  bool operator==(const Limit&) const = default;
};

/// What one process of a bot with `resources` may use; how many processes it may have depends on its level.
[[nodiscard]] std::vector<Limit> limits_of(const Resources& resources);

/// What is really launched for a bot: words around its own.
struct Profile {
  std::vector<std::string> words;
  std::vector<Limit> limits;  ///< from the first of the words on, as is all that follows
  std::filesystem::path directory;
  std::vector<std::string> environment;  ///< `NAME=value` more, or instead of the usual
  std::optional<uid_t> user = {};        ///< another, for good (`become`)
  std::optional<uid_t> pipes_of = {};    ///< owns its pipes, and so may open /dev/stdout and the like
  bool counted_apart = false;            ///< in a user namespace of its own, which counts its processes
  bool confined = false;                 ///< no terminal and no keys of who started this program (`cut_off`)
  bool tells_status = false;             ///< on `status_descriptor`, which it is to be started with
  Filtering filtering = Filtering::nobody;
  std::optional<Terminal> terminal = {};  ///< to be `keyboard_descriptor` and `screen_descriptor`
};

/// Where bwrap writes what became of what it ran (`--json-status-fd`); nothing that runs in it has that open.
inline constexpr int status_descriptor = 3;

/// Where bwrap reads the filter of system calls, and closes it.
inline constexpr int filter_descriptor = 4;

/// Where a person's seat reads what is typed, and writes what is shown.
inline constexpr int keyboard_descriptor = 5;
inline constexpr int screen_descriptor = 6;

/// Who the bot is to the system.
struct Identity {
  std::optional<uid_t> uid;     ///< a user of its own; none: the one who started this program
  int processes_of_others = 0;  ///< that the system counts together with the bot's
};

/// Processes that the sandbox itself keeps beside the bot's.
inline constexpr int sandbox_processes = 3;

/// How a bot is launched at its level. `command`'s first word is the program itself, as find_program finds
/// it. Pure: nothing is looked up or run.
[[nodiscard]] Profile profile_of(const Command& command, const Sandbox& sandbox, const FileView& view,
                                 const Identity& identity, const Tools& tools);

}  // namespace tribunal
