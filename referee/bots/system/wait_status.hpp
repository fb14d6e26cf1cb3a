#pragma once

#include <string>
#include <sys/types.h>

namespace tribunal {

/// Whether a child of this program has ended. It stays a zombie, so that its number stays its own.
[[nodiscard]] bool has_ended(pid_t child);

/// What a status of waitpid(2) says of a process, for people: `exited with 3`, `was killed by signal 11
/// (Segmentation fault)`. A sandbox, like a shell, passes the end of what ran in it on as an exit code, 128
/// and the signal: `exited with 139, as after signal 11 (...)`.
[[nodiscard]] std::string describe_status(int status);

/// By SIGKILL, it or the program that a wrapper ran.
[[nodiscard]] bool ended_by_kill(int status);

}  // namespace tribunal
