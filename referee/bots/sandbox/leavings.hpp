#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <sys/types.h>

namespace tribunal {

/// The places where every user may leave files, which no service cleans while the machine runs; the fourth
/// holds POSIX message queues.
inline const std::array<std::filesystem::path, 5> public_places{"/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue",
                                                                "/run/lock"};

/// Removes the files that `user` has left in `places`, and in directories in them that every user may write
/// to. A directory of that user is removed with all its contents, at any depth. No symbolic link is followed.
/// Only root can call it, for a user without processes; files that cannot be removed stay.
void remove_files(uid_t user, std::span<const std::filesystem::path> places);

/// Removes the System V segments, semaphores and queues that `user` owns, or has made and given away.
void remove_ipc_objects(uid_t user);

}  // namespace tribunal
