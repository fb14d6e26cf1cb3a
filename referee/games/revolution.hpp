#pragma once

#include "games/catalogue.hpp"

namespace tribunal {

/// Revolution (docs/rules/revolution.md).
[[nodiscard]] GameInfo revolution();

}  // namespace tribunal
