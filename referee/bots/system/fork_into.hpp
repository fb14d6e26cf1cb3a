#pragma once

#include <sys/types.h>

#include "base/descriptor.hpp"

namespace tribunal {

/// What `fork_into` returns, in the parent and in the child.
struct Forked {
  pid_t pid = -1;         ///< 0 in the child; -1, with errno, if there is none
  bool in_group = false;  ///< the child was born in the group; else it has to go there
};

/// Forks into the cgroup of version 2 whose folder is open as `group`, by clone3(2) with CLONE_INTO_CGROUP.
/// Without a group, and where that cannot be done (Linux before 5.7, a container that forbids it), as fork(2)
/// does. The child may only do what is safe after a fork in a program with several threads
/// (signal-safety(7)); besides, libc does not know in it that it is another process: no atfork handler has
/// run.
[[nodiscard]] Forked fork_into(const Descriptor& group);

}  // namespace tribunal
