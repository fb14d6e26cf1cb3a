#pragma once

#include <array>
#include <string>
#include <vector>

#include "tournament/plan/tournament.hpp"

namespace tribunal::fuzz {

/// A small tournament whose games have been played, as it is in its folder.
struct SmallStore {
  Tournament tournament;
  std::string database;  ///< the bytes of results.db, in the smallest possible pages
};

/// A column whose cells a fuzz target changes.
struct Column {
  const char* table;
  const char* name;
};
inline constexpr std::array cells{
    Column{"games", "places"},     Column{"games", "scores"},   Column{"games", "bots"},
    Column{"games", "faults"},     Column{"games", "times"},    Column{"games", "usage"},
    Column{"games", "deal"},       Column{"games", "content"},  Column{"games", "id"},
    Column{"games", "conditions"}, Column{"records", "record"}, Column{"meta", "value"},
    Column{"conditions", "text"},  Column{"conditions", "id"},  Column{"rounds", "deals"},
    Column{"rounds", "groups"},    Column{"rounds", "number"},  Column{"meta", "key"},
    Column{"notes", "seat"},       Column{"records", "id"},     Column{"records", "seal"}};

/// One for each kind of tournament: formats, several games, seats of the referee, bots that join and leave,
/// versions.
[[nodiscard]] const std::vector<SmallStore>& small_stores();

/// The secret in the plans of all small stores.
[[nodiscard]] Secret secret_of_small_stores();

}  // namespace tribunal::fuzz
