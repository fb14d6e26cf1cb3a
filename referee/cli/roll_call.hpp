#pragma once

#include <filesystem>
#include <span>

#include "bots/sandbox.hpp"
#include "cli/exit_code.hpp"
#include "tournament/tournament.hpp"

namespace tribunal {

/// Starts these bots of the plan, by their index, as their first game would, one after another, and ends them
/// again. Complains of the first that does not get ready, tried twice. `results` as in `sandboxes_of`.
[[nodiscard]] ExitCode call_roll(const Tournament& tournament, std::span<const int> bots, SandboxLevel level,
                                 const std::filesystem::path& results);

}  // namespace tribunal
