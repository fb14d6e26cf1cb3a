#pragma once

#include "games/core/rules.hpp"

namespace tribunal {

/// Anarchy (docs/rules/anarchy.md).
[[nodiscard]] GameInfo anarchy();

}  // namespace tribunal
