#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "base/error.hpp"
#include "tournament/plan/conditions.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/plan/versions.hpp"

namespace tribunal {

// Readers of a tournament in a database, except for its games. Errors are sentences.

/// Conditions under which games were played, by their number.
using AllConditions = std::map<std::int64_t, Conditions>;

/// Reads the conditions, of which there is at least one.
[[nodiscard]] Result<AllConditions> read_conditions(SQLite::Database& database);

/// The reason why these cannot be conditions of a plan with this number of bots, which may have been smaller
/// then; empty if they can.
[[nodiscard]] std::string objection(const Conditions& conditions, std::size_t bots);

/// The tournament of the stored plan, of which nothing is played; `last`: the last conditions.
[[nodiscard]] Result<Tournament> read_tournament(const SQLite::Database& database, const Conditions& last);

/// The number of each bot's version, by the conditions of a game.
using VersionNumbers = std::map<std::int64_t, std::vector<int>>;

/// Numbers the versions in the order of the conditions under which games were stored.
[[nodiscard]] VersionNumbers number_versions(const SQLite::Database& database,
                                             const AllConditions& conditions, Versions& versions);

}  // namespace tribunal
