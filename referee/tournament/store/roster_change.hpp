#pragma once

#include <cstdint>
#include <string>

#include "tournament/plan/plan.hpp"

namespace tribunal {

/// Why a tournament in which so many deals, or rounds, have been `begun` cannot go on with the bots of `plan`
/// in place of those of `before`, the same and perhaps more at its end; empty if it can. What has been begun
/// stays what it is: a bot joins or is withdrawn after it. The sentence says which number would be right.
[[nodiscard]] std::string objection_to_roster(const Plan& before, const Plan& plan, std::uint64_t begun);

/// The same of a tournament of which nothing has been played: it has no bots that are withdrawn.
[[nodiscard]] std::string objection_to_first_roster(const Plan& plan);

}  // namespace tribunal
