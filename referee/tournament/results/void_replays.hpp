#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "base/error.hpp"
#include "tournament/plan/conditions.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// Void games that are to be played again under other conditions than those of their originals: other limits,
/// resources or sandbox, or other versions of the bots in them.
struct ChangedVoidGames {
  std::uint64_t first = 0;  ///< the number of the first one
  std::int64_t ruling = 0;  ///< that made it void
  std::string difference;   ///< `bot amy has changed`
  std::uint64_t count = 0;  ///< of all
};

/// The void games that a run of this tournament under `now` would play again under other conditions; nothing
/// if there are none. Games of bots that play no more are not played. The error is a sentence. Throws
/// SQLite::Exception.
[[nodiscard]] Result<std::optional<ChangedVoidGames>> changed_void_games(SQLite::Database& database,
                                                                         const Tournament& tournament,
                                                                         const Conditions& now);

/// The games as a sentence. `accepted`: they are played nevertheless; else it names the option for it.
[[nodiscard]] std::string sentence_on(const ChangedVoidGames& games, bool accepted);

/// Like `changed_void_games`, of a folder that is only read, and may not have started.
[[nodiscard]] Result<std::optional<ChangedVoidGames>> changed_void_games_in(
    const std::filesystem::path& folder, const Tournament& tournament, const HostFacts& host);

/// The number of void games that were played again under other conditions than one of their originals. The
/// error is a sentence. Throws SQLite::Exception.
[[nodiscard]] Result<std::uint64_t> count_replayed_otherwise(SQLite::Database& database, const Plan& plan);

}  // namespace tribunal
