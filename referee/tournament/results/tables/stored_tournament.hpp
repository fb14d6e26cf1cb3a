#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "bots/identity/identity.hpp"
#include "tournament/plan/conditions.hpp"
#include "tournament/plan/ruling.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/schedule/game_result.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// The bounds that every game of a tournament must keep. They are checked when results are read, and nowhere
/// else. Whether a game was played like this is checked by `verify_tournament`.
class GameBounds {
 public:
  explicit GameBounds(const Tournament& tournament);

  /// A phrase that says why no game has this index in the schedule. Empty if a game has it or, in a format of
  /// rounds, may have it.
  [[nodiscard]] std::string objection_to_index(std::uint64_t index) const;
  /// A phrase about a value in `result` that no game of the tournament can have: the number of seats, a bot,
  /// its deal or places, or the points of a bot. Empty if all are possible. `index` and `game` must be right.
  [[nodiscard]] std::string objection(const GameResult& result) const;
  /// The reason that these cannot be the groups and deals of a round after earlier rounds of `games_before`
  /// games. Empty if they can.
  [[nodiscard]] std::string objection(const Round& round, std::uint64_t games_before) const;

 private:
  [[nodiscard]] std::string objection_to_bots(const std::vector<SeatResult>& seats) const;
  /// Checks only the scores of bots, because the rules state no bounds for the seats that the referee plays.
  [[nodiscard]] std::string objection_to_scores(const GameResult& result) const;

  std::uint64_t games_;  ///< largest number of games in all rounds together
  std::uint64_t deals_;
  std::uint64_t deals_a_round_;
  std::uint64_t games_a_deal_;  ///< games per deal and group
  int players_;
  int bots_;
  bool group_twice_;                 ///< whether a bot may be in two groups of a round
  std::vector<int> seats_;           ///< number of seats of each of the plan's games
  std::vector<int> ranked_;          ///< number of these seats that have places
  std::vector<ScoreBounds> scores_;  ///< bounds for scores of each of the plan's games
};

// Functions that read the tournament in a database, except for its games. Errors are sentences.

/// The conditions under which games were played, by their number.
using AllConditions = std::map<std::int64_t, Conditions>;

/// Reads the conditions. There is at least one.
[[nodiscard]] Result<AllConditions> read_conditions(SQLite::Database& database);

/// The reason that a plan with this number of bots cannot have had these conditions. They may be of a time
/// when it had fewer bots. Empty if it can.
[[nodiscard]] std::string objection(const Conditions& conditions, std::size_t bots);

/// The tournament of the stored plan, before any game is played. `last`: the last conditions.
[[nodiscard]] Result<Tournament> read_tournament(const SQLite::Database& database, const Conditions& last);

/// The number of each bot's version, by the conditions of a game.
using VersionNumbers = std::map<std::int64_t, std::vector<int>>;

/// Whether a game of the bot with this index is stored among those that the SQL condition `where` selects.
[[nodiscard]] bool has_played(const SQLite::Database& database, std::size_t bot, const std::string& where);

/// Numbers the versions in the order of the conditions under which games were stored. `ruling`: the one that
/// made these games void, or 0 for games that count.
[[nodiscard]] VersionNumbers number_versions(const SQLite::Database& database,
                                             const AllConditions& conditions, std::int64_t ruling,
                                             Versions& versions);

/// The index of the last stored game that counts, unchecked. None if no such game is stored. Throws
/// SQLite::Exception, as does `started_rounds`.
[[nodiscard]] std::optional<std::uint64_t> last_index(const SQLite::Database& database);

/// Stores a round. Replaces the one stored under its number. Throws SQLite::Exception.
void write_round(SQLite::Database& database, std::size_t number, const Round& round);

/// Deletes the stored rounds from this number on. Throws SQLite::Exception.
void forget_rounds_from(SQLite::Database& database, std::uint64_t number);

/// The first conditions without stored games: those of a run that stored nothing, or a row that no run wrote.
/// The last conditions, those of the stored plan, are returned only if all others have games. Throws
/// SQLite::Exception, as do the next two.
[[nodiscard]] std::optional<std::int64_t> unused_conditions(const SQLite::Database& database);
/// Deletes all conditions without stored games except the last ones, and the files of bots that no conditions
/// name.
void forget_unused(SQLite::Database& database);
/// The hash of a bot that has files in the table `bot_files` but is not named by any conditions. Empty if
/// there is none.
[[nodiscard]] std::string unknown_bot(const SQLite::Database& database);

/// The rounds that the runner stored. Rounds without stored games are omitted, because the plan may have
/// changed since. The error names an impossible round.
[[nodiscard]] Result<std::vector<Round>> started_rounds(const SQLite::Database& database,
                                                        const Schedule& schedule, const GameBounds& bounds);

/// A bot that no longer started when the last run of a tournament ended, or that does not start in the
/// current run.
struct NotStarting {
  std::string bot;      ///< name in the plan
  std::string message;  ///< number of failures and their cause

  bool operator==(const NotStarting&) const = default;
};

/// Replaces the stored bots by these. Throws SQLite::Exception.
void write_not_starting(SQLite::Database& database, std::span<const NotStarting> bots);

/// The stored bots. The error is a sentence about a damaged cell. Throws SQLite::Exception.
[[nodiscard]] Result<std::vector<NotStarting>> read_not_starting(const SQLite::Database& database);

/// Stores the files of the bot with this hash, unless they are stored already, so that a later run can say
/// which of them changed. Throws SQLite::Exception, as does the next.
void write_bot_files(SQLite::Database& database, const std::string& sha256, const Manifest& files);

/// The files of the bot with this hash. Empty if they are not stored.
[[nodiscard]] Manifest read_bot_files(const SQLite::Database& database, const std::string& sha256);

// Functions for the rulings of a database, and for the games that they made void. All of them throw
// SQLite::Exception.

/// The rulings by number, at most `most_rulings` + 1. The error is a sentence about a damaged cell.
[[nodiscard]] Result<std::vector<Ruling>> read_rulings(const SQLite::Database& database);

/// Stores a ruling under the next number.
void write_ruling(SQLite::Database& database, const Ruling& ruling);

/// Moves these games, with everything that belongs to them, to those that this ruling made void.
void void_games(SQLite::Database& database, std::int64_t ruling, std::span<const GameRange> games);

/// Deletes the games from `game` on with everything that belongs to them, including those that rulings made
/// void.
void forget_games_from(SQLite::Database& database, std::uint64_t game);

/// SHA-256 over the content of the games that count, in their order. Standings show the same value.
[[nodiscard]] Bytes32 content_of_all(const SQLite::Database& database);

/// The first of these games that is not stored. None if all are.
[[nodiscard]] std::optional<std::uint64_t> first_not_stored(const SQLite::Database& database,
                                                            std::span<const GameRange> games);

/// Whether the game counts and has this content.
[[nodiscard]] bool has_content(const SQLite::Database& database, std::uint64_t game, const Bytes32& content);

/// A sentence about the first contradiction between the rulings and the games that are stored as void. Empty
/// if there is none.
[[nodiscard]] std::string difference_in_voided(const SQLite::Database& database,
                                               std::span<const Ruling> rulings);

}  // namespace tribunal
