#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
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
#include "tournament/results/tables/game_row.hpp"
#include "tournament/schedule/game_result.hpp"
#include "tournament/schedule/progress.hpp"
#include "tournament/standings/entrants.hpp"
#include "tournament/standings/standings.hpp"
#include "tournament/standings/superseded.hpp"

namespace tribunal {

/// Luck to take out of standings.
struct LuckTakenOut {
  std::shared_ptr<const StoredLuck> luck;
  LuckKind kind = LuckKind::draws;
  std::filesystem::path folder{};  ///< results folder, for messages
};

/// The standings over all games and, if there were several games, for each of them.
struct StandingsTables {
  Standings overall;                                       ///< without points if there are several games
  std::vector<std::pair<std::string, Standings>> games{};  ///< standings by the game's name in the plan;
                                                           ///< empty if there is only one game
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
  Progress progress{};                                 ///< progress of the tournament, if there is one
  std::vector<SharedDeals> shared_deals{};  ///< deals in several folders, for standings over several; the
                                            ///< next too
  std::vector<LikelyCopy> likely_copies{};
  std::vector<Superseded> superseded{};  ///< folders whose games do not count
  std::uint64_t excluded_games = 0;      ///< number of games that do not count because a bot in them is
                                         ///< excluded
};

/// Whether a bot in the game is excluded by the organiser, so that the game does not count.
[[nodiscard]] bool seats_excluded(const Plan& plan, const GameResult& game);

/// The number of unplayed games of withdrawn or excluded bots of this plan, as a clause for the end of a
/// sentence. Empty if there are none.
[[nodiscard]] std::string left_out_clause(const Plan& plan, std::uint64_t games);
/// Like `left_out_clause`, with the number of stored games that do not count because a bot is excluded.
[[nodiscard]] std::string beside_clause(const Plan& plan, const Progress& progress);

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

/// The options with the plan's anchors, and with places after the games in `schedule`.
[[nodiscard]] StandingsOptions options_of(const Plan& plan, const Schedule& schedule,
                                          StandingsOptions wanted = {});

/// Adds up the games of one or several tournaments and of an import. The result is one table and, if several
/// games were played, a table for each game. Each version of a bot is an entrant of its own.
class Tally {
 public:
  /// Adds up one tournament, which must outlive the tally. Games are read up to the column `last`; with luck,
  /// that must be `content`.
  Tally(const Tournament& tournament, const Versions& versions, LastColumn last = LastColumn::content,
        std::optional<LuckTakenOut> luck = std::nullopt);
  /// The tournaments must outlive the tally. `order`: the order of all deals.
  Tally(const std::vector<const Tournament*>& tournaments, Entrants entrants, DealOrder order,
        const ImportedResults& imported);

  /// Adds the next game of a tournament. It is converted in place to the table's numbers: its bots become
  /// those of `entrants`, and its deal follows `first_deal`. Throws std::exception if a bot or the game is
  /// not in the plan.
  void add(GameResult& game, std::size_t tournament = 0, std::uint64_t first_deal = 0);
  /// Notes a game of a tournament that counts elsewhere, because another tournament has it too.
  void pass(const GameResult& game, std::size_t tournament);
  /// Adds all games of the import. An imported bot is the newest version of the bot with its name.
  void add(const ImportedResults& imported, std::uint64_t first_deal);

  /// Makes games that do not count be reported only for these excluded bots.
  void count_excluded(const std::vector<Exclusion>& bots) { counted_ = bots; }
  [[nodiscard]] Entrants& entrants() { return entrants_; }

  /// The standings of all tables. `options.anchors` and `options.places` refer to bots. An anchor means the
  /// version with its hash, or the first version, and counts once. Older versions have places behind all
  /// bots. The error is a sentence.
  [[nodiscard]] Result<TournamentStandings> standings(const StandingsOptions& options);
  /// The standings over all games only. Further games can be added afterwards.
  [[nodiscard]] Result<Standings> overall(const StandingsOptions& options) const;

 private:
  using Rows = std::vector<VersionRow>;

  struct Source {
    const Tournament* tournament;
    std::vector<std::size_t> games{};  ///< index in `games_` of each game of the plan
    StoredCounts stored{};             ///< games that were added, or that count for an earlier source

    [[nodiscard]] Progress progress() const {
      return progress_of(tournament->schedule, part_of(*tournament), stored);
    }
  };
  struct Game {
    std::string name;
    const Rules* rules;
  };
  struct Tables {
    StandingsTally overall;
    std::vector<StandingsTally> each;  ///< tallies by game; empty if there is one game with points over all
  };

  [[nodiscard]] std::size_t number_of(const std::string& name, const Rules& rules, const Source& source);
  /// The luck of the next game. Null if it has none.
  [[nodiscard]] const LuckOfGame* luck_of(const GameResult& game);
  /// Checks the luck after all games. The error says that a game lacks its luck, or that the luck belongs to
  /// other games. Results from which the luck of only some games is taken out would be misleading.
  [[nodiscard]] Result<void> check_luck(const Bytes32& content) const;
  /// The entrants. The newest version of each bot is chosen among those with games.
  [[nodiscard]] Rows counting_rows() const {
    return entrants_.that_count(tables_.front().overall.has_games());
  }
  /// The factor by which intervals are widened. It is 1 once all games of the tournaments' schedules have
  /// been added, with all rounds known. Before, the factor is larger, because readers may look at the
  /// standings many times.
  [[nodiscard]] double widening() const;
  [[nodiscard]] StandingsOptions of_rows(StandingsOptions options, const Rows& rows) const;
  [[nodiscard]] Result<Standings> marked(const StandingsTally& tally, const StandingsOptions& options,
                                         const Rows& rows) const;
  [[nodiscard]] Result<StandingsTables> standings(const Tables& tables, StandingsOptions options,
                                                  const Rows& rows) const;

  Entrants entrants_;
  std::vector<Source> sources_;
  std::vector<Game> games_;     ///< different games that the tournaments played
  std::optional<bool> paired_;  ///< `StandingsOptions::paired_by_results`
  bool has_points_ = true;      ///< whether points over all games exist; false with several games, or an
                                ///< import
  std::vector<Tables> tables_;  ///< usual tables, then those with luck taken out
  std::optional<LuckTakenOut> luck_;
  std::vector<bool> has_luck_;  ///< whether each game of the plan has luck
  std::uint64_t games_with_luck_ = 0;
  std::uint64_t found_luck_ = 0;
  std::optional<std::uint64_t> odd_luck_;  ///< first game without luck, or with luck for other seats
  bool reads_content_ = false;
  Sha256 content_;
  std::uint64_t excluded_games_ = 0;
  std::vector<Exclusion> counted_;  ///< excluded bots whose games are counted; empty: all
};

/// The standings of a tournament, and the course of its ratings, from games that the caller reads.
class StandingsInPassing {
 public:
  /// `results` must outlive it. `last`, `luck`: as in `standings_of`. `games_a_point`: the number of games
  /// between two points of the course, which are after whole deals; 0: no course is made.
  explicit StandingsInPassing(const Results& results, LastColumn last = LastColumn::content,
                              std::optional<LuckTakenOut> luck = {}, std::uint64_t games_a_point = 0);

  /// Adds the next game in the order of the schedule, and modifies it (`Tally::add`).
  [[nodiscard]] Result<void> add(GameResult& game);
  /// The standings after all games. Call it once.
  [[nodiscard]] Result<TournamentStandings> finish(const StandingsOptions& options);
  /// The course of the ratings, with its last point after all games. Call it after `finish`.
  [[nodiscard]] const RatingCourse& course() const { return course_; }

 private:
  [[nodiscard]] Result<void> note_ratings();

  const Results& results_;
  Tally tally_;
  RatingCourse course_;
  std::map<std::string, std::vector<std::optional<Rating>>> ratings_;
  std::uint64_t games_a_point_;
  std::uint64_t games_ = 0;
  std::uint64_t deal_ = 0;
};

}  // namespace tribunal
