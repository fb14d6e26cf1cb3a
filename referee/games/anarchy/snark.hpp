#pragma once

#include "games/core/rules.hpp"

namespace tribunal {

/// Snark (docs/rules/snark.md).
[[nodiscard]] GameInfo snark();

}  // namespace tribunal
