#pragma once

#include <cstddef>
#include <vector>

#include "report/replay/replay_view.hpp"

namespace tribunal {

/// The index of the first frame with a fault. 0 if there is none.
[[nodiscard]] std::size_t first_fault(const std::vector<ReplayFrame>& frames);

/// Shows one frame at a time on the terminal. Keys on standard input select it.
void page_through(const std::vector<ReplayFrame>& frames, std::size_t first);

}  // namespace tribunal
