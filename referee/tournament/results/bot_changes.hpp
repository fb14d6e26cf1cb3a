#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tournament/plan/tournament.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {

/// A sentence for each of a tournament's bots whose files changed while its games were played. `results` as
/// in `load_tournament`.
[[nodiscard]] std::vector<std::string> changes_of_run(const Tournament& tournament,
                                                      const std::filesystem::path& results);

/// A sentence for each bot that differs from the one that played the last of the stored games.
[[nodiscard]] std::vector<std::string> changes_since_results(const Results& results,
                                                             const std::filesystem::path& folder);

/// The difference between a bot with these files and the one of a stored game, whose hash is `recorded`: the
/// changes, or that only the hash is known. Empty if there is none.
[[nodiscard]] std::string changes_since_game(const BotIdentity& bot, const BotIdentity& by_named_files,
                                             const std::string& recorded, const Manifest& files_then);

}  // namespace tribunal
