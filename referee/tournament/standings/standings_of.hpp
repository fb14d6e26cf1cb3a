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

/// The standings over all games and, if there were several games, for each of them.
struct StandingsTables {
  Standings overall;                                     ///< without points if there are several games
  std::vector<std::pair<std::string, Standings>> games;  ///< standings by the game's name in the plan; empty
                                                         ///< if there is only one game
};

/// Standings from which luck is taken out.
struct StandingsWithoutLuck : StandingsTables {
  LuckKind kind = LuckKind::draws;
  std::uint32_t pairs = 0;  ///< `LuckOptions::pairs`
  std::uint64_t games_with_luck = 0;

  /// The alarms about luck beyond what chance explains: over all games and, if the plan has several, in each
  /// of them.
  [[nodiscard]] std::vector<LuckAlarm> alarms() const;
};

/// A folder with deals that another folder has too.
struct SharedDeals {
  std::size_t folder = 0;
  std::size_t first = 0;       ///< index of the first folder with the same source of deals; may be this
                               ///< folder
  std::uint64_t games = 0;     ///< number of its other games
  std::uint64_t repeated = 0;  ///< number of its games that another folder has; they count once, in that
                               ///< folder
};

/// An imported file, by its number, that has as many games as a folder and the same rankings, in any order.
struct LikelyCopy {
  std::size_t file = 0;
  std::size_t folder = 0;
};

/// The standings of a tournament, or of several.
struct TournamentStandings : StandingsTables {
  /// SHA-256 over the content hashes of the games in the order of the schedule. It is equal for two
  /// tournaments if and only if the same games were played. Meaningless if the column `content` was not read.
  Bytes32 content{};
  std::optional<VersionHistory> history{};             ///< present if requested
  std::optional<StandingsWithoutLuck> without_luck{};  ///< present if requested
  std::uint64_t games_of_withdrawn = 0;  ///< number of games with a bot that was later withdrawn or excluded
  std::vector<SharedDeals> shared_deals{};  ///< deals in several folders, for standings over several; the
                                            ///< next too
  std::vector<LikelyCopy> likely_copies{};
  std::vector<Superseded> superseded{};  ///< folders whose games do not count
  std::uint64_t excluded_games = 0;      ///< number of games that do not count because a bot in them is
                                         ///< excluded
};

/// Whether a bot in the game is excluded by the organiser, so that the game does not count.
[[nodiscard]] bool seats_excluded(const Plan& plan, const GameResult& game);

/// The number of games in these standings, including those that do not count.
[[nodiscard]] inline std::uint64_t stored_games(const TournamentStandings& standings) {
  return static_cast<std::uint64_t>(standings.overall.games) + standings.excluded_games;
}

/// The number of games of withdrawn bots that had not been played at the time of these standings.
[[nodiscard]] inline std::uint64_t left_out_games(const Schedule& schedule,
                                                  const TournamentStandings& standings) {
  return schedule.games_of_withdrawn() - standings.games_of_withdrawn;
}

/// The number of unplayed games of withdrawn or excluded bots of this plan, as a clause for the end of a
/// sentence. Empty if there are none.
[[nodiscard]] std::string left_out_clause(const Plan& plan, std::uint64_t games);

/// Whether both are the same game with as many players and the same options.
[[nodiscard]] bool same_rules(const Rules& one, const Rules& other);

/// The order of a plan's deals. They come back if a late bot may make up for deals.
[[nodiscard]] DealOrder deal_order_of(const Plan& plan);

/// The standings after the games stored so far, as far as they follow from the columns up to `last`. Anchors
/// and places in `options` are replaced by those of the plan.
[[nodiscard]] Result<TournamentStandings> standings_of(const Results& results,
                                                       const StandingsOptions& options = {},
                                                       LastColumn last = LastColumn::content,
                                                       const std::optional<LuckTakenOut>& luck = {});

/// A bot that is excluded from standings over several tournaments.
struct Exclusion {
  std::string bot;
  std::string reason;
  /// The organiser's list that excludes the bot; it may also have bots of other tournaments. Empty if the
  /// user named the bot.
  std::string by_list{};
};

/// Standings over the games of several tournaments and, if these played several games, for each game.
///
/// Bots are identified by name, and versions of a bot by the hash of its files (`Versions`). Deals are
/// identified by secret, name and number. A game in two folders counts once. An imported bot is the last
/// version of the bot with its name. A game that is both in a folder and in an import is an error. A folder
/// does not count if another folder plays on from it (`superseded_of`). Points are shown only if all games
/// have the same rules; `options.points` is ignored. An anchor is its bot's first version, or the one with
/// its hash. It counts once, or not at all if no version with its hash played. Versions are in the order of
/// time, whatever the order of the folders. Games are read up to the column `last`.
///
/// Games with a bot in `excluded` do not count, as if each folder had a ruling that excludes it. It is an
/// error if such a bot is in an import, or if it is in no folder, unless it comes from a list. `content` is
/// not set.
[[nodiscard]] Result<TournamentStandings> joint_standings(const std::vector<std::filesystem::path>& folders,
                                                          const StandingsOptions& options,
                                                          LastColumn last = LastColumn::usage,
                                                          const ImportedResults& imported = {},
                                                          const std::vector<Exclusion>& excluded = {});

/// The names of the bots that still take part and were at fault in each of their games
/// (`StandingsRow::always_at_fault`). This is faster than standings: games are read only until every bot has
/// played one without a fault.
[[nodiscard]] Result<std::vector<std::string>> bots_always_at_fault(const Results& results);

/// The ratings of a tournament after increasing numbers of games. They show whether ratings have settled.
/// Each point is equal to the result of `standings_of` at that time.
struct RatingCourse {
  struct Entrant {
    std::string bot;
    std::vector<std::optional<Rating>> ratings;  ///< rating at each point; none before it met another entrant
  };
  std::vector<std::int64_t> games;  ///< number of games played at each point
  std::vector<Entrant> entrants{};  ///< entrants in the order of the latest standings
};

}  // namespace tribunal
