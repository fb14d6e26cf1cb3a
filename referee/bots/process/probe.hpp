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
  std::string hint;     ///< how to get it: one sentence

  [[nodiscard]] bool works() const { return problem.empty(); }
};

/// Runs a small command in the sandbox of `level`, as a bot would be run, and looks whether what the level
/// promises holds.
[[nodiscard]] LevelProbe probe(Host& host, SandboxLevel level);

/// Why a level that does not work is refused, and how to get it: one sentence.
[[nodiscard]] std::string refusal(const LevelProbe& probe);

/// What level bwrap+cgroup does without on this machine though it works: a sentence each.
[[nodiscard]] std::vector<std::string> lacks_of_cgroups(Host& host);

/// What every level does without on this machine, as its kernel has it not: a sentence each.
[[nodiscard]] std::vector<std::string> lacks_of_kernel();

/// The version of bubblewrap as it says it itself; empty if it is not installed.
[[nodiscard]] std::string bwrap_version();

/// Tries the levels from the highest down, and returns the first that works.
[[nodiscard]] SandboxLevel highest_level(Host& host);

}  // namespace tribunal
