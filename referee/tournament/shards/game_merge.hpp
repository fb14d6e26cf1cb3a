#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "tournament/schedule/shard.hpp"
#include "tournament/shards/merge_source.hpp"

namespace tribunal {

/// A game that two folders have, and that was not played the same in both.
struct Disagreement {
  std::uint64_t game = 0;
  std::size_t kept = 0;   ///< the source whose game is kept
  std::size_t other = 0;  ///< the source that has another
};

/// What a merge of games came to.
struct MergedGames {
  std::uint64_t games = 0;
  std::uint64_t duplicates = 0;             ///< games that a further source has too, equal or not
  std::uint64_t unequal = 0;                ///< of these, those that are not equal
  std::vector<Disagreement> disagreements;  ///< the first of them
  std::vector<GameRange> absent;            ///< before the last game; the first of them
  std::uint64_t games_absent = 0;           ///< all of them
  std::uint64_t end = 0;                    ///< behind the last game
};

/// How many of a kind are listed; the others are counted.
inline constexpr std::size_t most_listed = 1000;

/// Copies the games of all sources into `out`, an empty database of results: in schedule order, each once, as
/// the first source has it; with them their records, faults and void attempts. Sources are read side by side
/// and hardly anything is kept in memory. `conditions`: for each source, their number in `out` by their
/// number there. The error is a sentence. Throws SQLite::Exception.
[[nodiscard]] std::expected<MergedGames, std::string> merge_games(
    SQLite::Database& out, const std::vector<MergeSource>& sources,
    const std::vector<std::map<std::int64_t, std::int64_t>>& conditions);

}  // namespace tribunal
