#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <sys/types.h>

namespace tribunal {

/// The places where every user may leave files, and which no service cleans while the machine runs. The
/// fourth holds POSIX message queues.
inline const std::array<std::filesystem::path, 5> public_places{"/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue",
                                                                "/run/lock"};

/// Removes the files that `user` has left in `places`, and in directories in them that every user may write
/// to. A directory of that user is removed with all its contents, at any depth. Symbolic links are not
/// followed. The caller must be root, and the user must have no processes. Files that cannot be removed stay.
void remove_files(uid_t user, std::span<const std::filesystem::path> places);

/// Removes the System V segments, semaphores and queues that `user` owns, or has created and given away.
void remove_ipc_objects(uid_t user);

/// A helper process that kills the remaining bots if this program is killed. Parent-death signals are not
/// enough: a process that is cloned while its parent dies, or that changes its user, has none for a moment,
/// and then bwrap's child waits forever for its parent. Until then the helper does nothing. It has no
/// descriptors of this program, and ignores signals that can be ignored. The destructor kills it.
class OrphanReaper {
 public:
  /// `family`: the common beginning of the marks (`TRIBUNAL_BOT`) of all bots of this program. None, with
  /// errno, if the process cannot be started.
  [[nodiscard]] static std::optional<OrphanReaper> start(std::string_view family);
  OrphanReaper(OrphanReaper&& other) noexcept;
  OrphanReaper& operator=(OrphanReaper&& other) noexcept;
  ~OrphanReaper();

  [[nodiscard]] pid_t pid() const { return pid_; }
  /// False once it was killed.
  [[nodiscard]] bool runs();

 private:
  explicit OrphanReaper(pid_t pid) : pid_{pid} {}

  pid_t pid_;  ///< 0: none
};

}  // namespace tribunal
