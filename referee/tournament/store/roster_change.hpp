#pragma once

#include <cstdint>
#include <string>

#include "tournament/plan/plan.hpp"

namespace tribunal {

/// Why a tournament in which so many deals, or rounds, have been `started` cannot be resumed with the bots of
/// `plan` in place of those of `before`, the same and perhaps more at its end; empty if it can. What has been
/// started stays what it is: a bot joins or is withdrawn after it. The sentence says which number is
/// expected.
[[nodiscard]] std::string objection_to_roster(const Plan& before, const Plan& plan, std::uint64_t started);

/// The same of a tournament of which nothing has been played: it has no bots that are withdrawn.
[[nodiscard]] std::string objection_to_first_roster(const Plan& plan);

}  // namespace tribunal
