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

/// The games of a tournament that the page can replay.
struct ReplayChoice {
  bool only_faults = false;      ///< whether only games with a fault are included
  std::uint64_t at_most = 5000;  ///< largest number; games with faults come first, then the earliest ones
};

/// The page of a tournament, even while it is being played, from games that the caller reads once. If the
/// secret is missing, as in a folder published without it, no game can be replayed, and the page says so.
class TournamentPage {
 public:
  virtual ~TournamentPage() = default;
  /// Takes the record of a game, on any thread. The function that it returns takes the rest in the order of
  /// the schedule (`ComparedGames::look`).
  [[nodiscard]] virtual TakeGame look(ComparedGame& game) = 0;
  /// `differences`: those between recorded games and the page. A game that cannot have happened cannot be
  /// replayed. It is an error if a result cannot be read or, on a page with games for replay, if a record
  /// cannot be read.
  [[nodiscard]] virtual Result<PageContent> finish(const std::vector<std::string>& differences) = 0;
};

/// The page of the results in `folder`, which must outlive it. `terms.bot` is empty or one of their bots.
[[nodiscard]] std::unique_ptr<TournamentPage> tournament_page(const Results& results, std::string_view folder,
                                                              PageTerms terms, ReplayChoice choice);

/// The page of several results folders: standings over all of them, with a row for each bot, and the course
/// of its versions. It has no games; these are on the pages of the folders. `standings` must have a history.
/// `differences`: those between recorded games and their deals, in all folders. `notes`: sentences about the
/// folders. `nights`: on a site, the pages and files of the folders (`web/src/data.ts`: `Season.nights`).
[[nodiscard]] PageContent season_page(const TournamentStandings& standings, const PageTerms& terms,
                                      const std::vector<std::string>& differences,
                                      const std::vector<std::string>& notes, Json nights = nullptr);

}  // namespace tribunal
