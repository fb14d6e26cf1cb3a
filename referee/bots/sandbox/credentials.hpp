#pragma once

#include <string>
#include <sys/types.h>

namespace tribunal {

/// Functions for a process between fork and exec: they neither allocate, nor take a lock, nor inform other
/// threads, as the C library's own functions for users and groups do (signal-safety(7), nptl(7)).

/// Starts a session of its own, without the terminal and the keys (keyrings(7)) of the user who started this
/// program, and gives up the rights that a program's file could add (PR_SET_NO_NEW_PRIVS). False, with errno,
/// if it could still gain those.
[[nodiscard]] bool cut_off();

/// Makes this process another user's for good: no group but the one with the user's number, no capability,
/// and none that a program could restore (capabilities(7)). False, with errno, if it is not allowed.
[[nodiscard]] bool become(uid_t user);

/// A user namespace (user_namespaces(7)) with this program's own user in it, which counts its own processes.
class OwnNamespace {
 public:
  OwnNamespace();
  /// Enters the namespace; false, with errno, on failure.
  [[nodiscard]] bool enter() const;

 private:
  std::string users_;   ///< the text for /proc/self/uid_map
  std::string groups_;  ///< the text for /proc/self/gid_map
};

}  // namespace tribunal
