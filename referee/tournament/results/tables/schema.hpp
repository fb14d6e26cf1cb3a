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

/// Lets this connection read the games that this ruling made void in place of those that count. Nothing is
/// written.
void read_voided(SQLite::Database& database, std::int64_t ruling);

}  // namespace tribunal
