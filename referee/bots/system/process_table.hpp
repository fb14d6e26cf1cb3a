#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace tribunal {

/// A process as the kernel lists it (proc(5), /proc/PID/stat).
struct ProcessEntry {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t group = 0;
  bool ended = false;       ///< a zombie: nobody has waited for it yet
  std::uint64_t start = 0;  ///< in ticks since boot: with the number it names a process for good
  /// CPU time of the children that it waited for, and of theirs; known to a tick (10 ms) of each of two
  /// kinds.
  std::chrono::nanoseconds waited_for{};
};

/// Reads the text of /proc/PID/stat. Nothing if it is none.
[[nodiscard]] std::optional<ProcessEntry> parse_process_entry(std::string_view stat);

/// The current time in the unit of `ProcessEntry::start`.
[[nodiscard]] std::uint64_t tick_now();

/// Nothing if there is no such process.
[[nodiscard]] std::optional<ProcessEntry> read_process_entry(pid_t pid);

/// All processes that this one may see. It takes a good ten microseconds a process of the machine, and those
/// that come or go meanwhile may be in it or not.
[[nodiscard]] std::vector<ProcessEntry> read_process_table();

/// Threads of the user who runs this program, which RLIMIT_NPROC counts together with those of its children.
[[nodiscard]] int threads_of_this_user();

/// `TRIBUNAL_BOT` of the environment that a process was started with; empty if it has none, or has ended.
[[nodiscard]] std::string mark_of(pid_t pid);

/// The text of a file of /proc; empty if it cannot be read.
[[nodiscard]] std::string read_proc_file(const std::string& path);

}  // namespace tribunal
