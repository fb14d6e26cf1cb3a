#pragma once

#include <expected>
#include <filesystem>
#include <sqlite3.h>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "tournament/store_error.hpp"

namespace tribunal {

/// What a failure of the database means to a person.
[[nodiscard]] inline StoreError explain(const SQLite::Exception& error, const std::filesystem::path& folder) {
  using Kind = StoreError::Kind;
  const auto say = [&](Kind kind, const std::string& sentence) {
    return StoreError{kind, folder.string() + ": " + sentence + " (" + error.what() + ")"};
  };
  switch (error.getErrorCode()) {
    case SQLITE_FULL:
      return say(Kind::cannot_write,
                 "the disk is full; what was finished before is kept, run again to go on");
    case SQLITE_IOERR:
      return say(Kind::cannot_write, "the disk fails; what was finished before is kept, run again to go on");
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return say(Kind::cannot_write, "the results cannot be opened or written");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return say(Kind::refused, "the results are in use by another program; close it and run again");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return say(Kind::unreadable, "results.db is damaged");
    default:
      return say(Kind::unreadable, "results.db is not what it should be");
  }
}

/// What `action` returns, a `std::expected<..., StoreError>`, or what went wrong in the database.
template <class Action>
[[nodiscard]] std::invoke_result_t<Action> guarded(const std::filesystem::path& folder, Action&& action) {
  try {
    return std::forward<Action>(action)();
  } catch (const SQLite::Exception& error) {
    return std::unexpected{explain(error, folder)};
  }
}

}  // namespace tribunal
