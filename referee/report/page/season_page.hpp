#pragma once

#include <string>
#include <vector>

#include "report/page/page_builder.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

/// The page of several results folders: standings over all of them, with a row for each bot, and the course
/// of its versions. It has no games: the page of each folder does. `standings` have a history. `differences`:
/// the games that are recorded otherwise than they follow from their deals, of all folders. `notes`:
/// sentences on the folders.
[[nodiscard]] PageContent season_page(const TournamentStandings& standings, const PageTerms& terms,
                                      const std::vector<std::string>& differences,
                                      const std::vector<std::string>& notes);

}  // namespace tribunal
