#pragma once

#include <cstddef>
#include <vector>

#include "report/replay/replay_view.hpp"

namespace tribunal {

/// The first frame with a fault, or the first.
[[nodiscard]] std::size_t first_fault(const std::vector<ReplayFrame>& frames);

/// Shows one frame after another on the terminal, as the keys on standard input ask for.
void page_through(const std::vector<ReplayFrame>& frames, std::size_t first);

}  // namespace tribunal
