#include "bots/system/fork_into.hpp"

#include <cerrno>
#include <csignal>
#include <linux/sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tribunal {
namespace {

/// The thread sanitizer wants to know of every fork, and does not know this one.
pid_t clone_into([[maybe_unused]] const Descriptor& group) {
#if defined(SYS_clone3) && defined(CLONE_INTO_CGROUP) && !defined(__SANITIZE_THREAD__)
  clone_args arguments{};
  arguments.flags = CLONE_INTO_CGROUP;
  arguments.exit_signal = SIGCHLD;
  arguments.cgroup = static_cast<decltype(arguments.cgroup)>(group.get());
  return static_cast<pid_t>(::syscall(SYS_clone3, &arguments, sizeof arguments));
#else
  errno = ENOSYS;
  return -1;
#endif
}

}  // namespace

/// What forbids the first says so in many ways (ENOSYS, EINVAL, E2BIG, EPERM); what forbids both is found by
/// the second.
Forked fork_into(const Descriptor& group) {
  const auto born_there = group ? clone_into(group) : -1;
  if (born_there >= 0) return {born_there, true};
  return {::fork(), false};
}

}  // namespace tribunal
