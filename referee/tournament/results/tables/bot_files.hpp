#pragma once

#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "bots/identity/manifest.hpp"

namespace tribunal {

// The files of each version of a bot, by its hash: so that a later run can say which of them have changed.
// All functions throw SQLite::Exception.

/// Stores the files of the bot with this hash, unless they are stored.
void write_bot_files(SQLite::Database& database, const std::string& sha256, const Manifest& files);

/// The files of the bot with this hash; empty if they are not stored.
[[nodiscard]] Manifest read_bot_files(const SQLite::Database& database, const std::string& sha256);

}  // namespace tribunal
