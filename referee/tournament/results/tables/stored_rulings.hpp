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

// The rulings of a database, and the games that they made void. All functions throw SQLite::Exception.

/// The rulings by their numbers, at most one more than `most_rulings`. The error is a sentence about a
/// damaged cell.
[[nodiscard]] Result<std::vector<Ruling>> read_rulings(const SQLite::Database& database);

/// Stores a ruling; its number is the next.
void write_ruling(SQLite::Database& database, const Ruling& ruling);

/// Moves these games, all that belongs to each, to those that the ruling of this number made void.
void void_games(SQLite::Database& database, std::int64_t ruling, std::span<const GameRange> games);

/// Deletes the games from this one on, with those of them that rulings made void, and all that belongs to
/// each.
void forget_games_from(SQLite::Database& database, std::uint64_t game);

/// SHA-256 over the content of the games that count, in their order, as standings have it.
[[nodiscard]] Bytes32 content_of_all(const SQLite::Database& database);

/// The first game among these that is not stored, if any.
[[nodiscard]] std::optional<std::uint64_t> first_not_stored(const SQLite::Database& database,
                                                            std::span<const GameRange> games);

/// Whether a game that counts has this content.
[[nodiscard]] bool has_content(const SQLite::Database& database, std::uint64_t game, const Bytes32& content);

/// The first contradiction between the rulings and which games are stored as void: a sentence; empty if there
/// is none.
[[nodiscard]] std::string difference_in_voided(const SQLite::Database& database,
                                               std::span<const Ruling> rulings);

}  // namespace tribunal
