#include "tournament/results/read_database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include "base/escape.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/sqlite.hpp"

namespace tribunal {
namespace {

/// Opens the file after rolling back what was left half done, because a read-only connection cannot do that.
SQLite::Database open_file(const std::filesystem::path& folder) {
  const auto open = [&](int how) {
    SQLite::Database database{database_of(folder).string(), how | SQLite::OPEN_NOMUTEX, 5000};
    restrict_to_tables(database);  // the file is first read here
    // The number of pages is small, so that they stay in the processor's cache. Each page is read only once.
    database.exec("PRAGMA cache_size = 16");
    return database;
  };
  try {
    return open(SQLite::OPEN_READONLY);
  } catch (const SQLite::Exception& error) {
    if (error.getExtendedErrorCode() != SQLITE_READONLY_ROLLBACK) throw;
  }
  (void)open(SQLite::OPEN_READWRITE);
  return open(SQLite::OPEN_READONLY);
}

}  // namespace

Result<SQLite::Database> open_to_read(const std::filesystem::path& folder) {
  auto database = open_file(folder);
  if (!database.tableExists("meta"))
    return std::unexpected{
        fmt::format("the tournament has not started; 'tribunal tournament PLAN --out {}' plays it",
                    shell_word(folder.string()))};
  if (read_meta(database, meta::version) != meta::this_version)
    return std::unexpected{"these results were written by another version of Tribunal"};
  return database;
}

std::string stored_plan_text(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(database_of(folder), ignored) || !objection_to_files(folder).empty())
    return {};
  const auto text = guarded(folder, [&]() -> Result<std::string> {
    const auto database = open_to_read(folder);
    if (!database) return std::unexpected{database.error()};
    return read_meta(*database, meta::plan_text);
  });
  return text.value_or("");
}

}  // namespace tribunal
