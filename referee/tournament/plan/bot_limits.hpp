#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "record/limits.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/plan/toml/plan_table.hpp"

namespace tribunal {

/// Reports limits that do not go together, at a key of the table that they were read from.
void check_limits(const PlanTable& table, const Limits& limits);

/// The limits under which a bot of the plan, by its index, plays.
[[nodiscard]] const Limits& limits_of(const Plan& plan, std::size_t bot);

/// The limits of each seat, where bots sit there that do not all have those of the plan
/// (`Record::own_limits`); else none.
[[nodiscard]] std::vector<Limits> own_limits_of(const Plan& plan, std::span<const int> seating);

}  // namespace tribunal
