#include "bots/system/fork_into.hpp"

#include <cerrno>
#include <csignal>
#include <linux/sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tribunal {
namespace {

/// Forks by clone3(2). It is disabled under the thread sanitizer, which must know of every fork, and does not
/// know this one.
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

/// Falls back to fork(2) after any error of clone3(2): many of them forbid clone3 alone (ENOSYS, EINVAL,
/// E2BIG, EPERM), and fork(2) reports those that forbid both.
Forked fork_into(const Descriptor& group) {
  const auto born_there = group ? clone_into(group) : -1;
  if (born_there >= 0) return {born_there, true};
  return {::fork(), false};
}

}  // namespace tribunal
