#pragma once

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

}  // namespace tribunal
