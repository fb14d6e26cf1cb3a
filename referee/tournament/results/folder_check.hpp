#pragma once

#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {

/// The tables of a folder that are compared beside its games.
enum class TablesBeside : std::uint8_t {
  meta,  ///< that one alone, which costs nothing
  all,   ///< all; rows are counted
};

/// The first difference between what the database in `folder` says beside its games (names, deals, rounds,
/// void attempts; rows that belong to no game) and what follows from its plan and its games: a sentence;
/// empty if there is none. `results` are of this folder, with its rounds worked out (`RoundSource::results`).
[[nodiscard]] Result<std::string> difference_beside_games(const Results& results,
                                                          const std::filesystem::path& folder,
                                                          TablesBeside tables = TablesBeside::all);

/// A sentence on the damage that SQLite finds in the structure of the file; empty if there is none. Reads all
/// of it.
[[nodiscard]] Result<std::string> damage_of_file(const std::filesystem::path& folder);

}  // namespace tribunal
