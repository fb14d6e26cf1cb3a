#pragma once

namespace tribunal {

struct StatsBench {
  int tests = 10000;      ///< sequential tests of each kind
  int tournaments = 400;  ///< number of each kind
};

/// By simulation: how often sequential tests err, and how right ratings are (`try_ratings`). Prints each
/// figure with its target; false if one is missed.
[[nodiscard]] bool bench_stats(const StatsBench& bench);

}  // namespace tribunal
