#pragma once

#include <string>
#include <vector>

#include "bots/process/host.hpp"
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

/// Whether a level works on this machine, for this user, now.
struct LevelProbe {
  SandboxLevel level{};
  std::string problem;  ///< what is missing: one sentence; empty if the level works
  std::string hint;     ///< the way to enable it: one sentence

  [[nodiscard]] bool works() const { return problem.empty(); }
};

/// Runs a small command in the sandbox of `level`, like a bot, and checks that the guarantees of the level
/// hold.
[[nodiscard]] LevelProbe probe(Host& host, SandboxLevel level);

/// The reason why a level that does not work is refused, and the way to enable it: one sentence.
[[nodiscard]] std::string refusal(const LevelProbe& probe);

/// The features that level bwrap+cgroup lacks on this machine although it works: a sentence each.
[[nodiscard]] std::vector<std::string> lacks_of_cgroups(Host& host);

/// The features that every level lacks on this machine because its kernel does not have them: a sentence
/// each.
[[nodiscard]] std::vector<std::string> lacks_of_kernel();

/// The version that bubblewrap reports; empty if it is not installed.
[[nodiscard]] std::string bwrap_version();

/// Tries the levels from the highest down, and returns the first that works.
[[nodiscard]] SandboxLevel highest_level(Host& host);

}  // namespace tribunal
