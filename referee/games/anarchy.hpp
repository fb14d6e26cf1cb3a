#pragma once

#include "games/catalogue.hpp"

namespace tribunal {

/// Anarchy (docs/rules/anarchy.md).
[[nodiscard]] GameInfo anarchy();

}  // namespace tribunal
