#pragma once

#include "games/core/rules.hpp"

namespace tribunal {

/// Revolution (docs/rules/revolution.md).
[[nodiscard]] GameInfo revolution();

}  // namespace tribunal
