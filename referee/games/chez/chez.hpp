#pragma once

#include "games/core/rules.hpp"

namespace tribunal {

/// Chez (docs/rules/chez.md).
[[nodiscard]] GameInfo chez();

}  // namespace tribunal
