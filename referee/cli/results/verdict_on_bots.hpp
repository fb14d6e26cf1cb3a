#pragma once

#include <filesystem>

#include "cli/options/exit_code.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {

/// Whether all bots of a complete tournament played; reports those that were at fault in every game and those
/// that did not start any more.
[[nodiscard]] ExitCode verdict_on_bots(const Results& results, const std::filesystem::path& folder);

}  // namespace tribunal
