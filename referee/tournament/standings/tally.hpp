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

/// The options with anchors by the plan of a tournament, and places after the games that `schedule` knows.
[[nodiscard]] StandingsOptions options_of(const Plan& plan, const Schedule& schedule,
                                          StandingsOptions wanted = {});

/// Adds up the games of one tournament or several, and of an import, to one table and, if they played several
/// games, to a table of each. Every version of a bot stands by itself.
class Tally {
 public:
  /// Adds up one tournament, which outlives the tally, by games that are read up to the column `last`; with
  /// luck, that is `content`.
  Tally(const Tournament& tournament, const Versions& versions, LastColumn last = LastColumn::content,
        std::optional<LuckTakenOut> luck = std::nullopt);
  /// The tournaments outlive the tally. `order`: of all deals.
  Tally(std::vector<const Tournament*> tournaments, Entrants entrants, DealOrder order,
        const ImportedResults& imported);

  /// Adds the next game of a tournament, which becomes one of the table: its bots are those of `entrants`,
  /// and its deal comes after `first_deal`. Throws std::exception if a bot or the game is not of the plan.
  void add(GameResult& game, std::size_t tournament = 0, std::uint64_t first_deal = 0);
  /// Takes notice of a game of a tournament that another one has too, where it counts.
  void pass(const GameResult& game, std::size_t tournament);
  /// Adds all games of the import. An imported bot is the newest version of the one of its name.
  void add(const ImportedResults& imported, std::uint64_t first_deal);

  /// Lets the games that do not count be those with one of these excluded bots.
  void count_excluded(const std::vector<Exclusion>& bots) { counted_ = bots; }
  [[nodiscard]] Entrants& entrants() { return entrants_; }

  /// `options.anchors` and `options.places` are of bots: an anchor is the version of its hash, or the first,
  /// and counts once; older versions have places behind all bots. The error is a sentence.
  [[nodiscard]] Result<TournamentStandings> standings(const StandingsOptions& options);
  /// The standings over all games alone; more games can be added after it.
  [[nodiscard]] Result<Standings> overall(const StandingsOptions& options) const;

 private:
  using Rows = std::vector<VersionRow>;

  struct Source {
    const Tournament* tournament;
    std::vector<std::size_t> games{};  ///< the index in `games_` of each game of the plan
    std::uint64_t stored = 0;          ///< games that were added, or are those of an earlier source
    std::uint64_t to_play = 0;         ///< of them, those that count in `Schedule::games_to_play`
  };
  struct Game {
    std::string name;
    const Rules* rules;
  };
  struct Tables {
    StandingsTally overall;
    std::vector<StandingsTally> each;  ///< by game; none if one game has points over all
  };

  [[nodiscard]] std::size_t number_of(const std::string& name, const Rules& rules, const Source& source);
  /// The luck of the next game; null if it has none.
  [[nodiscard]] const LuckOfGame* luck_of(const GameResult& game);
  /// The error says that a game lacks its luck, or that the luck is of other games: results from which the
  /// luck of some games only is taken out look like others.
  [[nodiscard]] Result<void> check_luck(const Bytes32& content) const;
  /// The entrants, with the newest version of each bot among those with games.
  [[nodiscard]] Rows counting_rows() const {
    return entrants_.that_count(tables_.front().overall.has_games());
  }
  /// The widening of intervals: 1 once all games of the tournaments have been added that their schedules,
  /// which know all rounds by then, still have. Until then whoever sees these standings may look often.
  [[nodiscard]] double widening() const;
  [[nodiscard]] StandingsOptions of_rows(StandingsOptions options, const Rows& rows) const;
  [[nodiscard]] Result<Standings> marked(const StandingsTally& tally, const StandingsOptions& options,
                                         const Rows& rows) const;
  [[nodiscard]] Result<StandingsTables> standings(const Tables& tables, StandingsOptions options,
                                                  const Rows& rows) const;

  Entrants entrants_;
  std::vector<Source> sources_;
  std::vector<Game> games_;     ///< that the tournaments played, each once
  std::optional<bool> paired_;  ///< `StandingsOptions::paired_by_results`
  bool has_points_ = true;      ///< over all: not if there are several games, or an import
  std::vector<Tables> tables_;  ///< the usual ones, then those without luck
  std::optional<LuckTakenOut> luck_;
  std::vector<bool> has_luck_;  ///< by game of the plan
  std::uint64_t games_with_luck_ = 0;
  std::uint64_t found_luck_ = 0;
  std::optional<std::uint64_t> odd_luck_;  ///< the first game without its luck, or with that of other seats
  bool reads_content_ = false;
  Sha256 content_;
  std::uint64_t games_of_withdrawn_ = 0;
  std::uint64_t excluded_games_ = 0;
  std::vector<Exclusion> counted_;  ///< excluded bots whose games these are; empty: all
};

/// The standings of a tournament, and the course of its ratings, from games that somebody else reads.
class StandingsInPassing {
 public:
  /// `results` outlives it. `last`, `luck`: as in `standings_of`. `games_a_point`: games between two points
  /// of the course, which stands at whole deals; 0: there is no course.
  explicit StandingsInPassing(const Results& results, LastColumn last = LastColumn::content,
                              std::optional<LuckTakenOut> luck = {}, std::uint64_t games_a_point = 0);

  /// Adds the next game, in schedule order, and changes it (`Tally::add`).
  [[nodiscard]] Result<void> add(GameResult& game);
  /// The standings after all games. Call it once.
  [[nodiscard]] Result<TournamentStandings> finish(const StandingsOptions& options);
  /// After `finish`: the last point is after all games.
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
