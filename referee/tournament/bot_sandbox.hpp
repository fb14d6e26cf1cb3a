#pragma once

#include <filesystem>
#include <vector>

#include "bots/sandbox.hpp"
#include "tournament/plan.hpp"

namespace tribunal {

/// The sandbox of each bot of a plan: it shows the bot its own files, and hides from it the folder of the
/// results, the plan, the secret and what belongs to other bots alone, wherever they lie.
[[nodiscard]] std::vector<Sandbox> sandboxes_of(const Plan& plan, SandboxLevel level,
                                                const std::filesystem::path& results);

}  // namespace tribunal
