#pragma once

#include "games/core/rules.hpp"

namespace tribunal {

/// Organised Chaos (docs/rules/organised-chaos.md).
[[nodiscard]] GameInfo organised_chaos();

}  // namespace tribunal
