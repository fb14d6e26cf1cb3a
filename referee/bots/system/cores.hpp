#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"

namespace tribunal {

/// The cores on which this thread may run, ascending.
[[nodiscard]] std::vector<int> available_cores();

/// The number of cores on which this program's first thread may run, wherever its other threads are pinned.
[[nodiscard]] int cores_of_program();

/// Keeps this thread, and the processes that it starts from now on, on one core.
[[nodiscard]] Result<void> pin_to_core(int core);

/// Lets this thread, and the processes that it starts from now on, run on these cores.
[[nodiscard]] Result<void> run_on_cores(const std::vector<int>& cores);

}  // namespace tribunal
