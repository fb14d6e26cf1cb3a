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
  bool ended = false;       ///< whether it is a zombie: no process has waited for it yet
  std::uint64_t start = 0;  ///< ticks since boot; with the pid it identifies a process uniquely
  /// CPU time of the children that it waited for, and of theirs. User and system time are each accurate to a
  /// tick (10 ms).
  std::chrono::nanoseconds waited_for{};
};

/// Parses the text of /proc/PID/stat. None if it is malformed.
[[nodiscard]] std::optional<ProcessEntry> parse_process_entry(std::string_view stat);

/// The current time in the unit of `ProcessEntry::start`.
[[nodiscard]] std::uint64_t tick_now();

/// Reads a process's entry. None if there is no such process.
[[nodiscard]] std::optional<ProcessEntry> read_process_entry(pid_t pid);

/// All processes that are visible to this one. It takes more than ten microseconds per process of the
/// machine. Processes that start or end meanwhile may be missing.
[[nodiscard]] std::vector<ProcessEntry> read_process_table();

/// Reads the process table repeatedly in a fraction of the time. Processes older than this program cannot be
/// its descendants, so each of them is read once and then skipped. They are recognised by their pid and the
/// inode of their folder in /proc, which differs for a later process with the same pid.
class YoungerProcesses {
 public:
  /// The processes that started with this program or after it, in the form of `read_process_table`.
  [[nodiscard]] std::vector<ProcessEntry> read();

 private:
  std::uint64_t own_start_ = 0;                         ///< 0: unknown so far
  std::vector<std::pair<pid_t, std::uint64_t>> older_;  ///< pids and inodes in the order of the kernel
};

/// The processes of `table` for which `is_root` is true, and all their descendants, parents before their
/// children. No root may be below another.
[[nodiscard]] std::vector<ProcessEntry> with_descendants(
    const std::vector<ProcessEntry>& table, const std::function<bool(const ProcessEntry&)>& is_root);

/// The number of threads of this program's user, which RLIMIT_NPROC counts together with those of its
/// children.
[[nodiscard]] int threads_of_this_user();

/// The value of `TRIBUNAL_BOT` in the environment with which a process was started. Empty if there is none,
/// or if the process has ended.
[[nodiscard]] std::string mark_of(pid_t pid);

/// The text of a file in /proc. Empty if it cannot be read.
[[nodiscard]] std::string read_proc_file(const std::string& path);

/// Whether a child of this program has ended. It stays a zombie and keeps its pid.
[[nodiscard]] bool has_ended(pid_t child);

/// A status of waitpid(2) as text: `exited with 3`, `was killed by signal 11 (Segmentation fault)`. A
/// sandbox, like a shell, reports a signal that ended its program as an exit code of 128 plus the signal:
/// `exited with 139, as after signal 11 (...)`.
[[nodiscard]] std::string describe_status(int status);

/// Whether SIGKILL ended the process, or the program that a wrapper ran.
[[nodiscard]] bool ended_by_kill(int status);

/// The current activity of a process and its descendants, for messages. It may change at any time, and a
/// program may fake it.
struct Activity {
  bool computes = false;         ///< whether a thread is running or runnable
  bool compiles = false;         ///< whether one of the processes is a compiler or a linker
  bool waits_for_input = false;  ///< whether a thread is blocked reading from a pipe
  bool sleeps = false;           ///< whether a thread sleeps for a set time
  bool waits_for_disk = false;   ///< whether a thread is in uninterruptible sleep, usually waiting for a disk
};

/// The activity of the processes below `launched`, in any PID namespace. It reads the process table, and a
/// file per thread.
[[nodiscard]] Activity activity_of(pid_t launched);

}  // namespace tribunal
