#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tournament/plan/tournament.hpp"
#include "tournament/results/results.hpp"
#include "tournament/results/store.hpp"

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

/// Differences between the bots of stored results now and when they played the last games, a sentence each.
[[nodiscard]] std::vector<std::string> changes_since_results(const Results& results,
                                                             const std::filesystem::path& folder);

/// The difference between a bot with these files and the one of a stored game, whose hash is `recorded`: the
/// changes, or that no more is known. Empty if there is none.
[[nodiscard]] std::string changes_since_game(const BotIdentity& bot, const BotIdentity& by_named_files,
                                             const std::string& recorded, const Manifest& files_then);

}  // namespace tribunal
