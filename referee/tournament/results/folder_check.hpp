#pragma once

#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {

/// The tables of a folder that are checked beside its games.
enum class TablesBeside : std::uint8_t {
  meta,  ///< only that table, at no noticeable cost
  all,   ///< all tables; rows are counted
};

/// A sentence about the first difference between the tables other than games in the database of `folder`
/// (names, deals, rounds, void attempts, rows that belong to no game) and what follows from its plan and its
/// games. Empty if there is none. `results` must be those of this folder, opened with `RoundSource::results`.
[[nodiscard]] Result<std::string> difference_beside_games(const Results& results,
                                                          const std::filesystem::path& folder,
                                                          TablesBeside tables = TablesBeside::all);

/// A sentence about damage that SQLite finds in the structure of the file. Empty if there is none. Reads the
/// whole file.
[[nodiscard]] Result<std::string> damage_of_file(const std::filesystem::path& folder);

}  // namespace tribunal
