#pragma once

#include <optional>

#include "ratings/sequential/sequential_test.hpp"

namespace tribunal {

/// The estimate of the mean after a test has stopped.
struct StoppedEstimate {
  double median = 0;  ///< the true mean is as often below as above it
  double low = 0;     ///< the 95 % interval
  double high = 0;
};

/// The estimate of a test with a verdict. It takes into account that the test stopped when it did: its median
/// is the mean with which half of all tests would have ended at least as far on that side (better, the
/// earlier the further; then inconclusive, by their means; then not better, the later the nearer), its
/// interval leaves 2.5 % on either side. That is the stagewise order of D. Siegmund (Estimation following
/// sequential tests, Biometrika 65, 1978), by which the Fishtest server estimates, too. The tests are
/// simulated with normal blocks of the deviation that was seen, always the same ones. Nothing without a
/// verdict, below `fewest_deals`, or where all blocks were equal.
[[nodiscard]] std::optional<StoppedEstimate> stopped_estimate(const SequentialTest& test);

}  // namespace tribunal
