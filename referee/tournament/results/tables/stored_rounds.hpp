#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "base/error.hpp"
#include "tournament/results/tables/game_bounds.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// The index of the last stored game, not validated; nothing if there is none. Throws SQLite::Exception, as
/// `started_rounds` does.
[[nodiscard]] std::optional<std::uint64_t> last_index(const SQLite::Database& database);

/// The rounds that the runner stored, without those of which no game is stored: the plan may have changed
/// since. The error names a round that is impossible.
[[nodiscard]] Result<std::vector<Round>> started_rounds(const SQLite::Database& database,
                                                        const Schedule& schedule, const GameBounds& bounds);

}  // namespace tribunal
