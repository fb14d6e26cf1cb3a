#pragma once

#include <filesystem>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "base/error.hpp"

namespace tribunal {

/// Opens the database of the results in `folder` for reading only. First rolls back a change that a killed
/// program left half done. The error is a sentence: the folder has no results of this version. Throws
/// SQLite::Exception.
[[nodiscard]] Result<SQLite::Database> open_to_read(const std::filesystem::path& folder);

/// The text of the plan by which the results in a folder were played. Empty if there are none, or if they
/// cannot be read, which other functions report.
[[nodiscard]] std::string stored_plan_text(const std::filesystem::path& folder);

}  // namespace tribunal
