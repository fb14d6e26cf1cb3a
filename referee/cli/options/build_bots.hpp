#pragma once

#include <filesystem>

#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// Builds bots of plans in the sandbox in which they will play, and says on standard error which, if it takes
/// time. `results` as in `load_tournament`.
[[nodiscard]] BuildPlanned builder(const std::filesystem::path& results = {});

}  // namespace tribunal
