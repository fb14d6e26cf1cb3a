#pragma once

#include <cstddef>

namespace tribunal {

/// The largest number of games that one set of processes plays in a check. The test program is linked with a
/// smaller one.
extern const std::size_t most_in_turn;

}  // namespace tribunal
