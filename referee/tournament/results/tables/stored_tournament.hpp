#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "base/error.hpp"
#include "bots/identity/manifest.hpp"
#include "tournament/plan/conditions.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/plan/versions.hpp"
#include "tournament/results/tables/game_bounds.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

// Readers of a tournament in a database, except for its games. Errors are sentences.

/// Conditions under which games were played, by their number.
using AllConditions = std::map<std::int64_t, Conditions>;

/// Reads the conditions, of which there is at least one.
[[nodiscard]] Result<AllConditions> read_conditions(SQLite::Database& database);

/// The reason why these cannot be conditions of a plan with this number of bots, which may have been smaller
/// then; empty if they can.
[[nodiscard]] std::string objection(const Conditions& conditions, std::size_t bots);

/// The tournament of the stored plan, of which nothing is played; `last`: the last conditions.
[[nodiscard]] Result<Tournament> read_tournament(const SQLite::Database& database, const Conditions& last);

/// The number of each bot's version, by the conditions of a game.
using VersionNumbers = std::map<std::int64_t, std::vector<int>>;

/// Numbers the versions in the order of the conditions under which games were stored. `ruling`: that made
/// these games void; 0: games that count.
[[nodiscard]] VersionNumbers number_versions(const SQLite::Database& database,
                                             const AllConditions& conditions, std::int64_t ruling,
                                             Versions& versions);

/// The index of the last stored game that counts, not validated; nothing if there is none. Throws
/// SQLite::Exception, as `started_rounds` does.
[[nodiscard]] std::optional<std::uint64_t> last_index(const SQLite::Database& database);

/// Stores a round, in place of the one that was stored with its number. Throws SQLite::Exception.
void write_round(SQLite::Database& database, std::size_t number, const Round& round);

/// Forgets the stored rounds from this number on. Throws SQLite::Exception.
void forget_rounds_from(SQLite::Database& database, std::uint64_t number);

/// The first conditions under which no game was stored: those of a run that stored nothing, or a row that no
/// run wrote. The last ones, of the stored plan, count only if all others have games. Throws
/// SQLite::Exception, as the next two do.
[[nodiscard]] std::optional<std::int64_t> unused_conditions(const SQLite::Database& database);
/// Deletes all of them but the last, and the files of bots that no conditions name.
void forget_unused(SQLite::Database& database);
/// The hash of a bot that the table `bot_files` has files of, but no conditions name; empty if there is none.
[[nodiscard]] std::string unknown_bot(const SQLite::Database& database);

/// The rounds that the runner stored, without those of which no game is stored: the plan may have changed
/// since. The error names a round that is impossible.
[[nodiscard]] Result<std::vector<Round>> started_rounds(const SQLite::Database& database,
                                                        const Schedule& schedule, const GameBounds& bounds);

/// A bot that did not start any more when the last run of a tournament ended, or does not while it runs.
struct NotStarting {
  std::string bot;      ///< its name in the plan
  std::string message;  ///< the number of failures, and their cause

  bool operator==(const NotStarting&) const = default;
};

/// Replaces the stored bots by these. Throws SQLite::Exception.
void write_not_starting(SQLite::Database& database, std::span<const NotStarting> bots);

/// The stored bots; the error is a sentence about a damaged cell. Throws SQLite::Exception.
[[nodiscard]] Result<std::vector<NotStarting>> read_not_starting(const SQLite::Database& database);

/// Stores the files of the bot with this hash, unless they are stored, so that a later run can say which of
/// them have changed. Throws SQLite::Exception, as the next does.
void write_bot_files(SQLite::Database& database, const std::string& sha256, const Manifest& files);

/// The files of the bot with this hash; empty if they are not stored.
[[nodiscard]] Manifest read_bot_files(const SQLite::Database& database, const std::string& sha256);

}  // namespace tribunal
