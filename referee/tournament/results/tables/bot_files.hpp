#pragma once

#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "bots/identity/manifest.hpp"

namespace tribunal {

// The files of each version of a bot, by its hash: so that a later run can say which of them have changed.
// Their tables, `bot_files` and `bot_changes`, came later than others (`add_later_tables`). All functions
// throw SQLite::Exception.

/// Stores the files of the bot with this hash, unless they are stored.
void write_bot_files(SQLite::Database& database, const std::string& sha256, const Manifest& files);
/// Stores the changes in them up to the end of a run, in place of those of the run before.
void write_bot_changes(SQLite::Database& database, const std::string& sha256, const Manifest& changes);

/// Adds what `from`, which need not have the tables, says of bots that `to` does not know.
void copy_bot_files(const SQLite::Database& from, SQLite::Database& to);

/// The files of the bot with this hash; empty if they are not stored.
[[nodiscard]] Manifest read_bot_files(const SQLite::Database& database, const std::string& sha256);
[[nodiscard]] Manifest read_bot_changes(const SQLite::Database& database, const std::string& sha256);

}  // namespace tribunal
