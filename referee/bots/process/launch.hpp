#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "bots/sandbox/cgroup.hpp"
#include "bots/sandbox/profile.hpp"
#include "bots/sandbox/syscall_filter.hpp"

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

}  // namespace tribunal
