// Other processes: the referee, the wrapper, the other bots.
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <thread>

#include "attack.hpp"

namespace {

using namespace std::chrono_literals;

/// Its last component, which is the kernel's name for a process.
std::string name_of(pid_t pid) {
  auto name = contents_of("/proc/" + std::to_string(pid) + "/comm");
  while (name.ends_with('\n')) name.pop_back();
  return name;
}

std::vector<pid_t> all_processes() {
  std::vector<pid_t> found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator{"/proc", ignored}) {
    const auto name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") == std::string::npos) found.push_back(std::stoi(name));
  }
  return found;
}

/// The referee and the other bots, if they are visible: processes whose name is among the targets. (All other
/// processes of this machine must not be touched.)
std::vector<pid_t> victims(const Situation& situation) {
  std::vector<pid_t> found;
  for (const pid_t pid : all_processes()) {
    const auto name = name_of(pid);
    for (const auto& target : situation.targets) {
      if (pid != ::getpid() && name == target.substr(0, 15)) found.push_back(pid);
    }
  }
  if (found.empty()) refused("to see a process of the referee or of another bot");
  return found;
}

std::string file_of(pid_t pid, std::string_view name) {
  return "/proc/" + std::to_string(pid) + '/' + std::string{name};
}

void command_lines(const Situation& situation) {
  for (const pid_t pid : victims(situation)) {
    report(!contents_of(file_of(pid, "cmdline")).empty(), "the command line of " + name_of(pid));
  }
}

void environments(const Situation& situation) {
  for (const pid_t pid : victims(situation)) {
    errno = EACCES;
    report(!contents_of(file_of(pid, "environ")).empty(), "the environment of " + name_of(pid));
  }
}

/// A few bytes of the program's own text are enough to prove it.
bool reads_memory(pid_t pid) {
  std::ifstream maps{file_of(pid, "maps")};
  std::string line;
  if (!std::getline(maps, line)) return false;
  const auto start = std::stoull(line, nullptr, 16);
  std::array<char, 16> bytes{};
  const iovec ours{bytes.data(), bytes.size()};
  const iovec theirs{reinterpret_cast<void*>(start), bytes.size()};  // NOLINT(performance-no-int-to-ptr)
  if (::process_vm_readv(pid, &ours, 1, &theirs, 1, 0) > 0) return true;
  const int file = ::open(file_of(pid, "mem").c_str(), O_RDONLY | O_CLOEXEC);
  const bool good = file >= 0 && ::pread(file, bytes.data(), bytes.size(), static_cast<off_t>(start)) > 0;
  ::close(file);
  return good;
}

void memories(const Situation& situation) {
  for (const pid_t pid : victims(situation)) report(reads_memory(pid), "the memory of " + name_of(pid));
}

/// The pipes of the others: their cards can be read there, and their answers forged.
void pipes(const Situation& situation) {
  for (const pid_t pid : victims(situation)) {
    std::error_code error;
    bool any = false;
    for (const auto& entry : std::filesystem::directory_iterator{file_of(pid, "fd"), error}) {
      const int file = ::open(entry.path().c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
      any = any || file >= 0;
      if (file >= 0) ::close(file);
    }
    if (error) errno = error.value();
    report(any, "the open files of " + name_of(pid));
  }
}

/// Traces them as a debugger, and detaches at once.
void debugging(const Situation& situation) {
  auto all = victims(situation);
  if (::getppid() > 1) all.push_back(::getppid());
  for (const pid_t pid : all) {
    const bool seized = ::ptrace(PTRACE_SEIZE, pid, nullptr, nullptr) == 0;
    report(seized, "to follow " + name_of(pid));
    if (!seized) continue;
    ::ptrace(PTRACE_INTERRUPT, pid, nullptr, nullptr);
    ::waitpid(pid, nullptr, __WALL);
    ::ptrace(PTRACE_DETACH, pid, nullptr, nullptr);
  }
}

/// Sends nothing, but learns whether it could.
bool may_signal(pid_t whom) { return ::kill(whom, 0) == 0; }

/// Process 1 of its own namespace does not count: it is the wrapper, which dies with the processes that it
/// kills.
bool has_parent_outside() { return ::getppid() > 1; }

void signals(const Situation& situation) {
  for (const pid_t pid : victims(situation)) report(may_signal(pid), "to signal " + name_of(pid));
  if (has_parent_outside()) report(may_signal(::getppid()), "to signal its parent " + name_of(::getppid()));
  const pid_t group = ::getpgid(::getppid());
  if (group > 1 && group != ::getpgrp()) report(may_signal(-group), "to signal its parent's group");
  for (const pid_t pid : all_processes()) {
    if (pid > 1 && pid != ::getpid() && may_signal(pid)) return reached("to signal others");
  }
  refused("to signal others");
}

/// Really sends the signal, therefore only where it is certain that nobody is hit.
void kills(const Situation&) {
  for (const int signal : {SIGSTOP, SIGTERM, SIGKILL}) {
    ::kill(::getppid(), signal);
    const pid_t group = ::getpgid(::getppid());
    if (group > 1 && group != ::getpgrp()) ::kill(-group, signal);
    if (signal != SIGSTOP) ::kill(-1, signal);
  }
  std::this_thread::sleep_for(50ms);
  refused("to end its parent, its group or everyone: we are still here");
}

/// A process that leaves its group for its parent's is not hit when its own group is.
void joins_group(const Situation&) {
  const pid_t group = ::getpgid(::getppid());
  if (group <= 1 || group == ::getpgrp()) return refused("to see its parent's group");
  report(::setpgid(0, group) == 0, "the group of its parent " + name_of(::getppid()));
}

/// Joins its parent's process group, and ignores the signals that ask it to exit.
void stays_in_group(const Situation& situation) {
  for (const int signal : {SIGTERM, SIGHUP, SIGINT}) ::signal(signal, SIG_IGN);
  joins_group(situation);
}

/// A process in its own session, whose parent is gone, without any of our pipes. With a target it keeps the
/// game waiting after that.
void daemon_process(const Situation& situation) {
  const pid_t child = in_child([] {
    if (::fork() != 0) ::_exit(0);
    ::setsid();
    if (::fork() != 0) ::_exit(0);
    for (const int file : {0, 1, 2}) ::close(file);
    for (const int signal : {SIGTERM, SIGHUP, SIGINT}) ::signal(signal, SIG_IGN);
    while (true) std::this_thread::sleep_for(1h);
  });
  ::waitpid(child, nullptr, 0);
  refused("yet: to stay when the game is over");
  if (!situation.targets.empty()) std::this_thread::sleep_for(1h);
}

/// Children die of every existing signal, in turn; then this process dies of targets[0], if that is given.
void signals_itself(const Situation& situation) {
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    const pid_t child = in_child([signal] {
      ::raise(signal);
      ::_exit(0);
    });
    if (child > 0) ::waitpid(child, nullptr, WUNTRACED);
    if (child > 0) ::kill(child, SIGKILL);
  }
  refused("to disturb anybody but itself");
  if (!situation.targets.empty()) {
    ::signal(situation.number(0, SIGKILL), SIG_DFL);
    ::raise(situation.number(0, SIGKILL));
  }
}

constexpr std::array process_attacks{
    Attack{"command-lines", {command_lines}},
    Attack{"environments", {environments}},
    Attack{"memories", {memories}},
    Attack{"pipes", {pipes}},
    Attack{"debugging", {debugging}},
    Attack{"signals", {signals}},
    Attack{"kills", {kills}},
    Attack{"joins-group", {joins_group}},
    Attack{"stays-in-group", {stays_in_group}},
    Attack{"daemon", {daemon_process}},
    Attack{"signals-itself", {signals_itself}},
};

}  // namespace

std::span<const Attack> attacks_on_processes() { return process_attacks; }
