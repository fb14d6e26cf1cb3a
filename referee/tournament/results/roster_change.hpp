#pragma once

#include <cstdint>
#include <string>

#include "tournament/plan/plan.hpp"

namespace tribunal {

/// The reason why a tournament in which `started` deals or rounds have been started cannot be resumed with
/// the bots of `plan` in place of those of `before`, the same and perhaps more at its end; empty if it can.
/// Started deals and rounds do not change: a bot joins or is withdrawn after them. The sentence says which
/// number is expected.
[[nodiscard]] std::string objection_to_roster(const Plan& before, const Plan& plan, std::uint64_t started);

/// The reason why a tournament of which nothing has been played cannot start with the bots of `plan`: some
/// are withdrawn. Empty if it can.
[[nodiscard]] std::string objection_to_first_roster(const Plan& plan);

}  // namespace tribunal
