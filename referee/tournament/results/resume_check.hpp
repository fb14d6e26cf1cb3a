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

/// The terms on which a tournament is played: those that its database holds, or those of a plan.
struct TournamentTerms {
  std::string identity;
  std::uint64_t deals = 0;
  std::string conditions_text;  ///< the last ones
  Conditions conditions;
};

/// The reason why the tournament in the database cannot be resumed by the terms of this plan; nothing if it
/// can.
[[nodiscard]] std::optional<Error> objection_to_resume(SQLite::Database& database,
                                                       const TournamentTerms& stored,
                                                       const std::filesystem::path& folder,
                                                       const Tournament& tournament,
                                                       const TournamentTerms& plan, bool accept_changes);

/// The error of a folder that refuses a plan, and why.
[[nodiscard]] Error refused(const std::filesystem::path& folder, const std::string& why);

/// The reason why a tournament in which `started` deals or rounds have been started cannot be resumed with
/// the bots of `plan` in place of those of `before`, the same and perhaps more at its end; empty if it can.
/// Started deals and rounds do not change: a bot joins or is withdrawn after them. The sentence says which
/// number is expected.
[[nodiscard]] std::string objection_to_roster(const Plan& before, const Plan& plan, std::uint64_t started);

/// The reason why a tournament of which nothing has been played cannot start with the bots of `plan`: some
/// are withdrawn. Empty if it can.
[[nodiscard]] std::string objection_to_first_roster(const Plan& plan);

}  // namespace tribunal
