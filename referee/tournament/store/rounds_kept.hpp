#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "tournament/schedule/schedule.hpp"
#include "tournament/store/game_bounds.hpp"

namespace tribunal {

/// The place in the schedule of the last game that is kept, if any is; not looked at. Throws
/// SQLite::Exception, as `rounds_begun` does.
[[nodiscard]] std::optional<std::uint64_t> last_index(const SQLite::Database& database);

/// The rounds that the runner kept, but for those of which no game is kept: the plan may have changed since.
/// The error names a round that cannot be.
[[nodiscard]] std::expected<std::vector<Round>, std::string> rounds_begun(const SQLite::Database& database,
                                                                          const Schedule& schedule,
                                                                          const GameBounds& bounds);

}  // namespace tribunal
