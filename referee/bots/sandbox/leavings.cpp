#include "bots/sandbox/leavings.hpp"

#include <cerrno>
#include <chrono>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tribunal {
namespace {

using std::chrono::steady_clock;

/// A directory that is read and changed through its descriptor, even if its name changes.
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
  /// The next entry except `.` and `..`; null at the end.
  [[nodiscard]] const char* next() const {
    while (const auto* const entry = ::readdir(stream_.get())) {
      const std::string_view name{entry->d_name};
      if (name != "." && name != "..") return entry->d_name;
    }
    return nullptr;
  }
  /// A directory in this one that is no link and on the same file system.
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

  /// Removes the user's files in `place`, which belongs to another user, as its entries may.
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
  /// The time without a removal after which this ends, even if somebody adds files as fast as they are
  /// examined.
  static constexpr std::chrono::seconds patience{10};

  bool remove(const Directory& from, const char* name, int flags) {
    const bool removed = ::unlinkat(from.fd(), name, flags) == 0;
    if (removed) last_ = steady_clock::now();
    return removed;
  }

  /// Closes a directory to all users but root: its contents can then only shrink.
  static void close_to_all(const Directory& directory) {
    (void)(::fchown(directory.fd(), ::geteuid(), ::getegid()) == 0 && ::fchmod(directory.fd(), S_IRWXU) == 0);
  }

  /// Empties a directory. Nested directories are moved up into `tree`, so that their parents can be removed:
  /// descriptors and the stack are enough for any depth.
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

}  // namespace

void remove_files(uid_t user, std::span<const std::filesystem::path> places) {
  constexpr int depth = 4;
  for (const auto& path : places) {
    if (const Directory place{AT_FDCWD, path.c_str(), 0}) Removal{user}.tidy(place, depth);
  }
}

// The kernel has a table for each kind of object: these calls return its last index, and the entry at an
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

}  // namespace tribunal
