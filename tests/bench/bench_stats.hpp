#pragma once

namespace tribunal {

struct StatsBench {
  int tests = 10000;       ///< sequential tests of each kind
  int tournaments = 2000;  ///< of each kind
};

/// By simulation: how often sequential tests err, and how often the 95 % interval of a rating holds the
/// truth. Prints each figure with its target; false if one is missed.
[[nodiscard]] bool bench_stats(const StatsBench& bench);

}  // namespace tribunal
