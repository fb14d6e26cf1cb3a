#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace tribunal {

/// The number of processes that the kernel has killed since boot for lack of memory, in any group; 0 if it
/// does not report it.
[[nodiscard]] std::int64_t processes_killed_for_memory();

/// The control group that counts the memory of a process, by the text of its /proc/PID/cgroup; empty if there
/// is none.
[[nodiscard]] std::string memory_group_of(std::string_view cgroup);

/// True if the memory of `pid`, alive or a zombie, is counted in another control group than this program's,
/// which may have its own limit.
[[nodiscard]] bool has_own_memory_group(pid_t pid);

}  // namespace tribunal
