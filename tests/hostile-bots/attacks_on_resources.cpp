// More of the machine than a bot's share: processes, memory, disk, files.
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <thread>

#include "attack.hpp"

namespace {

using namespace std::chrono_literals;

constexpr std::size_t mebibyte = 1 << 20;

std::string megabytes(std::size_t count) { return std::to_string(count) + " MB"; }

[[noreturn]] void sleep_forever() {
  while (true) std::this_thread::sleep_for(1h);
}

/// Every process forks again and again.
void fork_bomb(const Situation&) {
  in_child([] {
    while (true) ::fork();
  });
  std::this_thread::sleep_for(20ms);
  refused("to overwhelm the machine: we are still here");
}

/// Starts targets[0] sleeping child processes. They end with this process.
void many_processes(const Situation& situation) {
  const int wanted = situation.number(0, 300);
  std::vector<pid_t> children;
  while (static_cast<int>(children.size()) < wanted) {
    const pid_t child = in_child(sleep_forever);
    if (child < 0) break;
    children.push_back(child);
  }
  report(static_cast<int>(children.size()) == wanted, std::to_string(wanted) + " processes");
  for (const pid_t child : children) ::kill(child, SIGKILL);
  for (const pid_t child : children) ::waitpid(child, nullptr, 0);
}

/// Allocates and touches this many megabytes in pieces. Returns how many it got.
std::size_t take_memory(std::size_t wanted) {
  constexpr std::size_t piece = 16;
  std::size_t taken = 0;
  while (taken < wanted) {
    void* const memory =
        ::mmap(nullptr, piece * mebibyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) break;
    std::memset(memory, 1, piece * mebibyte);
    taken += piece;
  }
  return taken;
}

/// Holds a resource for targets[1] milliseconds, long enough for a periodic check to see it.
void hold(const Situation& situation) {
  std::this_thread::sleep_for(std::chrono::milliseconds{situation.number(1, 2000)});
}

void memory(const Situation& situation) {
  const auto wanted = static_cast<std::size_t>(situation.number(0, 2048));
  refused("yet: " + megabytes(wanted) + " alone");  // these may be its last words
  if (take_memory(wanted) < wanted) return refused(megabytes(wanted) + " alone");
  hold(situation);
  reached(megabytes(wanted) + " alone");
}

/// Eight children share the memory to be taken, each with too little to be noticed alone.
void memory_of_children(const Situation& situation) {
  constexpr int children = 8;
  const auto wanted = static_cast<std::size_t>(situation.number(0, 2048));
  refused("yet: " + megabytes(wanted) + " through children");
  std::vector<pid_t> started;
  for (int i = 0; i < children; ++i) {
    started.push_back(in_child([=] {
      if (take_memory(wanted / children) >= wanted / children) ::raise(SIGSTOP);
      ::_exit(1);
    }));
  }
  bool all = true;
  for (const pid_t child : started) {
    int status = 0;  // a child that has its share stops, and keeps it
    all = all && child > 0 && ::waitpid(child, &status, WUNTRACED) == child && WIFSTOPPED(status);
  }
  if (all) hold(situation);
  for (const pid_t child : started) all = all && ::waitpid(child, nullptr, WNOHANG) == 0;
  report(all, megabytes(wanted) + " through children");
  for (const pid_t child : started) {
    if (child > 0) ::kill(child, SIGKILL);
  }
}

/// Segments that no process has attached: memory that belongs to no process.
void memory_of_nobody(const Situation& situation) {
  const auto wanted = static_cast<std::size_t>(situation.number(0, 2048));
  constexpr std::size_t piece = 32;
  refused("yet: " + megabytes(wanted) + " in segments");
  std::vector<int> segments;
  std::size_t taken = 0;
  while (taken < wanted) {
    const int segment = ::shmget(IPC_PRIVATE, piece * mebibyte, IPC_CREAT | 0600);
    void* const place = segment < 0 ? nullptr : ::shmat(segment, nullptr, 0);
    if (segment >= 0) segments.push_back(segment);
    if (segment < 0 || reinterpret_cast<std::intptr_t>(place) == -1) break;
    std::memset(place, 1, piece * mebibyte);
    ::shmdt(place);
    taken += piece;
  }
  if (taken >= wanted) hold(situation);
  report(taken >= wanted, megabytes(wanted) + " in System V segments that nobody has attached");
  for (const int segment : segments) ::shmctl(segment, IPC_RMID, nullptr);
}

/// Writes blocks into a file as long as possible. Returns the number of megabytes.
std::size_t fill(int file, std::size_t wanted) {
  const std::vector<char> block(mebibyte, 'x');
  std::size_t written = 0;
  while (written < wanted * mebibyte) {
    const auto count = ::write(file, block.data(), block.size());
    if (count <= 0) break;
    written += static_cast<std::size_t>(count);
  }
  return written / mebibyte;
}

/// Files that have no name and that no process maps.
void memory_in_files(const Situation& situation) {
  const auto wanted = static_cast<std::size_t>(situation.number(0, 2048));
  refused("yet: " + megabytes(wanted) + " in files without a name");
  std::vector<int> files;
  std::size_t taken = 0;
  while (taken < wanted) {
    const int file = ::memfd_create("attacker", MFD_CLOEXEC);
    const auto got = file < 0 ? 0 : fill(file, wanted - taken);
    if (file >= 0) files.push_back(file);
    if (got == 0) break;
    taken += got;
  }
  if (taken >= wanted) hold(situation);
  report(taken >= wanted, megabytes(wanted) + " in files without a name, of one process");
  for (const int file : files) ::close(file);
}

/// Many files of half a megabyte under the folder targets[1], targets[0] megabytes in all; removes them
/// again.
void fill_folder(const Situation& situation) {
  const auto wanted = static_cast<std::size_t>(situation.number(0, 40));
  const auto folder = situation.target(1, "/tmp");
  const std::vector<char> half(mebibyte / 2, 'x');
  std::vector<std::string> names;
  bool good = true;
  while (good && names.size() < 2 * wanted) {
    const auto name = folder + '/' + own_name() + '-' + std::to_string(names.size());
    const int file = ::open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    good = file >= 0 && ::write(file, half.data(), half.size()) == static_cast<ssize_t>(half.size());
    const int error = errno;
    if (file >= 0) {
      names.push_back(name);
      ::close(file);
    }
    errno = error;
  }
  report(good, megabytes(wanted) + " in " + folder);
  for (const auto& name : names) ::unlink(name.c_str());
}

/// Empty files, targets[0] of them. They take space that a limit in bytes does not count.
void many_files(const Situation& situation) {
  const int wanted = situation.number(0, 100'000);
  const auto folder = "/tmp/" + own_name();
  int made = 0;
  if (::mkdir(folder.c_str(), 0700) == 0) {
    for (; made < wanted; ++made) {
      const auto name = folder + '/' + std::to_string(made);
      const int file = ::open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
      if (file < 0) break;
      ::close(file);
    }
  }
  report(made == wanted, std::to_string(wanted) + " empty files in /tmp");
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

/// One file of targets[0] megabytes in /tmp.
void huge_file(const Situation& situation) {
  const auto wanted = static_cast<std::size_t>(situation.number(0, 64));
  const auto name = "/tmp/" + own_name() + "-huge";
  const int file = ::open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  const bool good = file >= 0 && fill(file, wanted) == wanted;
  report(good, "a file of " + megabytes(wanted));
  ::unlink(name.c_str());
  ::close(file);
}

/// More open files than targets[0].
void open_files(const Situation& situation) {
  const int wanted = situation.number(0, 4096);
  rlimit all{};
  ::getrlimit(RLIMIT_NOFILE, &all);
  all.rlim_cur = all.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &all);
  std::vector<int> files;
  while (static_cast<int>(files.size()) < wanted) {
    const int file = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (file < 0) break;
    files.push_back(file);
  }
  report(static_cast<int>(files.size()) == wanted, std::to_string(wanted) + " open files");
  for (const int file : files) ::close(file);
}

/// A child dies with the largest core file that it may leave, here and in /tmp.
void core_dump(const Situation&) {
  for (const char* const folder : {".", "/tmp"}) {
    const pid_t child = in_child([folder] {
      rlimit all{RLIM_INFINITY, RLIM_INFINITY};
      if (::setrlimit(RLIMIT_CORE, &all) != 0) {
        ::getrlimit(RLIMIT_CORE, &all);
        all.rlim_cur = all.rlim_max;
        ::setrlimit(RLIMIT_CORE, &all);
      }
      if (::chdir(folder) == 0) ::raise(SIGABRT);
    });
    int status = 0;
    if (child > 0) ::waitpid(child, &status, 0);
    report(WCOREDUMP(status), std::string{"a dump of memory in "} + folder);
    for (const auto& name :
         {std::string{folder} + "/core", std::string{folder} + "/core." + std::to_string(child)})
      ::unlink(name.c_str());
  }
}

/// Eight processes that compute as long as this one lives, also while others think.
void thieves_of_time(const Situation& situation) {
  const int wanted = situation.number(0, 8);
  int started = 0;
  for (; started < wanted; ++started) {
    const pid_t child = in_child([] {
      while (true) ::getppid();
    });
    if (child < 0) break;
  }
  report(started == wanted, std::to_string(wanted) + " processes that never rest");
}

constexpr std::array resource_attacks{
    Attack{"fork-bomb", {fork_bomb}},
    Attack{"many-processes", {many_processes}},
    Attack{"memory", {memory}},
    Attack{"memory-of-children", {memory_of_children}},
    Attack{"memory-of-nobody", {memory_of_nobody}},
    Attack{"memory-in-files", {memory_in_files}},
    Attack{"fill-folder", {fill_folder}},
    Attack{"many-files", {many_files}},
    Attack{"huge-file", {huge_file}},
    Attack{"open-files", {open_files}},
    Attack{"core-dump", {core_dump}},
    Attack{"never-rests", {thieves_of_time}},
};

}  // namespace

std::span<const Attack> attacks_on_resources() { return resource_attacks; }
