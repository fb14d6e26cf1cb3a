#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "base/error.hpp"

namespace tribunal {

/// The database of the results in `folder` for reading alone; its tables read as those of this version
/// (`read_as_today`). A change that a killed program left half done is rolled back first. The error is a
/// sentence: that no results of a known version are there. With `voided_by`, the games are those that the
/// ruling of this number made void. Throws SQLite::Exception.
[[nodiscard]] Result<SQLite::Database> open_to_read(const std::filesystem::path& folder,
                                                    std::optional<std::int64_t> voided_by = {});

/// The text of the plan that the results in a folder were played by; empty if there are none, or they cannot
/// be read, which others report.
[[nodiscard]] std::string stored_plan_text(const std::filesystem::path& folder);

}  // namespace tribunal
