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

/// Void games that would be played again under other conditions: other limits, resources or sandbox, or other
/// versions of their bots.
struct ChangedVoidGames {
  std::uint64_t first = 0;  ///< number of the first one
  std::int64_t ruling = 0;  ///< ruling that made it void
  std::string difference;   ///< difference as a clause: `bot amy has changed`
  std::uint64_t count = 0;  ///< number of all
};

/// The void games that a run of this tournament under `now` would play again under other conditions. None if
/// there are none. Games of bots that no longer play are not played again. The error is a sentence. Throws
/// SQLite::Exception.
[[nodiscard]] Result<std::optional<ChangedVoidGames>> changed_void_games(SQLite::Database& database,
                                                                         const Tournament& tournament,
                                                                         const Conditions& now);

/// A sentence about these games. `accepted`: they are played anyway; otherwise the sentence names the option
/// for that.
[[nodiscard]] std::string sentence_on(const ChangedVoidGames& games, bool accepted);

/// Like `changed_void_games`, for a folder that is only read and may not contain games yet.
[[nodiscard]] Result<std::optional<ChangedVoidGames>> changed_void_games_in(
    const std::filesystem::path& folder, const Tournament& tournament, const HostFacts& host);

/// The number of void games that were played again under other conditions than one of their originals. The
/// error is a sentence. Throws SQLite::Exception.
[[nodiscard]] Result<std::uint64_t> count_replayed_otherwise(SQLite::Database& database, const Plan& plan);

}  // namespace tribunal
