#pragma once

#include <string>

#include "bots/sandbox/sandbox.hpp"

namespace tribunal {

/// What decides which sandbox levels work on this machine.
struct HostCapabilities {
  bool root = false;
  bool has_setpriv = true;
  bool has_bwrap = true;
  std::string user_namespaces;  ///< of user.max_user_namespaces; empty if it is not known
  std::string unprivileged;     ///< of kernel.unprivileged_userns_clone, a sysctl of Debian's kernels
  std::string apparmor;         ///< of kernel.apparmor_restrict_unprivileged_userns, one of Ubuntu's
  bool in_container = false;
  bool unified_cgroups = false;

  /// This machine.
  [[nodiscard]] static HostCapabilities look();
};

/// How to get a level that does not work: one sentence.
[[nodiscard]] std::string level_hint(SandboxLevel level, const HostCapabilities& host);

}  // namespace tribunal
