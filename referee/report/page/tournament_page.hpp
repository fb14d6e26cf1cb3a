#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "report/page/page_builder.hpp"
#include "tournament/results/results.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

/// The games of a tournament that a page lets its reader replay.
struct ReplayChoice {
  bool only_faults = false;      ///< those with a fault alone
  std::uint64_t at_most = 5000;  ///< those with faults first, then from the first game on
};

/// The page of a tournament in `folder`, also while it is being played. `terms.bot`, if it is not empty, is
/// one of its bots. `differences`: the games that are recorded otherwise than shown; a game that cannot have
/// happened cannot be replayed. Without the secret, as in a folder published without it, no game can be
/// replayed, and the page says so.
[[nodiscard]] Result<PageContent> tournament_page(const Results& results, std::string_view folder,
                                                  const PageTerms& terms, const ReplayChoice& choice,
                                                  const std::vector<std::string>& differences);

/// The page of several results folders: standings over all of them, with a row for each bot, and the course
/// of its versions. It has no games: the page of each folder does. `standings` have a history. `differences`:
/// the games that are recorded otherwise than they follow from their deals, of all folders. `notes`:
/// sentences on the folders.
[[nodiscard]] PageContent season_page(const TournamentStandings& standings, const PageTerms& terms,
                                      const std::vector<std::string>& differences,
                                      const std::vector<std::string>& notes);

}  // namespace tribunal
