#include "bots/host.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace tribunal {
namespace {

std::string fresh_mark() {
  std::random_device random;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string mark;
  while (mark.size() < 16) mark += digits[random() % digits.size()];
  return mark;
}

std::string contents_of(const std::string& file) {
  std::ifstream stream{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

/// The parent's number from /proc/PID/stat: `PID (NAME) STATE PARENT ...`; the name may hold anything.
/// Without streams, for this is read of every process of the machine.
pid_t parent_of(const char* pid) {
  const auto path = std::string{"/proc/"} + pid + "/stat";
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  std::array<char, 128> bytes{};
  const auto count = file ? ::read(file.get(), bytes.data(), bytes.size()) : -1;
  if (count <= 0) return 0;
  const std::string_view stat{bytes.data(), static_cast<std::size_t>(count)};
  const auto name_end = stat.rfind(')');
  pid_t parent = 0;
  if (name_end == std::string_view::npos || name_end + 4 > stat.size()) return parent;
  std::from_chars(stat.data() + name_end + 4, stat.data() + stat.size(), parent);
  return parent;
}

std::vector<pid_t> own_children() {
  std::vector<pid_t> children;
  const std::unique_ptr<DIR, int (*)(DIR*)> processes{::opendir("/proc"), ::closedir};
  while (const auto* const entry = processes ? ::readdir(processes.get()) : nullptr) {
    const std::string_view name{entry->d_name};
    pid_t pid = 0;
    const auto end = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (end.ptr == name.data() + name.size() && parent_of(entry->d_name) == ::getpid())
      children.push_back(pid);
  }
  return children;
}

/// The mark that a process was started with; empty if it has none, or has ended.
std::string mark_of(pid_t pid) {
  constexpr std::string_view name = "TRIBUNAL_BOT=";
  const auto environment = contents_of("/proc/" + std::to_string(pid) + "/environ");
  for (std::size_t start = 0; start < environment.size();) {
    const auto end = std::min(environment.find('\0', start), environment.size());
    const auto variable = std::string_view{environment}.substr(start, end - start);
    if (variable.starts_with(name)) return std::string{variable.substr(name.size())};
    start = end + 1;
  }
  return {};
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
  auto launched = launch_process(forks_, command, sandbox, mark);
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
