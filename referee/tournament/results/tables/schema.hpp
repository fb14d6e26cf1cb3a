#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "tournament/results/tables/sqlite.hpp"

namespace tribunal {

// Functions for the tables of results.db (docs/results-db.md). All of them throw SQLite::Exception.

/// Restricts the connection to what our tables need, because the file may be hostile: no cell can be larger
/// than any game. Also throws if the tables, indexes and views of `schema` differ from those that
/// `create_tables` makes, because a foreign view or trigger could run forever or falsify answers.
void restrict_to_tables(SQLite::Database& database, const std::string& schema = "main");

/// Creates all tables, empty, and the view.
void create_tables(SQLite::Database& database);

/// The `id` of game 0 in the tables of games. For a game that counts, the id is the game's index in the
/// schedule. If a ruling made the game void, the upper bits are the number of the ruling. Thus games are
/// found by a range of ids, and making them void is an addition.
constexpr std::int64_t first_id(std::int64_t ruling) { return ruling << 48; }

/// A condition in SQL for the rows of `games` that count (ruling 0), or that this ruling made void. Negative
/// ids, which no game has, are included in those that count, so that readers find and refuse them.
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
/// A phrase that names the results that were merged without verification. Absent if there are none.
inline constexpr auto unverified = "unverified";
/// The bots that no longer started when the last run ended, as JSON: name and reason. Absent if all started.
inline constexpr auto not_starting = "not starting";
inline constexpr auto crowding = "crowding";  ///< reason that bots waited for processors; absent if they did
                                              ///< not
inline constexpr auto played = "played";      ///< time when the last games were stored, ISO 8601 in UTC
inline constexpr auto shard = "shard";        ///< `to_text(ShardGames)`; absent in the results of a whole
                                              ///< tournament
/// Games of the earlier folder that this folder, which plays on from it, plays again (`note_left_behind`).
inline constexpr auto left_behind = "left behind";

/// All keys. `verify` refuses any other.
inline constexpr std::array all{version, identity, commitment, deals,        plan_file, plan_text,
                                played,  shard,    unverified, not_starting, crowding,  left_behind};
}  // namespace meta

/// The value of `key`. Empty if it is absent.
[[nodiscard]] inline std::string read_meta(const SQLite::Database& database, const char* key) {
  SQLite::Statement select{database, "SELECT value FROM meta WHERE key = ?"};
  select.bind(1, key);
  return select.executeStep() ? select.getColumn(0).getString() : std::string{};
}

inline void write_meta(SQLite::Database& database, const char* key, const std::string& value) {
  execute(database, "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = ?2", key, value);
}

}  // namespace tribunal
