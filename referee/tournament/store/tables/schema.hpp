#pragma once

#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

namespace tribunal {

// The tables of results.db (docs/results-db.md). All functions throw SQLite::Exception.

/// Lets a database do no more than the few tables of ours need, whoever made it, and no cell be larger than
/// any game. Throws as well if its tables, indexes and views are not exactly those that `create_tables` makes
/// (or an earlier version made): others are programs that may never end, or answer queries otherwise.
void restrict_to_tables(SQLite::Database& database);

/// Makes all tables, empty, and the view.
void create_tables(SQLite::Database& database);

/// Makes the tables that came later than the others, where they are missing: seals, restarts and the bots'
/// files.
void add_later_tables(SQLite::Database& database);

/// Whether `version`, as `meta` has it, is of a database that can be read: today's or an earlier one.
[[nodiscard]] bool is_known_version(const std::string& version);

/// Lets this connection read the tables of an earlier version as today's: temporary views of their names
/// convert each row when it is read, and one without rows stands for a table that is not there. Nothing is
/// written.
void read_as_today(SQLite::Database& database, const std::string& version);

/// Makes a database of an earlier version, on which `read_as_today` was called, one of today's; within the
/// caller's transaction, so that an interrupted one changes nothing.
void migrate(SQLite::Database& database);

}  // namespace tribunal
