#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "tournament/luck/stored_luck.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/plan/versions.hpp"
#include "tournament/results/results.hpp"
#include "tournament/schedule/game_result.hpp"
#include "tournament/standings/history.hpp"
#include "tournament/standings/luck_alarm.hpp"
#include "tournament/standings/standings.hpp"

namespace tribunal {

/// Luck to take out of standings.
struct LuckTakenOut {
  std::shared_ptr<const StoredLuck> luck;
  LuckKind kind = LuckKind::draws;
};

/// Finds the luck of a tournament's games, one after another, and whether it is theirs: results from which
/// the luck of some games only is taken out look like others.
class LuckInGames {
 public:
  LuckInGames(const Tournament& tournament, LuckTakenOut taken_out);

  /// The luck of the next game; null if it has none.
  [[nodiscard]] const LuckOfGame* next(const GameResult& game);
  /// After all games; `content`: SHA-256 over their contents. The error says that one of them lacks its luck,
  /// or that the luck is of other games.
  [[nodiscard]] Result<void> check(const Bytes32& content) const;
  [[nodiscard]] LuckKind kind() const { return taken_out_.kind; }
  [[nodiscard]] const StoredLuck& luck() const { return *taken_out_.luck; }

 private:
  LuckTakenOut taken_out_;
  std::vector<bool> has_luck_;  ///< by game of the plan
  std::uint64_t found_ = 0;
  std::optional<std::uint64_t> odd_game_{};  ///< the first without its luck, or with that of other seats
};

/// The versions of bots that standings show.
struct VersionsShown {
  bool latest = false;   ///< a row for each bot, its newest version; the games of the others count
  bool history = false;  ///< `TournamentStandings::history` is wanted
};

/// Standings from which luck is taken out.
struct StandingsWithoutLuck {
  LuckKind kind = LuckKind::draws;
  std::uint32_t pairs = 0;  ///< `LuckOptions::pairs`
  std::uint64_t games_with_luck = 0;
  Standings overall;
  std::vector<std::pair<std::string, Standings>> games;  ///< as in `TournamentStandings`

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

/// The standings of a tournament: over all that was played and, if its plan has several games, in each of
/// them.
struct TournamentStandings {
  Standings overall;                                     ///< without points if there are several games
  std::vector<std::pair<std::string, Standings>> games;  ///< by the plan's names; none if there is one game
  /// SHA-256 over the content hashes of the games in schedule order: equal for two tournaments if and only if
  /// the same was played. Meaningless if that column was not read.
  Bytes32 content{};
  std::optional<VersionHistory> history{};             ///< if it was wanted
  std::optional<StandingsWithoutLuck> without_luck{};  ///< if it was wanted
  std::uint64_t games_of_withdrawn = 0;  ///< that were played with a bot that is withdrawn or excluded since
  std::vector<SharedDeals> shared_deals{};  ///< of standings over several folders
  std::uint64_t excluded_games = 0;         ///< that do not count, as a bot in them is excluded
};

/// Whether a bot sits there that the organiser has excluded: the game counts for nobody.
[[nodiscard]] bool seats_excluded(const Plan& plan, const GameResult& game);

/// The games of which these standings were made, and those that do not count for them.
[[nodiscard]] std::uint64_t stored_games(const TournamentStandings& standings);

/// Games of withdrawn bots that have not been played, after the games of these standings.
[[nodiscard]] std::uint64_t left_out_games(const Schedule& schedule, const TournamentStandings& standings);

/// The number of games of withdrawn or excluded bots of this plan that were not played, as a clause at the
/// end of a sentence; empty if all were.
[[nodiscard]] std::string left_out_clause(const Plan& plan, std::uint64_t games);

/// Whether the same game is played, by as many players, with the same options.
[[nodiscard]] bool same_rules(const Rules& one, const Rules& other);

/// Whether a late bot may make up for deals, which then come back.
[[nodiscard]] DealOrder deal_order_of(const Plan& plan);

/// Adds up the games of a tournament, in schedule order, to its standings, in which every version of a bot
/// stands by itself. An anchor is its first version.
class TournamentTally {
 public:
  /// A tally of games that are read up to the column `last`; with luck, that is `content`.
  TournamentTally(const Tournament& tournament, Versions versions, LastColumn last = LastColumn::content,
                  std::optional<LuckTakenOut> luck = std::nullopt);
  /// Throws std::invalid_argument if a bot or the game is not of the plan.
  void add(const GameResult& game);
  /// `schedule` has taken notice of the games. `bootstrap` as in `RatingOptions`. The error is a sentence.
  /// `latest` as in `VersionsShown`.
  [[nodiscard]] Result<TournamentStandings> standings(const Schedule& schedule, std::size_t bootstrap = 0,
                                                      bool latest = false);
  /// The standings over all games alone; more games can be added after it.
  [[nodiscard]] Result<Standings> overall(const Schedule& schedule, std::size_t bootstrap = 0,
                                          bool latest = false) const;
  /// The versions, with the newest among those with games that count.
  [[nodiscard]] Versions versions_that_count() const;
  /// Learns the hashes of versions that were not known before the games; their number does not change.
  void learn(const Versions& versions) {
    if (versions.entrants() == versions_.entrants()) versions_ = versions;
  }

 private:
  using StandingsOfGames = std::vector<std::pair<std::string, Standings>>;

  [[nodiscard]] Result<Standings> overall(const StandingsTally& tally, const Schedule& schedule,
                                          std::size_t bootstrap, bool latest) const;
  [[nodiscard]] Result<StandingsOfGames> by_game(std::span<const StandingsTally> tallies,
                                                 std::size_t bootstrap, bool latest) const;
  [[nodiscard]] Result<std::optional<StandingsWithoutLuck>> without_luck(const Schedule& schedule,
                                                                         const Bytes32& content,
                                                                         std::size_t bootstrap,
                                                                         bool latest) const;
  /// `luck`: that of the game; null if it has none.
  void add_without_luck(const GameResult& result, const Forfeit& forfeit, const LuckOfGame* luck);
  /// The plan's, by the name of its version.
  [[nodiscard]] StandingsOptions options(std::size_t bootstrap, bool latest) const;
  /// The place of each version, where the format ranks bots: versions that are superseded come below the
  /// others.
  [[nodiscard]] std::vector<int> places_by_format(const Schedule& schedule) const;
  [[nodiscard]] GameResult by_version(const GameResult& game) const;
  /// Marks rows with their bots and versions, and those that play no more.
  void mark_rows(Standings& standings) const;

  const Plan& plan_;
  const std::vector<Rules>& rules_;  ///< of each game of the plan
  Versions versions_;
  bool several_versions_;
  StandingsTally overall_;
  std::vector<StandingsTally> each_;  ///< none if there is one game
  std::optional<LuckInGames> luck_;
  std::vector<StandingsTally> without_luck_;  ///< like `overall_` and `each_`; none without luck
  std::uint64_t games_with_luck_ = 0;
  LastColumn last_;
  Sha256 content_;
  std::uint64_t games_of_withdrawn_ = 0;
  std::uint64_t excluded_games_ = 0;
};

/// The standings after the stored games so far, as far as they follow from the columns up to `last`.
/// `bootstrap` as in `RatingOptions`.
[[nodiscard]] Result<TournamentStandings> standings_of(const Results& results, std::size_t bootstrap = 0,
                                                       LastColumn last = LastColumn::content,
                                                       const VersionsShown& shown = {},
                                                       const std::optional<LuckTakenOut>& luck = {});

/// Names of the bots that still play and were at fault in each of their games (as `StandingsRow` has it,
/// without the cost of standings: games are read only until every bot has played one without a fault).
[[nodiscard]] Result<std::vector<std::string>> bots_always_at_fault(const Results& results);

/// The ratings of a tournament after more and more of its games: whether they have settled.
struct RatingCourse {
  struct Entrant {
    std::string bot;
    std::vector<std::optional<Rating>> ratings;  ///< one a point; nothing before it met another entrant
  };
  std::vector<std::int64_t> games;  ///< played by each point
  std::vector<Entrant> entrants{};  ///< in the order of the last standings
};

/// At most `points` of them, at whole deals, at equal distances; the last is after all games. Each is as
/// `standings_of` would have been at that time.
[[nodiscard]] Result<RatingCourse> rating_course(const Results& results, std::size_t points);

}  // namespace tribunal
