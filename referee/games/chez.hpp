#pragma once

#include "games/catalogue.hpp"

namespace tribunal {

/// Chez (docs/rules/chez.md).
[[nodiscard]] GameInfo chez();

}  // namespace tribunal
