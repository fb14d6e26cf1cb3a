#include "bots/sandbox/orphan_reaper.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <sstream>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "base/descriptor.hpp"
#include "bots/system/process_table.hpp"

namespace tribunal {
namespace {

using std::chrono::steady_clock;

/// A directory that is read and changed through its descriptor, so that its name may change.
class Directory {
 public:
  Directory(int at, const char* name, int flags) {
    const int fd = ::openat(at, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
    if (fd < 0) return;
    stream_.reset(::fdopendir(fd));
    if (!stream_) ::close(fd);
    if (stream_ && ::fstat(fd, &status_) != 0) stream_.reset();
  }

  [[nodiscard]] explicit operator bool() const { return stream_ != nullptr; }
  [[nodiscard]] int fd() const { return ::dirfd(stream_.get()); }
  [[nodiscard]] const struct stat& status() const { return status_; }
  void rewind() const { ::rewinddir(stream_.get()); }
  /// The next entry except `.` and `..`. Null at the end.
  [[nodiscard]] const char* next() const {
    while (const auto* const entry = ::readdir(stream_.get())) {
      const std::string_view name{entry->d_name};
      if (name != "." && name != "..") return entry->d_name;
    }
    return nullptr;
  }
  /// Opens a directory in this one. None if it is a link, or on another file system.
  [[nodiscard]] std::optional<Directory> inner(const char* name) const {
    Directory found{fd(), name, O_NOFOLLOW};
    if (!found || found.status().st_dev != status_.st_dev) return std::nullopt;
    return found;
  }

 private:
  struct Close {
    void operator()(DIR* stream) const { ::closedir(stream); }
  };
  std::unique_ptr<DIR, Close> stream_;
  struct stat status_ {};
};

class Removal {
 public:
  explicit Removal(uid_t user) : user_{user} {}

  /// Removes the user's files in `place`. That directory and other entries in it may belong to other users.
  void tidy(const Directory& place, int depth) {
    while (const char* const name = place.next()) {
      if (steady_clock::now() - last_ > patience) return;
      struct stat status {};
      if (::fstatat(place.fd(), name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
      if (!S_ISDIR(status.st_mode)) {
        if (status.st_uid == user_) remove(place, name, 0);
      } else if (status.st_uid == user_ || (depth > 0 && (status.st_mode & S_IWOTH) != 0)) {
        const auto inner = place.inner(name);
        if (inner && inner->status().st_uid == user_) {
          empty(*inner);
          remove(place, name, AT_REMOVEDIR);
        } else if (inner && depth > 0) {
          tidy(*inner, depth - 1);
        }
      }
    }
  }

 private:
  /// The time without a removal after which this ends. Otherwise a user could prolong it by adding files as
  /// fast as they are examined.
  static constexpr std::chrono::seconds patience{10};

  bool remove(const Directory& from, const char* name, int flags) {
    const bool removed = ::unlinkat(from.fd(), name, flags) == 0;
    if (removed) last_ = steady_clock::now();
    return removed;
  }

  /// Closes a directory to all users except root, so that its contents can only shrink.
  static void close_to_all(const Directory& directory) {
    (void)(::fchown(directory.fd(), ::geteuid(), ::getegid()) == 0 && ::fchmod(directory.fd(), S_IRWXU) == 0);
  }

  /// Empties a directory. Nested directories are moved up into `tree`, so that their parents can be removed.
  /// Thus descriptors and the stack suffice for any depth.
  void empty(const Directory& tree) {
    close_to_all(tree);
    for (bool going_on = true; going_on; tree.rewind()) {
      going_on = false;
      while (const char* const name = tree.next()) {
        if (const auto inner = tree.inner(name)) {
          close_to_all(*inner);
          lift_out(*inner, tree);
          going_on = remove(tree, name, AT_REMOVEDIR) || going_on;
        } else {
          going_on = remove(tree, name, 0) || going_on;
        }
      }
    }
  }

  void lift_out(const Directory& inner, const Directory& tree) {
    while (const char* const name = inner.next()) {
      if (::unlinkat(inner.fd(), name, 0) == 0 || errno != EISDIR) continue;
      int result = 0;
      do {
        const auto place = "lifted-" + std::to_string(++lifted_);
        result = ::renameat(inner.fd(), name, tree.fd(), place.c_str());
      } while (result != 0 && (errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR));
    }
  }

  uid_t user_;
  std::uint64_t lifted_ = 0;
  steady_clock::time_point last_ = steady_clock::now();
};

template <typename Data>
bool is_of(uid_t user, const Data& data) {
  return data.uid == user || data.cuid == user;
}

/// The memory of this program's command line.
struct WritableArguments {
  char* begin = nullptr;
  std::size_t size = 0;
};

/// Reads fields 48 and 49 of /proc/self/stat (proc(5)).
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

// From here to `watch`, all code runs in the child of a program that may have threads. It neither allocates
// nor takes a lock (signal-safety(7)).

/// An entry of getdents64(2).
struct DirectoryEntry {
  std::uint64_t inode;
  std::int64_t offset;
  std::uint16_t length;
  std::uint8_t type;
  char name[256];  // NOLINT(modernize-avoid-c-arrays): as the kernel writes it
};

/// Whether one of the first variables in the environment of the process is the mark. All bots have it there
/// (`launch_process`).
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

/// Kills the process if it is marked. Returns whether it was. A descriptor ensures that it is the same
/// process. Only marked processes get one, because that takes most of the time.
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

/// Checks all processes once. Returns whether any was marked.
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

/// Kills the marked processes. Parent-death signals end nearly all of them, so they get a moment first.
///
/// A process that executes another program has no environment for a moment, which may be long on a busy
/// machine. Therefore several checks must find no process.
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

void remove_files(uid_t user, std::span<const std::filesystem::path> places) {
  constexpr int depth = 4;
  for (const auto& path : places) {
    if (const Directory place{AT_FDCWD, path.c_str(), 0}) Removal{user}.tidy(place, depth);
  }
}

// The kernel has a table for each kind of object. These calls return its last index, and the entry at an
// index (shmctl(2) and the like).
void remove_ipc_objects(uid_t user) {
  shm_info segments{};
  // NOLINTNEXTLINE(*-reinterpret-cast): what shmctl(2) asks for, as below msgctl(2)
  const int last_segment = ::shmctl(0, SHM_INFO, reinterpret_cast<shmid_ds*>(&segments));
  for (int i = 0; i <= last_segment; ++i) {
    shmid_ds data{};
    const int id = ::shmctl(i, SHM_STAT, &data);
    if (id >= 0 && is_of(user, data.shm_perm)) ::shmctl(id, IPC_RMID, nullptr);
  }
  union {
    semid_ds* data;
    seminfo* info;
  } argument{};
  seminfo sets{};
  argument.info = &sets;
  const int last_set = ::semctl(0, 0, SEM_INFO, argument);
  for (int i = 0; i <= last_set; ++i) {
    semid_ds data{};
    argument.data = &data;
    const int id = ::semctl(i, 0, SEM_STAT, argument);
    if (id >= 0 && is_of(user, data.sem_perm)) ::semctl(id, 0, IPC_RMID);
  }
  msginfo queues{};
  // NOLINTNEXTLINE(*-reinterpret-cast)
  const int last_queue = ::msgctl(0, MSG_INFO, reinterpret_cast<msqid_ds*>(&queues));
  for (int i = 0; i <= last_queue; ++i) {
    msqid_ds data{};
    const int id = ::msgctl(i, MSG_STAT, &data);
    if (id >= 0 && is_of(user, data.msg_perm)) ::msgctl(id, IPC_RMID, nullptr);
  }
}

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
