#pragma once

#include <span>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "base/error.hpp"

namespace tribunal {

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

}  // namespace tribunal
