#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace tribunal {

/// The cores on which this thread may run, ascending.
[[nodiscard]] std::vector<int> available_cores();

/// The number of cores on which this program's first thread may run, even if other threads are pinned.
[[nodiscard]] int cores_of_program();

/// Lets this thread, and the processes that it starts from now on, run on these cores.
[[nodiscard]] Result<void> run_on_cores(const std::vector<int>& cores);

/// The number of cores that this program can use at the same time: those on which it may run, or fewer if a
/// control group limits it (`cpu.max`, the limit of a container).
[[nodiscard]] double usable_cores();

/// A number with its noun: `1 core`, `2 cores`, `1.5 cores`.
[[nodiscard]] std::string cores_text(double cores);

/// The load of the machine from all its programs.
struct MachineLoad {
  double average = 0;             ///< mean number of threads that run or are runnable, in the last minute
  std::optional<double> waiting;  ///< percentage of the last ten seconds in which a thread waited for a core
};
[[nodiscard]] MachineLoad machine_load();

/// The smallest percentage of time with a thread waiting for a core at which a machine counts as busy.
inline constexpr double busy_percent = 25;

/// Whether a bot that starts now would have to wait for a processor. If the kernel does not report how long
/// threads wait: whether more threads than `cores` are runnable.
[[nodiscard]] bool is_busy(const MachineLoad& load, double cores);

}  // namespace tribunal
