#pragma once

#include <sys/types.h>

namespace tribunal {

/// The activity of a process and its descendants at a moment, for messages: it may be another a moment later,
/// and a program may pretend.
struct Activity {
  bool computes = false;         ///< a thread runs, or could
  bool compiles = false;         ///< one of them is a compiler or a linker
  bool waits_for_input = false;  ///< a thread is blocked on reading from a pipe
  bool sleeps = false;           ///< a thread sleeps for a set time
  bool waits_for_disk = false;   ///< a thread is blocked where no signal reaches it: on a disk, as a rule
};

/// Looks at the processes below `launched`, in whatever PID namespace. It reads the process table, and a file
/// a thread.
[[nodiscard]] Activity activity_of(pid_t launched);

}  // namespace tribunal
