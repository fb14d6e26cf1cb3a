#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <sys/types.h>
#include <thread>
#include <vector>

#include "bots/system/process_table.hpp"

namespace tribunal {

/// Memory in use, KiB, by the descendants of `launched`, itself included, and by children of this program
/// that were started with `mark`.
[[nodiscard]] std::int64_t memory_of(pid_t launched, const std::string& mark,
                                     const std::vector<ProcessEntry>& table);

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
  std::map<pid_t, Watched> watched_;
  std::jthread thread_;  ///< last, so that the thread ends before the other members are destroyed
};

}  // namespace tribunal
