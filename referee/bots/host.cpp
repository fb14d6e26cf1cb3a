#include "bots/host.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <random>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "bots/process_table.hpp"

namespace tribunal {
namespace {

std::string fresh_mark() {
  std::random_device random;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string mark;
  while (mark.size() < 16) mark += digits[random() % digits.size()];
  return mark;
}

std::vector<pid_t> own_children() {
  std::vector<pid_t> children;
  for (const auto& process : read_process_table()) {
    if (process.parent == ::getpid()) children.push_back(process.pid);
  }
  return children;
}

int reap(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

Host::Host() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::signal(SIGPIPE, SIG_IGN);
}

Host::~Host() {
  while (!marks_.empty()) dismiss(marks_.begin()->first);
  const std::lock_guard lock{mutex_};
  sweep();
}

std::expected<Launched, LaunchFailure> Host::launch(const Command& command, const Sandbox& sandbox) {
  const std::lock_guard lock{mutex_};  // a sweep must not see a child that is not known yet
  auto mark = fresh_mark();
  auto launched = launch_process(command, sandbox, mark);
  if (launched) marks_.emplace(launched->pid, std::move(mark));
  return launched;
}

int Host::dismiss(pid_t pid) {
  const std::lock_guard lock{mutex_};
  ::kill(-pid, SIGKILL);  // before it is reaped: until then the number of the group is its own
  const int status = reap(pid);
  marks_.erase(pid);
  sweep();
  return status;
}

/// Ends the children that belong to no live bot: those that their parents left behind. Killing one may bring
/// its children here, hence the rounds.
void Host::sweep() {
  constexpr int most_rounds = 1000;  // whoever forks faster than that keeps the next sweep busy, not this one
  const auto belongs_to_live_bot = [this](pid_t pid) {
    if (marks_.contains(pid)) return true;
    const auto mark = mark_of(pid);
    return std::ranges::any_of(marks_, [&](const auto& live) { return live.second == mark; });
  };
  bool found = true;
  for (int round = 0; found && round < most_rounds; ++round) {
    found = false;
    for (const pid_t pid : own_children()) {
      if (belongs_to_live_bot(pid) || ::kill(pid, SIGKILL) != 0) continue;
      reap(pid);
      found = true;
    }
  }
}

}  // namespace tribunal
