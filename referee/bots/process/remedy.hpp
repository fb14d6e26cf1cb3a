#pragma once

#include <string>

#include "bots/sandbox/sandbox.hpp"

namespace tribunal {

/// What of this machine decides which sandboxes are to be had.
struct Ground {
  bool root = false;
  bool has_setpriv = true;
  bool has_bwrap = true;
  std::string user_namespaces;  ///< of user.max_user_namespaces; empty if it is not known
  std::string unprivileged;     ///< of kernel.unprivileged_userns_clone, a sysctl of Debian's kernels
  std::string apparmor;         ///< of kernel.apparmor_restrict_unprivileged_userns, one of Ubuntu's
  bool in_container = false;
  bool unified_cgroups = false;

  /// This machine.
  [[nodiscard]] static Ground look();
};

/// How a level that does not work could be got: one sentence.
[[nodiscard]] std::string remedy_for(SandboxLevel level, const Ground& ground);

}  // namespace tribunal
