#pragma once

#include <string>
#include <sys/types.h>

namespace tribunal {

/// Whether a child of this program has ended. It stays a zombie, so that it keeps its number.
[[nodiscard]] bool has_ended(pid_t child);

/// The text for a status of waitpid(2): `exited with 3`, `was killed by signal 11 (Segmentation fault)`. A
/// sandbox, like a shell, passes on the end of its program as an exit code, 128 plus the signal: `exited with
/// 139, as after signal 11 (...)`.
[[nodiscard]] std::string describe_status(int status);

/// Whether SIGKILL ended the process, or the program that a wrapper ran.
[[nodiscard]] bool ended_by_kill(int status);

}  // namespace tribunal
