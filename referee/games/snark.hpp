#pragma once

#include "games/catalogue.hpp"

namespace tribunal {

/// Snark (docs/rules/snark.md).
[[nodiscard]] GameInfo snark();

}  // namespace tribunal
