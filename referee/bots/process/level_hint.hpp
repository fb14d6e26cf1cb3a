#pragma once

#include <string>

#include "bots/sandbox/sandbox.hpp"

namespace tribunal {

/// The capabilities of a machine, on which its sandbox levels depend.
struct HostCapabilities {
  bool root = false;
  bool has_setpriv = true;
  bool has_bwrap = true;
  std::string user_namespaces;  ///< the value of user.max_user_namespaces; empty if unknown
  std::string unprivileged;     ///< the value of kernel.unprivileged_userns_clone, a sysctl of Debian's
                                ///< kernels
  std::string apparmor;         ///< the value of kernel.apparmor_restrict_unprivileged_userns, a sysctl of
                                ///< Ubuntu's
  bool in_container = false;
  bool unified_cgroups = false;

  /// The capabilities of this machine.
  [[nodiscard]] static HostCapabilities look();
};

/// The way to enable a level that does not work: one sentence.
[[nodiscard]] std::string level_hint(SandboxLevel level, const HostCapabilities& host);

}  // namespace tribunal
