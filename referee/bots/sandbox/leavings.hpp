#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <sys/types.h>

namespace tribunal {

/// Where every user may leave files, and nobody tidies up while the machine runs; the fourth holds POSIX
/// message queues.
inline const std::array<std::filesystem::path, 5> public_places{"/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue",
                                                                "/run/lock"};

/// Removes the files that `user` has left in `places`, and in the directories in them that everybody may
/// write to. A directory of that user goes with all that is in it, however deep. No symbolic link is
/// followed. For root, about a user of whom no process is left; what cannot be removed stays.
void remove_files(uid_t user, std::span<const std::filesystem::path> places);

/// Removes the System V segments, semaphores and queues that are `user`'s, or that it has made and given
/// away.
void remove_ipc_objects(uid_t user);

}  // namespace tribunal
