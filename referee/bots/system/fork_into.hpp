#pragma once

#include <sys/types.h>

#include "base/descriptor.hpp"

namespace tribunal {

/// The result of `fork_into`, in the parent and in the child.
struct Forked {
  pid_t pid = -1;         ///< 0 in the child; -1, with errno, on failure
  bool in_group = false;  ///< the child was born in the group; else it must join it
};

/// Forks into the cgroup of version 2 whose folder is open as `group`, by clone3(2) with CLONE_INTO_CGROUP.
/// Without a group, and if that is not possible (Linux before 5.7, a container that forbids it), it calls
/// fork(2). The child may only do what is safe after a fork in a program with several threads
/// (signal-safety(7)). Besides, libc in the child does not know that it is another process: no atfork handler
/// has run.
[[nodiscard]] Forked fork_into(const Descriptor& group);

}  // namespace tribunal
