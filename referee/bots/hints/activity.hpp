#pragma once

#include <sys/types.h>

namespace tribunal {

/// The current activity of a process and its descendants, for messages. It may change at any time, and a
/// program may fake it.
struct Activity {
  bool computes = false;         ///< whether a thread is running or runnable
  bool compiles = false;         ///< whether one of the processes is a compiler or a linker
  bool waits_for_input = false;  ///< whether a thread is blocked reading from a pipe
  bool sleeps = false;           ///< whether a thread sleeps for a set time
  bool waits_for_disk = false;   ///< whether a thread is in uninterruptible sleep, usually waiting for a disk
};

/// The activity of the processes below `launched`, in any PID namespace. It reads the process table, and a
/// file per thread.
[[nodiscard]] Activity activity_of(pid_t launched);

}  // namespace tribunal
