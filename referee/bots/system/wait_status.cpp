#include "bots/system/wait_status.hpp"

#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <sys/wait.h>

namespace tribunal {
namespace {

constexpr int killed = 128;  ///< plus the signal, as an exit code

std::string name_of_signal(int signal) { return fmt::format("signal {} ({})", signal, ::strsignal(signal)); }

}  // namespace

bool has_ended(pid_t child) {
  siginfo_t info{};
  const bool known = ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0;
  return known && info.si_pid == child;
}

std::string describe_status(int status) {
  if (WIFSIGNALED(status)) return "was killed by " + name_of_signal(WTERMSIG(status));
  const int code = WEXITSTATUS(status);
  const bool after_signal = code > killed && code - killed < NSIG;
  return "exited with " + std::to_string(code) +
         (after_signal ? ", as after " + name_of_signal(code - killed) : "");
}

bool ended_by_kill(int status) {
  return WIFSIGNALED(status) ? WTERMSIG(status) == SIGKILL : WEXITSTATUS(status) == killed + SIGKILL;
}

}  // namespace tribunal
