#pragma once

#include <expected>
#include <filesystem>
#include <vector>

#include "tournament/standings/standings.hpp"
#include "tournament/store/game_row.hpp"
#include "tournament/store/store_error.hpp"

namespace tribunal {

/// Standings over the games of several tournaments. Bots are the same if their names are, and versions of a
/// bot if the hashes of their files are (`Versions`); deals of different tournaments are different ones.
/// There are points only if all played one game by the same rules; `options.points` is not looked at. An
/// anchor is its bot's first version. Games are read up to the column `last`.
[[nodiscard]] std::expected<Standings, StoreError> joint_standings(
    const std::vector<std::filesystem::path>& folders, StandingsOptions options,
    LastColumn last = LastColumn::usage);

}  // namespace tribunal
