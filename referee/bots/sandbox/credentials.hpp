#pragma once

#include <string>
#include <sys/types.h>

namespace tribunal {

/// For a process between fork and exec: nothing here allocates, takes a lock or informs other threads, as the
/// C library's own functions for users and groups do (signal-safety(7), nptl(7)).

/// A session of its own, without the terminal and the keys (keyrings(7)) of who started this program, and no
/// rights that a program's file would give (PR_SET_NO_NEW_PRIVS). False, with errno, if it may get those.
[[nodiscard]] bool cut_off();

/// Makes this process another user's for good: no group but one with the user's number, no capability, none
/// that a program could give back (capabilities(7)). False, with errno, if this one may not.
[[nodiscard]] bool become(uid_t user);

/// A user namespace (user_namespaces(7)) with this program's own user in it, which counts processes apart.
class OwnNamespace {
 public:
  OwnNamespace();
  /// False, with errno, if there can be none.
  [[nodiscard]] bool enter() const;

 private:
  std::string users_;   ///< what to write to /proc/self/uid_map
  std::string groups_;  ///< and to gid_map
};

}  // namespace tribunal
