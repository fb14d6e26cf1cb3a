#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "tournament/imports/imported_results.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/results.hpp"
#include "tournament/results/tables/game_row.hpp"
#include "tournament/schedule/game_result.hpp"
#include "tournament/standings/entrants.hpp"
#include "tournament/standings/standings.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

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
  Tally(std::vector<const Tournament*> tournaments, Entrants entrants, DealOrder order,
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
    std::uint64_t stored = 0;          ///< number of games that were added, or that count for an earlier
                                       ///< source
    std::uint64_t to_play = 0;         ///< number of these that `Schedule::games_to_play` counts
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
  std::uint64_t games_of_withdrawn_ = 0;
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
