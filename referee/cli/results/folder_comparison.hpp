#pragma once

#include <string>

#include "base/error.hpp"
#include "cli/results/differences.hpp"
#include "tournament/standings/stored_game_check.hpp"
#include "tournament/store/folder_check.hpp"

namespace tribunal {

/// Compares these games of a results folder, on all cores, and the tables beside them, as `tribunal verify`
/// does; games that are not stored yet are no difference. A folder without its secret is not compared, which
/// is noted.
[[nodiscard]] Result<Differences> compare_folder(const std::string& folder, const ComparedGames& games = {},
                                                 TablesBeside tables = TablesBeside::all);

}  // namespace tribunal
