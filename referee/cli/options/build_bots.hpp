#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tournament/plan/tournament.hpp"

namespace tribunal {

class CommandLine;

/// The paths that no build sees: the secret of the plan, and `results` (as in `load_tournament`).
[[nodiscard]] std::vector<std::filesystem::path> hidden_from_builds(const Plan& plan,
                                                                    const std::filesystem::path& results);

/// Builds bots of plans in the sandbox in which they will play, and says on standard error which, if it takes
/// time. `results` as in `load_tournament`.
[[nodiscard]] BuildPlanned builder(const std::filesystem::path& results = {});

/// Builds the bots on `build` of a recorded plan, by their numbers, in a sandbox of `level`, like `builder`.
void build_again(Plan& plan, const std::vector<std::size_t>& bots, SandboxLevel level,
                 const std::filesystem::path& results);

/// Builds the current folder by `command`, as the bot of a command line, in a sandbox of the level that is
/// demanded, or else the highest that works; returns the folder that was built, an empty path if `command` is
/// empty.
[[nodiscard]] std::filesystem::path build_here(const std::string& command,
                                               std::optional<SandboxLevel> demanded);

/// Adds `--build` for `build_here`, which leaves its command in `build`.
void add_build_option(CommandLine& command, std::string& build);

}  // namespace tribunal
