#include "bots/process/launcher.hpp"

#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>

#include "bots/sandbox/profile.hpp"

namespace tribunal {

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

}  // namespace tribunal
