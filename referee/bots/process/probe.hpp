#pragma once

#include <string>
#include <vector>

#include "bots/process/host.hpp"
#include "bots/sandbox/sandbox.hpp"

namespace tribunal {

/// The capabilities of a machine that decide which sandbox levels work.
struct HostCapabilities {
  bool root = false;
  bool has_setpriv = true;
  bool has_bwrap = true;
  std::string user_namespaces;  ///< value of user.max_user_namespaces; empty if unknown
  std::string unprivileged;     ///< value of kernel.unprivileged_userns_clone, a sysctl of Debian's kernels
  std::string apparmor;         ///< value of kernel.apparmor_restrict_unprivileged_userns, a sysctl of
                                ///< Ubuntu's kernels
  bool in_container = false;
  bool unified_cgroups = false;

  /// Reads the capabilities of this machine.
  [[nodiscard]] static HostCapabilities look();
};

/// One sentence on how to enable a level that does not work.
[[nodiscard]] std::string level_hint(SandboxLevel level, const HostCapabilities& host);

/// Whether a level works at present on this machine for this user.
struct LevelProbe {
  SandboxLevel level{};
  std::string problem{};  ///< one sentence that says what is missing; empty if the level works
  std::string hint{};     ///< one sentence on how to enable it

  [[nodiscard]] bool works() const { return problem.empty(); }
};

/// Runs a small command in the sandbox of `level`, like a bot, and checks that the guarantees of the level
/// hold.
[[nodiscard]] LevelProbe probe(Host& host, SandboxLevel level);

/// One sentence that says why a level that does not work is refused, and how to enable it.
[[nodiscard]] std::string refusal(const LevelProbe& probe);

/// The features that level bwrap+cgroup lacks on this machine although it works: one sentence each.
[[nodiscard]] std::vector<std::string> lacks_of_cgroups(Host& host);

/// The features that every level lacks on this machine because of its kernel: one sentence each.
[[nodiscard]] std::vector<std::string> lacks_of_kernel();

/// The version of bubblewrap. Empty if it is not installed.
[[nodiscard]] std::string bwrap_version();

/// Tests the levels from the highest down. Returns the first that works.
[[nodiscard]] SandboxLevel highest_level(Host& host);

}  // namespace tribunal
