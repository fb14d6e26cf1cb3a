#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "bots/sandbox/cgroup.hpp"
#include "bots/sandbox/profile.hpp"
#include "bots/sandbox/syscall_filter.hpp"

namespace tribunal {

/// A process that was just started, and the parent's ends of its pipes: close-on-exec, non-blocking.
struct Launched {
  pid_t pid = 0;  ///< also its process group
  Descriptor input;
  Descriptor output;
  Descriptor errors;
  Descriptor status;  ///< the sandbox's end of `status_descriptor`; none if the profile reports no status
  Descriptor exit;    ///< pidfd_open(2): readable once the process has ended
  CgroupControls controls;  ///< controls of its group, if it has one
};

/// Starts a process in its own group, with three pipes and a minimal environment: PATH, HOME, LANG,
/// PYTHONUNBUFFERED and `TRIBUNAL_BOT=mark`, which identifies its descendants. It is killed when the calling
/// thread ends. It joins the group of `entry` at its birth, or before it does anything else. `filter` applies
/// to its system calls, if the profile has a filter.
[[nodiscard]] Result<Launched> launch_process(const Profile& profile, const std::string& mark,
                                              const CgroupEntry& entry,
                                              const SyscallFilter* filter = nullptr);

}  // namespace tribunal
