#pragma once

#include "games/core/rules.hpp"

namespace tribunal {

/// Mitch (docs/rules/mitch.md).
[[nodiscard]] GameInfo mitch();

}  // namespace tribunal
