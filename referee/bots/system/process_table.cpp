#include "bots/system/process_table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.hpp"

namespace tribunal {
namespace {

/// Removes the first word from `rest` and returns it as a number. 0 if it is not one.
template <typename Number>
Number take_number(std::string_view& rest) {
  Number number{};
  const auto end = rest.find(' ');
  std::from_chars(rest.data(), rest.data() + std::min(end, rest.size()), number);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return number;
}

void skip_words(std::string_view& rest, int count) {
  for (int i = 0; i < count; ++i) (void)take_number<int>(rest);
}

std::chrono::nanoseconds from_ticks(std::int64_t ticks) {
  static const std::int64_t a_second = ::sysconf(_SC_CLK_TCK);
  return std::chrono::nanoseconds{ticks * (1'000'000'000 / a_second)};
}

/// Reads a file of /proc at once. It is returned completely if there is enough space.
std::size_t read_at(int directory, const char* path, char* bytes, std::size_t most) {
  const Descriptor file{::openat(directory, path, O_RDONLY | O_CLOEXEC)};
  const auto count = file ? ::read(file.get(), bytes, most) : -1;
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

std::optional<ProcessEntry> read_entry(int directory, const char* path) {
  std::array<char, 1024> bytes{};
  return parse_process_entry({bytes.data(), read_at(directory, path, bytes.data(), bytes.size())});
}

/// Calls `take` with the folder of each process in /proc, and with a descriptor of /proc.
template <typename Take>
void for_each_process(Take take) {
  const std::unique_ptr<DIR, int (*)(DIR*)> processes{::opendir("/proc"), ::closedir};
  while (const auto* const folder = processes ? ::readdir(processes.get()) : nullptr)
    if (folder->d_name[0] >= '0' && folder->d_name[0] <= '9') take(*folder, ::dirfd(processes.get()));
}

std::optional<ProcessEntry> entry_of(const dirent& folder, int proc) {
  return read_entry(proc, (std::string{folder.d_name} + "/stat").c_str());
}

constexpr int killed = 128;  ///< an exit code is this plus the signal

std::string name_of_signal(int signal) { return fmt::format("signal {} ({})", signal, ::strsignal(signal)); }

/// Names of compilers, linkers and programs that run them, in the form that the kernel stores: 15 bytes.
constexpr std::array<std::string_view, 24> compilers{
    "compile", "link",  "asm",     "cgo",   "cc1",     "cc1plus", "ld",    "collect2",
    "as",      "rustc", "cargo",   "javac", "kotlinc", "scalac",  "tsc",   "gcc",
    "g++",     "clang", "clang++", "ghc",   "make",    "ninja",   "cmake", "ocamlopt"};

/// Whether the table has a child of `parent`, that is, whether `parent` launched another program.
bool has_child(const std::vector<ProcessEntry>& processes, pid_t parent) {
  return std::ranges::find(processes, parent, &ProcessEntry::parent) != processes.end();
}

std::string first_line_of(const std::string& path) {
  auto text = read_proc_file(path);
  return text.substr(0, text.find('\n'));
}

void look_at_threads(pid_t pid, Activity& activity) {
  std::error_code gone;
  const auto tasks = "/proc/" + std::to_string(pid) + "/task";
  for (const auto& task : std::filesystem::directory_iterator{tasks, gone}) {
    const auto waits_in = first_line_of(task.path() / "wchan");
    const auto stat = first_line_of(task.path() / "stat");
    const auto state = stat.substr(std::min(stat.rfind(')'), stat.size()));
    activity.computes = activity.computes || state.starts_with(") R");
    activity.waits_for_disk = activity.waits_for_disk || state.starts_with(") D");
    activity.waits_for_input = activity.waits_for_input || waits_in.contains("pipe_read");
    activity.sleeps = activity.sleeps || waits_in.contains("nanosleep");
  }
}

}  // namespace

/// Parses `PID (NAME) STATE PARENT GROUP ...`; the name may contain any characters.
std::optional<ProcessEntry> parse_process_entry(std::string_view stat) {
  const auto name_end = stat.rfind(')');
  if (name_end == std::string_view::npos || name_end + 4 > stat.size()) return std::nullopt;
  ProcessEntry entry;
  auto rest = stat.substr(name_end + 4);
  entry.ended = stat[name_end + 2] == 'Z' || stat[name_end + 2] == 'X';
  entry.pid = take_number<pid_t>(stat);
  entry.parent = take_number<pid_t>(rest);
  entry.group = take_number<pid_t>(rest);
  skip_words(rest, 10);  // up to the 15th: its own user and system time
  entry.waited_for = from_ticks(take_number<std::int64_t>(rest));
  entry.waited_for += from_ticks(take_number<std::int64_t>(rest));
  skip_words(rest, 4);
  entry.start = take_number<std::uint64_t>(rest);
  return entry;
}

std::uint64_t tick_now() {
  timespec time{};
  ::clock_gettime(CLOCK_BOOTTIME, &time);
  const auto a_second = static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK));
  return static_cast<std::uint64_t>(time.tv_sec) * a_second +
         static_cast<std::uint64_t>(time.tv_nsec) * a_second / 1'000'000'000;
}

std::optional<ProcessEntry> read_process_entry(pid_t pid) {
  return read_entry(AT_FDCWD, ("/proc/" + std::to_string(pid) + "/stat").c_str());
}

std::vector<ProcessEntry> read_process_table() {
  std::vector<ProcessEntry> table;
  for_each_process([&](const dirent& folder, int proc) {
    if (const auto entry = entry_of(folder, proc)) table.push_back(*entry);
  });
  return table;
}

std::vector<ProcessEntry> YoungerProcesses::read() {
  if (const auto own = own_start_ == 0 ? read_process_entry(::getpid()) : std::nullopt)
    own_start_ = own->start;
  std::vector<ProcessEntry> younger;
  const auto known = std::exchange(older_, {});
  for_each_process([&](const dirent& folder, int proc) {
    std::string_view number{folder.d_name};
    const std::pair<pid_t, std::uint64_t> identity{take_number<pid_t>(number), folder.d_ino};
    if (std::ranges::binary_search(known, identity)) {
      older_.push_back(identity);
    } else if (const auto entry = entry_of(folder, proc)) {
      if (entry->start >= own_start_) {
        younger.push_back(*entry);
      } else {
        older_.push_back(identity);
      }
    }
  });
  return younger;
}

std::vector<ProcessEntry> with_descendants(const std::vector<ProcessEntry>& table,
                                           const std::function<bool(const ProcessEntry&)>& is_root) {
  std::multimap<pid_t, const ProcessEntry*> children;
  std::vector<ProcessEntry> members;
  for (const auto& entry : table) {
    children.emplace(entry.parent, &entry);
    if (is_root(entry)) members.push_back(entry);
  }
  // If a pid was used again while the table was read, the table may have a circle. Therefore there is a
  // second bound.
  for (std::size_t i = 0; i < members.size() && i < table.size(); ++i) {
    const auto [first, last] = children.equal_range(members[i].pid);
    for (auto child = first; child != last; ++child) members.push_back(*child->second);
  }
  return members;
}

std::string read_proc_file(const std::string& path) {
  constexpr std::size_t step = 4096;
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  std::string text;
  while (file) {
    const auto size = text.size();
    text.resize(size + step);
    const auto count = ::read(file.get(), text.data() + size, step);
    text.resize(size + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count <= 0) break;
  }
  return text;
}

int threads_of_this_user() {
  int count = 0;
  for (const auto& process : read_process_table()) {
    struct stat status {};
    const auto folder = "/proc/" + std::to_string(process.pid) + "/task";
    if (::stat(folder.c_str(), &status) == 0 && status.st_uid == ::getuid())
      count += static_cast<int>(status.st_nlink) - 2;
  }
  return count;
}

std::string mark_of(pid_t pid) {
  constexpr std::string_view name = "TRIBUNAL_BOT=";
  const auto environment = read_proc_file("/proc/" + std::to_string(pid) + "/environ");
  for (std::size_t start = 0; start < environment.size();) {
    const auto end = std::min(environment.find('\0', start), environment.size());
    const auto variable = std::string_view{environment}.substr(start, end - start);
    if (variable.starts_with(name)) return std::string{variable.substr(name.size())};
    start = end + 1;
  }
  return {};
}

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

Activity activity_of(pid_t launched) {
  Activity activity;
  auto processes =
      with_descendants(read_process_table(), [&](const auto& entry) { return entry.pid == launched; });
  std::erase_if(processes, [](const auto& entry) { return entry.ended; });
  for (const auto& process : processes) {
    const auto name = first_line_of("/proc/" + std::to_string(process.pid) + "/comm");
    const bool is_go_alone = name == "go" && !has_child(processes, process.pid);  // else it waits for a child
    if (is_go_alone || std::ranges::find(compilers, name) != compilers.end()) activity.compiles = true;
    look_at_threads(process.pid, activity);
  }
  return activity;
}

}  // namespace tribunal
