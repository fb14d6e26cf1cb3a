#pragma once

#include "ratings/sequential/sequential_test.hpp"

namespace tribunal {

/// The means that the bets of a test do not rule out.
struct BetInterval {
  double low = 0;
  double high = 0;
  double level = 0;  ///< the least probability with which it holds the mean
};

/// The bet on a mean above `m0` could have been made on a mean above any other value, with the same stakes:
/// the lower end is the largest value at which it won 1/alpha at some block. The upper end is the smallest
/// one at which the bet against won 1/beta. Each end errs with at most that probability, for any distribution
/// of the blocks and however the test stopped, so long as the mean of a block, given those before it, stays
/// the same. The verdict is better exactly if `m0` lies below the interval, and not better exactly if `m1`
/// lies above it.
[[nodiscard]] BetInterval bet_interval(const SequentialTest& test);

/// An estimate of the mean that takes into account that the test stopped when it did: the mean with which
/// half of all tests would have ended at least as far on that side (better, the earlier the further; then
/// inconclusive, by their means; then not better, the later the nearer). That is the stagewise order of D.
/// Siegmund (Estimation following sequential tests, Biometrika 65, 1978), by which the Fishtest server
/// estimates, too. The tests are simulated with normal blocks of the deviation that was seen, always the same
/// ones. Without a verdict, below `fewest_deals`, or where all blocks were equal, it is the mean of the
/// blocks. It never lies outside `within`, the interval of the test.
[[nodiscard]] double stopped_estimate(const SequentialTest& test, const BetInterval& within);

}  // namespace tribunal
