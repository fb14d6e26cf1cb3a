#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tournament/imports/imported_results.hpp"
#include "tournament/results/tables/game_row.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

/// Standings over the games of several tournaments, and in each game if they played several. Bots are the
/// same if their names are, and versions of a bot if the hashes of their files are (`Versions`); deals are
/// the same if they follow from the same secret, name and number; a game that two folders hold counts once.
/// An imported bot is the last version of the one of its name; a game that a folder and an import both hold
/// is an error. There are points where all was one game by the same rules; `options.points` is not looked at.
/// An anchor is its bot's first version, or the one of its hash; it counts once, and not at all if a version
/// of that hash did not play. Versions are in the order of time, whatever the order of the folders. Games are
/// read up to the column `last`. No game with a bot of `excluded` counts, as if each folder had a ruling that
/// excludes it; the error names one that is in no folder, or in an import. There is no `content`.
[[nodiscard]] Result<TournamentStandings> joint_standings(const std::vector<std::filesystem::path>& folders,
                                                          const StandingsOptions& options,
                                                          LastColumn last = LastColumn::usage,
                                                          const ImportedResults& imported = {},
                                                          const std::vector<std::string>& excluded = {});

}  // namespace tribunal
