#pragma once

#include <sys/types.h>

namespace tribunal {

/// The current activity of a process and its descendants, for messages: it may change at any time, and a
/// program may pretend.
struct Activity {
  bool computes = false;         ///< a thread is running or runnable
  bool compiles = false;         ///< one of them is a compiler or a linker
  bool waits_for_input = false;  ///< a thread is blocked on reading from a pipe
  bool sleeps = false;           ///< a thread sleeps for a set time
  bool waits_for_disk = false;   ///< a thread is in uninterruptible sleep, usually for a disk
};

/// Looks at the processes below `launched`, in any PID namespace. It reads the process table, and a file per
/// thread.
[[nodiscard]] Activity activity_of(pid_t launched);

}  // namespace tribunal
