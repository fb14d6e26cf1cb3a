#pragma once

#include <filesystem>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "base/error.hpp"

namespace tribunal {

/// The database of the results in `folder`, for reading alone. A change that a killed program left half done
/// is rolled back first. The error is a sentence: that no results of this version are there. Throws
/// SQLite::Exception.
[[nodiscard]] Result<SQLite::Database> open_to_read(const std::filesystem::path& folder);

/// The text of the plan that the results in a folder were played by; empty if there are none, or they cannot
/// be read, which others report.
[[nodiscard]] std::string stored_plan_text(const std::filesystem::path& folder);

}  // namespace tribunal
