#pragma once

#include "games/catalogue.hpp"

namespace tribunal {

/// Mitch (docs/rules/mitch.md).
[[nodiscard]] GameInfo mitch();

}  // namespace tribunal
