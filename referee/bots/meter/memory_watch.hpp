#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <thread>

#include "bots/system/process_table.hpp"

namespace tribunal {

/// Kills bots that exceed their memory limit, if no cgroup does. It checks all watched bots ten times a
/// second, on a thread of its own that runs from the first watch on. Safe to use from several threads.
class MemoryWatch {
 public:
  MemoryWatch() = default;
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;
  ~MemoryWatch() = default;

  void watch(pid_t launched, std::string mark, int allowed_mb);
  /// Ends the watch of a bot; call it before the bot is reaped. Returns the KiB for which it was killed; 0 if
  /// it was not.
  std::int64_t leave(pid_t launched);

 private:
  struct Watched {
    std::string mark;
    std::int64_t allowed_kib = 0;
    std::int64_t killed_at_kib = 0;
  };

  void run(const std::stop_token& stop);
  void look();

  std::mutex mutex_;
  YoungerProcesses processes_;
  std::map<pid_t, Watched> watched_;
  std::jthread thread_;  ///< last, so that the thread ends before the other members are destroyed
};

/// The number of processes that the kernel has killed since boot for lack of memory, in any group; 0 if it
/// does not report it.
[[nodiscard]] std::int64_t processes_killed_for_memory();

/// The control group that counts the memory of a process, by the text of its /proc/PID/cgroup; empty if there
/// is none.
[[nodiscard]] std::string memory_group_of(std::string_view cgroup);

/// True if the memory of `pid`, alive or a zombie, is counted in another control group than this program's,
/// which may have its own limit.
[[nodiscard]] bool has_own_memory_group(pid_t pid);

}  // namespace tribunal
