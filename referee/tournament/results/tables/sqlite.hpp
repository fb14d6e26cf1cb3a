#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <sqlite3.h>
#include <string>
#include <string_view>

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>

#include "base/error.hpp"
#include "tournament/results/tables/next_step.hpp"

namespace tribunal {

/// Whether the disk of this folder is full. SQLite reports some failures of a full disk as other errors.
[[nodiscard]] inline bool is_disk_full(const std::filesystem::path& folder) {
  constexpr std::uintmax_t a_page = 4096;
  std::error_code error;
  const auto space = std::filesystem::space(folder, error);
  return !error && space.available < a_page;
}

/// A failure of the database as an error for users. `after_disk`: the clause for a disk that is full or
/// fails.
[[nodiscard]] inline Error explain(const SQLite::Exception& error, const std::filesystem::path& folder,
                                   const std::string& after_disk = {}) {
  using Kind = ErrorCode;
  const auto say = [&](Kind kind, const std::string& sentence, const std::string& next = {}) {
    return Error{kind, Place{folder.string()}, sentence + " (" + error.what() + ")" + next};
  };
  const auto restore = "; " + next_step_if_damaged(folder);
  switch (error.getErrorCode()) {
    case SQLITE_FULL:
    case SQLITE_IOERR: {
      const bool is_full = error.getErrorCode() == SQLITE_FULL || is_disk_full(folder);
      return say(Kind::cannot_write, is_full ? "the disk is full" : "the disk fails", after_disk);
    }
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return say(Kind::cannot_write, "the results cannot be opened or written");
    case SQLITE_PROTOCOL:  // a run was ended and left its log behind, and the reader may not write there
      return say(Kind::unreadable,
                 "the run that wrote these results was ended early, so only a user with write access "
                 "can read them; their owner must read them once, for example by 'tribunal standings'");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return say(Kind::in_use, "the results are in use by another program; close it and run again");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return say(Kind::unreadable, "results.db is damaged", restore);
    default:
      return say(Kind::unreadable, "results.db is not a valid database of results", restore);
  }
}

/// Runs `action`, which returns a `Result<...>`. Returns its result, or the error that the database threw. An
/// error that is only a sentence is about the results in `folder`, and gets that place. `after_disk` as in
/// `explain`.
template <class Action>
[[nodiscard]] std::invoke_result_t<Action> guarded(const std::filesystem::path& folder, Action&& action,
                                                   const std::string& after_disk = {}) {
  try {
    auto result = std::forward<Action>(action)();
    if (!result && result.error().code == ErrorCode::usage && result.error().place == Place{})
      result.error() = result.error().at(ErrorCode::unreadable, folder.string());
    return result;
  } catch (const SQLite::Exception& error) {
    return std::unexpected{explain(error, folder, after_disk)};
  }
}

/// Runs a statement with these values in place of its `?`. Throws SQLite::Exception.
template <class... Values>
void execute(const SQLite::Database& database, const std::string& statement, const Values&... values) {
  SQLite::Statement query{database, statement};
  SQLite::bind(query, values...);
  query.exec();
}

/// The rows of a query, one after another, without copies. It is made for millions of rows: columns of
/// SQLite::Statement count references, and sqlite3_column_* check for errors, which together would take a
/// fifth of the time to read games. The database must be opened without mutexes (OPEN_NOMUTEX) or used by one
/// thread, because values are read without a lock.
class Rows {
 public:
  /// Prepares the query. Throws SQLite::Exception, as does `step`.
  Rows(const SQLite::Database& database, const std::string& query) : database_{database.getHandle()} {
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v2(database_, query.c_str(), -1, &statement, nullptr);
    if (code != SQLITE_OK) throw SQLite::Exception{database_, code};
    statement_.reset(statement);
  }

  /// Moves to the next row. False behind the last one.
  [[nodiscard]] bool step() {
    const int code = sqlite3_step(statement_.get());
    if (code != SQLITE_DONE && code != SQLITE_ROW) throw SQLite::Exception{database_, code};
    return code == SQLITE_ROW;
  }
  /// The type of a cell as a constant of SQLite, for example SQLITE_TEXT.
  [[nodiscard]] int type(int column) const {
    return sqlite3_value_type(sqlite3_column_value(statement_.get(), column));
  }
  /// The number in a cell. -1 if it is not a whole number.
  [[nodiscard]] std::int64_t number(int column) const {
    auto* const value = sqlite3_column_value(statement_.get(), column);
    return sqlite3_value_type(value) == SQLITE_INTEGER ? sqlite3_value_int64(value) : -1;
  }
  /// The text of a cell, valid until the next step.
  [[nodiscard]] std::string_view text(int column) const {
    auto* const value = sqlite3_column_value(statement_.get(), column);
    const void* const begin = sqlite3_value_blob(value);
    return {static_cast<const char*>(begin), static_cast<std::size_t>(sqlite3_value_bytes(value))};
  }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// The number in the first cell of the answer to a query. None if it is null, or if there is no row.
[[nodiscard]] inline std::optional<std::int64_t> first_number(const SQLite::Database& database,
                                                              const std::string& query) {
  Rows rows{database, query};
  return rows.step() && rows.type(0) != SQLITE_NULL ? std::optional{rows.number(0)} : std::nullopt;
}

}  // namespace tribunal
