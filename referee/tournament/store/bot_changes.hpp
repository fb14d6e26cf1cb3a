#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tournament/plan/tournament.hpp"
#include "tournament/store/results.hpp"
#include "tournament/store/store.hpp"

namespace tribunal {

/// Lets a tournament that is resumed in `folder` keep the version of a bot whose files are as the last run
/// left them: they changed only while its games were played (`Store::note_changes`). Returns a sentence for
/// each.
[[nodiscard]] std::vector<std::string> keep_versions(Tournament& tournament,
                                                     const std::filesystem::path& folder);

/// Stores what has changed in the files of a tournament's bots while its games were played. Returns a
/// sentence for each bot with changes. `results` as in `load_tournament`.
[[nodiscard]] std::vector<std::string> note_changes_of_run(const Tournament& tournament, Store& store,
                                                           const std::filesystem::path& results);

/// How the bots of stored results differ now from those that played the last games, a sentence each.
[[nodiscard]] std::vector<std::string> changes_since_results(const Results& results,
                                                             const std::filesystem::path& folder);

/// How a bot with these files differs from the one of a stored game, whose hash is `recorded`: what has
/// changed, or that no more is known. Empty if it does not.
[[nodiscard]] std::string changes_since_game(const BotIdentity& bot, const BotIdentity& by_named_files,
                                             const std::string& recorded, const Manifest& files_then);

}  // namespace tribunal
