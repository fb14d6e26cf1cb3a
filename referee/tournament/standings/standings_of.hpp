#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "tournament/imports/imported_results.hpp"
#include "tournament/luck/stored_luck.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/results.hpp"
#include "tournament/schedule/game_result.hpp"
#include "tournament/standings/entrants.hpp"
#include "tournament/standings/standings.hpp"
#include "tournament/standings/superseded.hpp"

namespace tribunal {

/// Luck to take out of standings.
struct LuckTakenOut {
  std::shared_ptr<const StoredLuck> luck;
  LuckKind kind = LuckKind::draws;
};

/// Standings over all that was played and, if several games were played, in each of them.
struct StandingsTables {
  Standings overall;                                     ///< without points if there are several games
  std::vector<std::pair<std::string, Standings>> games;  ///< by the plan's names; none if there is one game
};

/// Standings from which luck is taken out.
struct StandingsWithoutLuck : StandingsTables {
  LuckKind kind = LuckKind::draws;
  std::uint32_t pairs = 0;  ///< `LuckOptions::pairs`
  std::uint64_t games_with_luck = 0;

  /// Bots whose luck no honest bot has, in all that was played or, if the plan has several games, in one of
  /// them.
  [[nodiscard]] std::vector<LuckAlarm> alarms() const;
};

/// A folder with deals that another one has too.
struct SharedDeals {
  std::size_t folder = 0;
  std::size_t first = 0;       ///< the first folder with deals of the same source; may be the same
  std::uint64_t games = 0;     ///< its other games
  std::uint64_t repeated = 0;  ///< its games that another folder holds; they count once, there
};

/// A file of results, by its number, with as many games as a folder and the same rankings, in any order.
struct LikelyCopy {
  std::size_t file = 0;
  std::size_t folder = 0;
};

/// The standings of a tournament, or of several.
struct TournamentStandings : StandingsTables {
  /// SHA-256 over the content hashes of the games in schedule order: equal for two tournaments if and only if
  /// the same was played. Meaningless if that column was not read.
  Bytes32 content{};
  std::optional<VersionHistory> history{};             ///< if it was wanted
  std::optional<StandingsWithoutLuck> without_luck{};  ///< if it was wanted
  std::uint64_t games_of_withdrawn = 0;  ///< that were played with a bot that is withdrawn or excluded since
  std::vector<SharedDeals> shared_deals{};  ///< of standings over several folders, as the next
  std::vector<LikelyCopy> likely_copies{};
  std::vector<Superseded> superseded{};  ///< folders of which nothing counts
  std::uint64_t excluded_games = 0;      ///< that do not count, as a bot in them is excluded
};

/// Whether a bot sits there that the organiser has excluded: the game counts for nobody.
[[nodiscard]] bool seats_excluded(const Plan& plan, const GameResult& game);

/// The games of which these standings were made, and those that do not count for them.
[[nodiscard]] inline std::uint64_t stored_games(const TournamentStandings& standings) {
  return static_cast<std::uint64_t>(standings.overall.games) + standings.excluded_games;
}

/// Games of withdrawn bots that have not been played, after the games of these standings.
[[nodiscard]] inline std::uint64_t left_out_games(const Schedule& schedule,
                                                  const TournamentStandings& standings) {
  return schedule.games_of_withdrawn() - standings.games_of_withdrawn;
}

/// The number of games of withdrawn or excluded bots of this plan that were not played, as a clause at the
/// end of a sentence; empty if all were.
[[nodiscard]] std::string left_out_clause(const Plan& plan, std::uint64_t games);

/// Whether the same game is played, by as many players, with the same options.
[[nodiscard]] bool same_rules(const Rules& one, const Rules& other);

/// Whether a late bot may make up for deals, which then come back.
[[nodiscard]] DealOrder deal_order_of(const Plan& plan);

/// The standings after the stored games so far, as far as they follow from the columns up to `last`; anchors
/// and places of `options` are the plan's.
[[nodiscard]] Result<TournamentStandings> standings_of(const Results& results,
                                                       const StandingsOptions& options = {},
                                                       LastColumn last = LastColumn::content,
                                                       const std::optional<LuckTakenOut>& luck = {});

/// A bot that is taken out of standings over several tournaments.
struct Exclusion {
  std::string bot;
  std::string reason;
  /// The file of the organiser's list that says so, which may have bots of other tournaments; empty: a person
  /// named the bot.
  std::string by_list{};
};

/// Standings over the games of several tournaments, and in each game if they played several. Bots are the
/// same if their names are, and versions of a bot if the hashes of their files are (`Versions`); deals are
/// the same if they follow from the same secret, name and number; a game that two folders hold counts once.
/// An imported bot is the last version of the one of its name; a game that a folder and an import both hold
/// is an error. A folder from which another one plays on does not count beside it (`superseded_of`).
/// There are points where all was one game by the same rules; `options.points` is not looked at.
/// An anchor is its bot's first version, or the one of its hash; it counts once, and not at all if a version
/// of that hash did not play. Versions are in the order of time, whatever the order of the folders. Games are
/// read up to the column `last`. No game with a bot of `excluded` counts, as if each folder had a ruling that
/// excludes it; the error names one that is in an import, or, unless it is of a list, in no folder. There is
/// no `content`.
[[nodiscard]] Result<TournamentStandings> joint_standings(const std::vector<std::filesystem::path>& folders,
                                                          const StandingsOptions& options,
                                                          LastColumn last = LastColumn::usage,
                                                          const ImportedResults& imported = {},
                                                          const std::vector<Exclusion>& excluded = {});

/// Names of the bots that still play and were at fault in each of their games (as `StandingsRow` has it,
/// without the cost of standings: games are read only until every bot has played one without a fault).
[[nodiscard]] Result<std::vector<std::string>> bots_always_at_fault(const Results& results);

/// The ratings of a tournament after more and more of its games: whether they have settled. Each point is as
/// `standings_of` would have been at that time.
struct RatingCourse {
  struct Entrant {
    std::string bot;
    std::vector<std::optional<Rating>> ratings;  ///< one a point; nothing before it met another entrant
  };
  std::vector<std::int64_t> games;  ///< played by each point
  std::vector<Entrant> entrants{};  ///< in the order of the last standings
};

}  // namespace tribunal
