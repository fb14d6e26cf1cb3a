#include "bots/sandbox/orphan_reaper.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sstream>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "base/descriptor.hpp"
#include "bots/system/process_table.hpp"

namespace tribunal {
namespace {

/// The memory of this program's command line.
struct WritableArguments {
  char* begin = nullptr;
  std::size_t size = 0;
};

/// Reads fields 48 and 49 of /proc/PID/stat (proc(5)).
WritableArguments own_command_line() {
  const auto stat = read_proc_file("/proc/self/stat");
  const auto name_end = stat.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream fields{stat.substr(name_end + 1)};
  std::string skipped;
  for (int field = 3; field < 48; ++field) fields >> skipped;
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  if (!(fields >> begin >> end) || begin == 0 || end <= begin) return {};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel gives the address as a number.
  return {reinterpret_cast<char*>(begin), end - begin};
}

// From here to `watch` all code runs in the child of a program that may have threads: it neither allocates
// nor takes a lock (signal-safety(7)).

/// An entry of getdents64(2).
struct DirectoryEntry {
  std::uint64_t inode;
  std::int64_t offset;
  std::uint16_t length;
  std::uint8_t type;
  char name[256];  // NOLINT(modernize-avoid-c-arrays): as the kernel writes it
};

/// Whether one of the first variables in the environment of the process is the mark. All bots have it among
/// the first (`launch_process`).
bool is_marked(int proc, const char* number, std::string_view mark) {
  std::array<char, 32> path{};
  const auto length = std::min(std::strlen(number), path.size() - sizeof "/environ");
  std::memcpy(path.data(), number, length);
  std::memcpy(path.data() + length, "/environ", sizeof "/environ");
  const int file = ::openat(proc, path.data(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::array<char, 4096> bytes{};
  const auto count = ::read(file, bytes.data(), bytes.size());
  ::close(file);
  return count > 0 &&
         ::memmem(bytes.data(), static_cast<std::size_t>(count), mark.data(), mark.size()) != nullptr;
}

/// Kills the process if it is marked; returns whether it was. The descriptor, which only marked ones get
/// since it takes most of the time, makes sure that it is the same process.
bool kill_if_marked(int proc, const char* number, std::string_view mark) {
  pid_t pid = 0;
  const auto* const end = number + std::strlen(number);
  if (std::from_chars(number, end, pid).ptr != end || !is_marked(proc, number, mark)) return false;
  const int process = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  if (process < 0) return false;
  const bool marked = is_marked(proc, number, mark);
  if (marked) ::syscall(SYS_pidfd_send_signal, process, SIGKILL, nullptr, 0);
  ::close(process);
  return marked;
}

/// Looks at all processes once; returns whether any was marked.
bool kill_marked(std::string_view mark) {
  const int proc = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (proc < 0) return false;
  bool found = false;
  alignas(DirectoryEntry) std::array<char, 32768> bytes{};
  while (true) {
    const auto count = ::syscall(SYS_getdents64, proc, bytes.data(), bytes.size());
    if (count <= 0) break;
    for (long at = 0; at < count;) {
      const auto* const entry = reinterpret_cast<const DirectoryEntry*>(bytes.data() + at);
      if (kill_if_marked(proc, entry->name, mark)) found = true;
      at += entry->length;
    }
  }
  ::close(proc);
  return found;
}

/// Kills the marked processes. Parent-death signals end nearly all, so it first gives them a moment.
///
/// A process that executes another program has no environment for a moment, which may be long on a busy
/// machine; so several looks must find no process.
void kill_all_marked(std::string_view mark) {
  constexpr timespec moment{0, 100'000'000};
  constexpr timespec pause{0, 20'000'000};
  constexpr int most_looks = 1500;
  constexpr int quiet_looks = 50;
  int quiet = 0;
  ::nanosleep(&moment, nullptr);
  for (int looks = 0; looks < most_looks && quiet < quiet_looks; ++looks) {
    quiet = kill_marked(mark) ? 0 : quiet + 1;
    ::nanosleep(&pause, nullptr);
  }
}

/// Gives this process its own name in ps(1), and protects it from signals to the program or its group. Only
/// the descriptor `kept` stays open.
void stand_apart(int kept, const WritableArguments& command_line) {
  constexpr std::string_view name = "bot-reaper";
  ::setsid();
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  ::prctl(PR_SET_NAME, name.data());
  const auto wanted = static_cast<unsigned>(kept);
  if (wanted > 0) ::close_range(0, wanted - 1, 0);
  ::close_range(wanted + 1, ~0U, 0);
  std::fill_n(command_line.begin, command_line.size, '\0');
  std::copy_n(name.begin(), std::min(name.size(), command_line.size), command_line.begin);
}

[[noreturn]] void watch(int program, const WritableArguments& command_line, std::string_view mark) {
  stand_apart(program, command_line);
  pollfd end{program, POLLIN, 0};
  while (::poll(&end, 1, -1) < 0 && errno == EINTR) {
  }
  kill_all_marked(mark);
  ::_exit(0);
}

}  // namespace

std::optional<OrphanReaper> OrphanReaper::start(std::string_view family) {
  const auto mark = "TRIBUNAL_BOT=" + std::string{family};
  const auto command_line = own_command_line();
  const Descriptor program{static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0))};
  if (!program) return std::nullopt;
  const auto pid = ::fork();
  if (pid < 0) return std::nullopt;
  if (pid == 0) watch(program.get(), command_line, mark);
  return OrphanReaper{pid};
}

OrphanReaper::OrphanReaper(OrphanReaper&& other) noexcept : pid_{std::exchange(other.pid_, 0)} {}

OrphanReaper& OrphanReaper::operator=(OrphanReaper&& other) noexcept {
  std::swap(pid_, other.pid_);
  return *this;
}

OrphanReaper::~OrphanReaper() {
  if (pid_ == 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

bool OrphanReaper::runs() {
  if (pid_ != 0 && ::waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = 0;
  return pid_ != 0;
}

}  // namespace tribunal
