#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace tribunal {

/// A process as the kernel lists it (proc(5), /proc/PID/stat).
struct ProcessEntry {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t group = 0;
  bool ended = false;       ///< a zombie: no process has waited for it yet
  std::uint64_t start = 0;  ///< ticks since boot; with the number it identifies a process for good
  /// CPU time of the children that it waited for, and of theirs; the user and the system time are each known
  /// to a tick (10 ms).
  std::chrono::nanoseconds waited_for{};
};

/// Parses the text of /proc/PID/stat. Nothing if it is malformed.
[[nodiscard]] std::optional<ProcessEntry> parse_process_entry(std::string_view stat);

/// The current time in the unit of `ProcessEntry::start`.
[[nodiscard]] std::uint64_t tick_now();

/// Reads a process's entry; nothing if there is no such process.
[[nodiscard]] std::optional<ProcessEntry> read_process_entry(pid_t pid);

/// All processes that this one may see. It takes over ten microseconds per process of the machine; processes
/// that start or end meanwhile may be missing.
[[nodiscard]] std::vector<ProcessEntry> read_process_table();

/// Reads the process table again and again, in a fraction of the time: processes that are older than this
/// program cannot be below it, so each of them is read once and left out. It is recognised by its number and
/// the inode of its folder in /proc, which a later process of the same number does not have.
class YoungerProcesses {
 public:
  /// Processes that started with this program or after it, in the form of `read_process_table`.
  [[nodiscard]] std::vector<ProcessEntry> read();

 private:
  std::uint64_t own_start_ = 0;                         ///< 0: not known yet
  std::vector<std::pair<pid_t, std::uint64_t>> older_;  ///< numbers and inodes, as the kernel sorts them
};

/// The processes of `table` for which `is_root` holds, and all below them, parents before their children. No
/// root may be below another.
[[nodiscard]] std::vector<ProcessEntry> with_descendants(
    const std::vector<ProcessEntry>& table, const std::function<bool(const ProcessEntry&)>& is_root);

/// The number of threads of the user who runs this program, which RLIMIT_NPROC counts together with those of
/// its children.
[[nodiscard]] int threads_of_this_user();

/// The value of `TRIBUNAL_BOT` in the environment with which a process was started; empty if there is none,
/// or the process has ended.
[[nodiscard]] std::string mark_of(pid_t pid);

/// The text of a file of /proc; empty if it cannot be read.
[[nodiscard]] std::string read_proc_file(const std::string& path);

/// Whether a child of this program has ended. It stays a zombie, so that it keeps its number.
[[nodiscard]] bool has_ended(pid_t child);

/// The text for a status of waitpid(2): `exited with 3`, `was killed by signal 11 (Segmentation fault)`. A
/// sandbox, like a shell, passes on the end of its program as an exit code, 128 plus the signal: `exited with
/// 139, as after signal 11 (...)`.
[[nodiscard]] std::string describe_status(int status);

/// Whether SIGKILL ended the process, or the program that a wrapper ran.
[[nodiscard]] bool ended_by_kill(int status);

}  // namespace tribunal
