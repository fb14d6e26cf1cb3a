#pragma once

#include <array>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

namespace tribunal {

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
