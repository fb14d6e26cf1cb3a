#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <sys/types.h>
#include <thread>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "bots/sandbox/cgroup.hpp"
#include "bots/sandbox/confinement.hpp"
#include "bots/sandbox/orphan_reaper.hpp"
#include "bots/sandbox/profile.hpp"
#include "bots/sandbox/syscall_filter.hpp"
#include "bots/system/process_table.hpp"

// The processes of bots, from start to end.
//
// Processes. The program forks one child per bot (`launch`). The child becomes the bot or, in a sandbox, the
// wrapper whose descendant the bot is. Each bot leads a process group. If the machine allows it, it has a
// control group and a user of its own. Each bot has TRIBUNAL_BOT in its environment, by which descendants are
// found that left the group. If this program is killed, one more child, the `OrphanReaper`, kills all of
// them.
//
// Waiting. The event loop of a table waits for a bot's pipes and for its process descriptor (pidfd), never
// for a pid. Every wait is ended by a clock that the bot does not control: an answer by the question's clock
// (with CPU time there is also a bound on wall time), a start by `startup_ms`, an exit by a timer for that
// wait only, and everything else after a fixed number of pauses of a millisecond. Only `dismiss` reaps a bot,
// so that its pid is not used again while it is known here. The program is the reaper of descendants that
// lost their parents (PR_SET_CHILD_SUBREAPER).
//
// Ends. A bot ends by itself, by `quit` (SIGTERM and SIGKILL follow, see `Grace`), by a limit of its sandbox,
// or with the thread that launched it (PR_SET_PDEATHSIG). In each case `dismiss` kills and reaps its process
// group, removes its control group with everything in it, and kills every child of the program that belongs
// to no live bot. After a signal to the program, `SignalWatch` kills all processes below it a moment later.

namespace tribunal {

/// A process that was just started, and the parent's ends of its pipes, which are close-on-exec and
/// non-blocking.
struct Launched {
  pid_t pid = 0;  ///< also its process group
  Descriptor input;
  Descriptor output;
  Descriptor errors;
  Descriptor status;        ///< sandbox's end of `status_descriptor`; empty if the profile reports no status
  Descriptor exit;          ///< pidfd_open(2): readable once the process has ended
  CgroupControls controls;  ///< controls of its group; empty if it has none
};

/// The result of `fork_into`, in the parent and in the child.
struct Forked {
  pid_t pid = -1;         ///< 0 in the child; -1, with errno, on failure
  bool in_group = false;  ///< whether the child was born in the group; otherwise it must join it
};

/// Forks into the cgroup of version 2 whose folder is open as `group`, by clone3(2) with CLONE_INTO_CGROUP.
/// Without a group, or if that is impossible (Linux before 5.7, or a container that forbids it), calls
/// fork(2). The child may only do what is safe after a fork in a program with several threads
/// (signal-safety(7)). Moreover, libc in the child does not know that it is another process, because no
/// atfork handler has run.
[[nodiscard]] Forked fork_into(const Descriptor& group);

/// Starts a process in its own group, with three pipes and a minimal environment: PATH, HOME, LANG,
/// PYTHONUNBUFFERED and `TRIBUNAL_BOT=mark`, which identifies its descendants. It is killed when the calling
/// thread ends. It joins the group of `entry` at its birth, or before it does anything else. `filter` applies
/// to its system calls, if the profile has a filter.
[[nodiscard]] Result<Launched> launch_process(const Profile& profile, const std::string& mark,
                                              const CgroupEntry& entry,
                                              const SyscallFilter* filter = nullptr);

/// Kills bots that exceed their memory limit, if no cgroup does. It checks all watched bots ten times a
/// second, on a thread of its own that runs from the first watch on. Safe to use from several threads.
class MemoryWatch {
 public:
  MemoryWatch() = default;
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;
  ~MemoryWatch() = default;

  void watch(pid_t launched, std::string mark, int allowed_mb);
  /// Ends the watch of a bot. Call it before the bot is reaped. Returns the KiB for which it was killed; 0 if
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
  std::jthread thread_;  ///< last member, so that the thread ends before the others are destroyed
};

/// The number of processes in any group that the kernel has killed since boot for lack of memory. 0 if it
/// does not report this.
[[nodiscard]] std::int64_t processes_killed_for_memory();

/// Whether the memory of `pid`, which is alive or a zombie, is counted in another control group than this
/// program's. That group may have its own limit.
[[nodiscard]] bool has_own_memory_group(pid_t pid);

/// The end of a bot.
struct Dismissal {
  int status = 0;      ///< status of waitpid(2)
  std::string reason;  ///< limit for which its sandbox killed it: `used ...`; else empty
  bool ran = true;     ///< false if its sandbox ended before anything ran in it
};

/// This program as the parent of bots. There is a single instance for the whole program, made before any bot
/// and destroyed after all. Every child process of the program counts as a bot's. The instance makes the
/// program the reaper of descendants that lost their parents (PR_SET_CHILD_SUBREAPER), so that none escapes,
/// and ignores SIGPIPE. If the program is killed, a helper process kills the bots (`OrphanReaper`). Safe to
/// use from several threads.
class Host {
 public:
  Host();
  /// Kills all bots and their descendants.
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  /// Launches a process that must later be passed to `dismiss`. It dies with the calling thread.
  [[nodiscard]] Result<Launched> launch(const Command& command, const Sandbox& sandbox);

  /// Launches nothing from now on. Descendants that escaped from their group are left to the destructor,
  /// which saves a scan of all processes per bot.
  void close() { closed_ = true; }

  /// Kills the group of `pid`, reaps it, and does the same with every descendant that escaped from the group.
  Dismissal dismiss(pid_t pid);

 private:
  /// A live bot.
  struct Guest {
    std::string mark;
    Confinement confinement;
    std::optional<Cgroup> cgroup;
    Descriptor status;  ///< as in `Launched`
  };

  /// Creates what all bots of this level need, before the first of them.
  [[nodiscard]] Result<void> get_ready(SandboxLevel level);
  [[nodiscard]] std::string fresh_mark() const;
  [[nodiscard]] Result<std::optional<Cgroup>> make_cgroup(const Sandbox& sandbox, const std::string& mark);
  /// The filter, compiled for the first bot that needs it. Null if this bot does not.
  [[nodiscard]] Result<const SyscallFilter*> filter_for(const Profile& profile);
  [[nodiscard]] std::string reason_of(const Guest& guest, std::int64_t killed_at_kib) const;
  void sweep();

  std::mutex mutex_;
  YoungerProcesses processes_;
  std::atomic<bool> closed_ = false;
  std::string family_;                  ///< prefix of the marks of all its bots
  std::optional<CgroupHome> cgroups_;   ///< set when the first bot needs it
  std::optional<OrphanReaper> reaper_;  ///< set with the first bot; declared after `cgroups_`, whose group it
                                        ///< is in
  std::optional<SyscallFilter> filter_;
  std::set<uid_t> used_users_;  ///< users that bots have had so far
  std::map<pid_t, Guest> guests_;
  MemoryWatch memory_;
};

}  // namespace tribunal
