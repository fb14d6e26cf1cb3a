#pragma once

#include "games/core/rules.hpp"

namespace tribunal {

/// Anarchist Bomb (docs/rules/anarchist-bomb.md).
[[nodiscard]] GameInfo anarchist_bomb();

}  // namespace tribunal
