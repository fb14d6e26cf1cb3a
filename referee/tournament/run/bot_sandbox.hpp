#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "bots/sandbox/sandbox.hpp"
#include "bots/sandbox/visibility.hpp"
#include "tournament/plan/plan.hpp"

namespace tribunal {

/// What each bot of a plan sees (`visibility_of`); `results` are the folders of results, all hidden.
[[nodiscard]] std::vector<Visibility> visibility_of(const Plan& plan,
                                                    std::span<const std::filesystem::path> results);

/// The sandbox of each bot of a plan, which shows it that and no more.
[[nodiscard]] std::vector<Sandbox> sandboxes_of(const Plan& plan, SandboxLevel level,
                                                std::span<const std::filesystem::path> results);

}  // namespace tribunal
