#pragma once

#include <cstdint>

#include <SQLiteCpp/SQLiteCpp.h>

namespace tribunal {

// The tables of results.db (docs/results-db.md). All functions throw SQLite::Exception.

/// Lets a database do no more than the few tables of ours need, whoever made it, and no cell be larger than
/// any game. Throws as well if its tables, indexes and views are not exactly those that `create_tables`
/// makes: others are programs that may never end, or answer queries otherwise.
void restrict_to_tables(SQLite::Database& database);

/// Makes all tables, empty, and the view.
void create_tables(SQLite::Database& database);

/// Makes the tables that came later than the others, where they are missing: seals, restarts, the bots'
/// files and the times of games.
void add_later_tables(SQLite::Database& database);

/// Makes the tables of rulings, and of the games that they made void, where they are missing.
void add_ruling_tables(SQLite::Database& database);

/// Lets this connection read the games that this ruling made void in place of those that count. The tables of
/// rulings are there. Nothing is written.
void read_voided(SQLite::Database& database, std::int64_t ruling);

/// Lets this connection read a database without the tables of seals and of times, by temporary views without
/// rows. Nothing is written.
void read_as_today(SQLite::Database& database);

}  // namespace tribunal
