#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tournament/plan/tournament.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {

/// The changes in the files of a tournament's bots while its games were played, a sentence for each bot that
/// changed. `results` as in `load_tournament`.
[[nodiscard]] std::vector<std::string> changes_of_run(const Tournament& tournament,
                                                      const std::filesystem::path& results);

/// Differences between the bots of stored results now and when they played the last games, a sentence each.
[[nodiscard]] std::vector<std::string> changes_since_results(const Results& results,
                                                             const std::filesystem::path& folder);

/// The difference between a bot with these files and the one of a stored game, whose hash is `recorded`: the
/// changes, or that no more is known. Empty if there is none.
[[nodiscard]] std::string changes_since_game(const BotIdentity& bot, const BotIdentity& by_named_files,
                                             const std::string& recorded, const Manifest& files_then);

}  // namespace tribunal
