#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "report/page/page_builder.hpp"
#include "tournament/results/results.hpp"
#include "tournament/standings/standings_of.hpp"
#include "tournament/standings/verify_tournament.hpp"

namespace tribunal {

/// The games of a tournament that a page lets its reader replay.
struct ReplayChoice {
  bool only_faults = false;      ///< those with a fault alone
  std::uint64_t at_most = 5000;  ///< those with faults first, then from the first game on
};

/// The page of a tournament, also while it is being played, from games that somebody else goes over once.
/// Without the secret, as in a folder published without it, no game can be replayed, and the page says so.
class TournamentPage {
 public:
  /// The page of results in `folder`, which outlive it. `terms.bot`, if it is not empty, is one of their
  /// bots.
  TournamentPage(const Results& results, std::string_view folder, PageTerms terms, ReplayChoice choice);
  TournamentPage(TournamentPage&&) noexcept;
  ~TournamentPage();

  /// Takes the record of a game, on any thread; the rest is taken in schedule order (`ComparedGames::look`).
  [[nodiscard]] TakeGame look(ComparedGame& game);
  /// `differences`: the games that are recorded otherwise than shown; a game that cannot have happened cannot
  /// be replayed. The error is that a result, or with games to replay any record, cannot be read.
  [[nodiscard]] Result<PageContent> finish(const std::vector<std::string>& differences);

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

/// The page of several results folders: standings over all of them, with a row for each bot, and the course
/// of its versions. It has no games: the page of each folder does. `standings` have a history. `differences`:
/// the games that are recorded otherwise than they follow from their deals, of all folders. `notes`:
/// sentences on the folders.
[[nodiscard]] PageContent season_page(const TournamentStandings& standings, const PageTerms& terms,
                                      const std::vector<std::string>& differences,
                                      const std::vector<std::string>& notes);

}  // namespace tribunal
