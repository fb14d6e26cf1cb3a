#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "tournament/plan/ruling.hpp"
#include "tournament/schedule/shard.hpp"

namespace tribunal {

// Functions for the rulings of a database, and for the games that they made void. All of them throw
// SQLite::Exception.

/// The rulings by number, at most `most_rulings` + 1. The error is a sentence about a damaged cell.
[[nodiscard]] Result<std::vector<Ruling>> read_rulings(const SQLite::Database& database);

/// Stores a ruling under the next number.
void write_ruling(SQLite::Database& database, const Ruling& ruling);

/// Moves these games, with everything that belongs to them, to those that this ruling made void.
void void_games(SQLite::Database& database, std::int64_t ruling, std::span<const GameRange> games);

/// Deletes the games from `game` on with everything that belongs to them, including those that rulings made
/// void.
void forget_games_from(SQLite::Database& database, std::uint64_t game);

/// SHA-256 over the content of the games that count, in their order. Standings show the same value.
[[nodiscard]] Bytes32 content_of_all(const SQLite::Database& database);

/// The first of these games that is not stored. None if all are.
[[nodiscard]] std::optional<std::uint64_t> first_not_stored(const SQLite::Database& database,
                                                            std::span<const GameRange> games);

/// Whether the game counts and has this content.
[[nodiscard]] bool has_content(const SQLite::Database& database, std::uint64_t game, const Bytes32& content);

/// A sentence about the first contradiction between the rulings and the games that are stored as void. Empty
/// if there is none.
[[nodiscard]] std::string difference_in_voided(const SQLite::Database& database,
                                               std::span<const Ruling> rulings);

}  // namespace tribunal
