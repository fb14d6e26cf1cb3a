#pragma once

#include <expected>
#include <map>
#include <mutex>
#include <string>
#include <sys/types.h>

#include "bots/confinement.hpp"
#include "bots/launch.hpp"

namespace tribunal {

/// This program as the host of bots: one for the whole program, made before any bot and outliving all. Every
/// child process of the program is taken for a bot's. It makes the program the reaper of descendants that
/// lost their parents (PR_SET_CHILD_SUBREAPER), so that none escapes, and ignores SIGPIPE. Safe to use from
/// several threads.
class Host {
 public:
  Host();
  /// Kills every process that is left.
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  /// Launches a process of which `dismiss` must be told. It dies with the calling thread.
  [[nodiscard]] std::expected<Launched, LaunchFailure> launch(const Command& command, const Sandbox& sandbox);

  /// Kills the group of `pid`, reaps it, and does the same to every descendant that escaped from the group.
  /// Returns the status of waitpid(2).
  int dismiss(pid_t pid);

 private:
  /// A live bot.
  struct Guest {
    std::string mark;
    Confinement confinement;
  };

  void sweep();

  std::mutex mutex_;
  std::map<pid_t, Guest> guests_;
};

}  // namespace tribunal
