#pragma once

#include "games/core/rules.hpp"

namespace tribunal {

/// Tennis, by Jimmy Kaplowitz and JC Ravage (docs/rules/tennis.md).
[[nodiscard]] GameInfo tennis();

}  // namespace tribunal
