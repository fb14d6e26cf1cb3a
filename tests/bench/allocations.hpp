#pragma once

#include <cstdint>

namespace tribunal {

/// How often memory was asked for since the program began.
[[nodiscard]] std::uint64_t allocations();

}  // namespace tribunal
