#pragma once

#include <string>

#include "bots/system/machine.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// Why bots will have to wait for processors while the wall clock runs, and what to do about it, as a
/// sentence. Empty if they will not, or if the plan counts CPU time.
[[nodiscard]] std::string crowding_of(const Tournament& tournament, int tables, double cores,
                                      const MachineLoad& load);
/// The same on this machine, as it is now.
[[nodiscard]] std::string crowding_of(const Tournament& tournament, int tables);

}  // namespace tribunal
