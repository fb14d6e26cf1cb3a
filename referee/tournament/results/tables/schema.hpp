#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

namespace tribunal {

// The tables of results.db (docs/results-db.md). All functions throw SQLite::Exception.

/// Restricts the connection to what our tables need, as the file may be hostile: no cell is larger than any
/// game. Throws as well if the tables, indexes and views of `schema` are not exactly those that
/// `create_tables` makes: a foreign view or trigger could run forever or falsify answers.
void restrict_to_tables(SQLite::Database& database, const std::string& schema = "main");

/// Makes all tables, empty, and the view.
void create_tables(SQLite::Database& database);

/// The `id` of game 0 in the tables of games. The id of a game that counts is the game's index in the
/// schedule. If a ruling made the game void, the number of the ruling stands in the bits above. So games are
/// found by a range of ids, and voiding them is an addition.
constexpr std::int64_t first_id(std::int64_t ruling) { return ruling << 48; }

/// A condition in SQL: the rows of `games` that count (ruling 0), or that this ruling made void. Negative
/// ids, which no game has, are among those that count: whoever reads them refuses them.
[[nodiscard]] std::string ids_of(std::int64_t ruling);

/// The keys of the database's table `meta`.
namespace meta {
inline constexpr auto version = "version";
inline constexpr auto this_version = "4";
inline constexpr auto identity = "identity";      ///< `identity_of`
inline constexpr auto commitment = "commitment";  ///< 64 hexadecimal digits
inline constexpr auto deals = "deals";
inline constexpr auto plan_file = "plan file";
inline constexpr auto plan_text = "plan";
/// The results that were merged without being verified, a phrase; absent if there are none.
inline constexpr auto unverified = "unverified";
/// Bots that did not start any more when the last run ended: JSON, name and reason; not there if all did
inline constexpr auto not_starting = "not starting";
inline constexpr auto crowding = "crowding";  ///< the reason for waits for processors; none without waits
inline constexpr auto played = "played";      ///< when the last games were stored, ISO 8601 in UTC
inline constexpr auto shard = "shard";  ///< `to_text(ShardGames)`; none in the results of a whole tournament
/// Games that this folder plays in place of those of the one from which it plays on (`note_left_behind`).
inline constexpr auto left_behind = "left behind";

/// All keys; `verify` refuses others.
inline constexpr std::array all{version, identity, commitment, deals,        plan_file, plan_text,
                                played,  shard,    unverified, not_starting, crowding,  left_behind};
}  // namespace meta

/// The value of `key`; empty if there is none.
[[nodiscard]] inline std::string read_meta(const SQLite::Database& database, const char* key) {
  SQLite::Statement select{database, "SELECT value FROM meta WHERE key = ?"};
  select.bind(1, key);
  return select.executeStep() ? select.getColumn(0).getString() : std::string{};
}

inline void write_meta(SQLite::Database& database, const char* key, const std::string& value) {
  SQLite::Statement insert{database,
                           "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = ?2"};
  insert.bind(1, key);
  insert.bind(2, value);
  insert.exec();
}

}  // namespace tribunal
