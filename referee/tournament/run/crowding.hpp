#pragma once

#include <string>

#include "bots/system/machine.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// A sentence that says why bots will have to wait for processors while the wall clock runs, and what to do
/// about it. Empty if they will not, or if the plan counts CPU time.
[[nodiscard]] std::string crowding_of(const Tournament& tournament, int tables, double cores,
                                      const MachineLoad& load);
/// The sentence for this machine with its current load.
[[nodiscard]] std::string crowding_of(const Tournament& tournament, int tables);

}  // namespace tribunal
