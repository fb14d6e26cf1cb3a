#pragma once

#include "tournament/plan/plan.hpp"
#include "tournament/plan/toml/plan_table.hpp"

namespace tribunal {

/// The keys that belong to formats, of all formats.
[[nodiscard]] std::vector<std::string_view> keys_of_formats();

/// Reads the format of a plan whose players and bots have been read, and the keys that belong to it.
void read_format(const PlanTable& table, Plan& plan);

}  // namespace tribunal
