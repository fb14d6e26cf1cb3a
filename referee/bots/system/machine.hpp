#pragma once

#include <optional>
#include <string>

namespace tribunal {

/// Cores that this program can use at the same time: those that it may run on, or less where a control group
/// limits it (`cpu.max`, the limit of a container).
[[nodiscard]] double usable_cores();

/// `1 core`, `2 cores`, `1.5 cores`
[[nodiscard]] std::string cores_text(double cores);

/// The load of the machine, with everything that runs on it.
struct MachineLoad {
  double average = 0;             ///< threads that run or want to, the mean of the last minute
  std::optional<double> waiting;  ///< percent of the last ten seconds in which some thread waited for a core
};
[[nodiscard]] MachineLoad machine_load();

/// The percentage of time with some thread waiting for a core from which a machine counts as busy.
inline constexpr double busy_percent = 25;

/// True if a bot that is started now would have to wait for a processor. Where the kernel does not say how
/// long threads wait: if more threads want to run than there are `cores`.
[[nodiscard]] bool is_busy(const MachineLoad& load, double cores);

}  // namespace tribunal
