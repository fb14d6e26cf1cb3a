#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "bots/sandbox/sandbox.hpp"
#include "tournament/plan/planned_bots.hpp"

namespace tribunal {

/// The sandbox of each bot of a plan, which shows it that and no more.
[[nodiscard]] std::vector<Sandbox> sandboxes_of(const Plan& plan, SandboxLevel level,
                                                std::span<const std::filesystem::path> results);

}  // namespace tribunal
