#include "cli/terminal/answer_signals.hpp"

#include <poll.h>
#include <unistd.h>

#include "cli/options/exit_code.hpp"

namespace tribunal {

namespace {

/// Kills all child processes, prints `tribunal: sentence` on standard error unless that would block, and ends
/// the program with exit code 75. Uses neither streams nor destructors of the program, because another thread
/// may hold or wait for anything.
[[noreturn]] void leave_interrupted(const std::string& sentence) {
  kill_descendants();
  const auto line = "tribunal: " + sentence + '\n';
  pollfd screen{STDERR_FILENO, POLLOUT, 0};
  if (::poll(&screen, 1, 0) == 1 && (screen.revents & POLLOUT) != 0)
    (void)!::write(STDERR_FILENO, line.data(), line.size());
  ::_exit(static_cast<int>(ExitCode::interrupted));
}

}  // namespace

SignalWatch::Policy answered_signals(SignalDeadline deadline, std::string sentence) {
  constexpr std::chrono::milliseconds most{700};
  SignalWatch::Policy policy{.leave = [text = std::move(sentence)] { leave_interrupted(text); },
                             .last = true};
  if (deadline == SignalDeadline::second) policy.deadline = most;
  return policy;
}

}  // namespace tribunal
