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

/// The terms on which a tournament is played: those in its database, or those of a plan.
struct TournamentTerms {
  std::string identity;
  std::uint64_t deals = 0;
  std::string conditions_text;  ///< text of the last conditions
  Conditions conditions;
};

/// The reason that the tournament in the database cannot be resumed on the terms of this plan. None if it
/// can.
[[nodiscard]] std::optional<Error> objection_to_resume(SQLite::Database& database,
                                                       const TournamentTerms& stored,
                                                       const std::filesystem::path& folder,
                                                       const Tournament& tournament,
                                                       const TournamentTerms& plan, bool accept_changes);

/// The error for a folder that refuses a plan; `why` is the reason.
[[nodiscard]] Error refused(const std::filesystem::path& folder, const std::string& why);

/// The reason that a tournament with `started` deals or rounds cannot be resumed with the bots of `plan` in
/// place of those of `before`. Empty if it can. Bots may only be added at the end. A bot can join or be
/// withdrawn only after the started deals and rounds, because these do not change. The sentence gives the
/// expected number.
[[nodiscard]] std::string objection_to_roster(const Plan& before, const Plan& plan, std::uint64_t started);

/// The reason that a tournament without any games cannot start with the bots of `plan`: some are withdrawn.
/// Empty if it can.
[[nodiscard]] std::string objection_to_first_roster(const Plan& plan);

}  // namespace tribunal
