#include "bots/process/launcher.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <linux/sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bots/sandbox/profile.hpp"

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

Descriptor above_the_childs(int fd) {
  Descriptor low{fd};
  if (fd > screen_descriptor) return low;
  return Descriptor{::fcntl(fd, F_DUPFD_CLOEXEC, screen_descriptor + 1)};
}

std::optional<Pipe> Pipe::make() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  Pipe pipe{above_the_childs(ends[0]), above_the_childs(ends[1])};
  if (!pipe.reading || !pipe.writing) return std::nullopt;
  return pipe;
}

Launcher::Trouble Launcher::outcome_of_child(const Descriptor& report) const {
  Trouble what;
  while (::read(report.get(), &what, sizeof what) < 0 && errno == EINTR) {
  }
  if (what.error != 0) {
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
  }
  return what;
}

process::error_code CloseOthers::on_exec_setup(const Launcher& launcher,
                                               const std::filesystem::path& /*executable*/,
                                               const char* const* /*words*/) const {
  unsigned next = 0;
  for (const int kept : launcher.fd_whitelist) {
    const auto fd = static_cast<unsigned>(kept);
    if (fd > next) ::close_range(next, fd - 1, 0);
    next = fd + 1;
  }
  ::close_range(next, ~0U, 0);
  return {};
}

/// Falls back to fork(2) after any error of clone3(2): many of them forbid clone3 alone (ENOSYS, EINVAL,
/// E2BIG, EPERM), and fork(2) reports those that forbid both.
Forked fork_into(const Descriptor& group) {
  const auto born_there = group ? clone_into(group) : -1;
  if (born_there >= 0) return {born_there, true};
  return {::fork(), false};
}

}  // namespace tribunal
