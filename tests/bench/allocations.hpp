#pragma once

#include <cstdint>

namespace tribunal {

/// The number of allocations since the program began.
[[nodiscard]] std::uint64_t allocations();

}  // namespace tribunal
