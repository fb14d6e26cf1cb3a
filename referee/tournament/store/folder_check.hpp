#pragma once

#include <expected>
#include <filesystem>
#include <string>

#include "tournament/store/results.hpp"

namespace tribunal {

/// Which tables of a folder are compared beside its games.
enum class TablesBeside : std::uint8_t {
  meta,  ///< that one, which costs nothing
  all,   ///< all; rows are counted
};

/// The first difference between what the database in `folder` says beside its games (names, deals, rounds,
/// void attempts; rows that belong to no game) and what follows from its plan and its games: a sentence;
/// empty if there is none. `results` are of this folder, with its rounds worked out (`RoundSource::results`).
[[nodiscard]] std::expected<std::string, StoreError> difference_beside_games(
    const Results& results, const std::filesystem::path& folder, TablesBeside tables = TablesBeside::all);

/// What SQLite finds damaged in the structure of the file, a sentence; empty if nothing. Reads all of it.
[[nodiscard]] std::expected<std::string, StoreError> damage_of_file(const std::filesystem::path& folder);

}  // namespace tribunal
