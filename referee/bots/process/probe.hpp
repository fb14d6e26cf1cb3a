#pragma once

#include <string>
#include <vector>

#include "bots/process/host.hpp"
#include "bots/sandbox/sandbox.hpp"

namespace tribunal {

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
