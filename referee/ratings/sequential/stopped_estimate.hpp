#pragma once

#include "ratings/sequential/sequential_test.hpp"

namespace tribunal {

/// The interval of means that the bets of a test do not rule out.
struct BetInterval {
  double low = 0;
  double high = 0;
  double level = 0;  ///< the least probability that it contains the mean
};

/// Instead of `m0`, the bet could have been on a mean above any other value, with the same stakes. The lower
/// end is the largest value at which it won 1/alpha at some block. The upper end is the smallest one at which
/// the bet against won 1/beta. Each end errs with at most that probability, for any distribution of the
/// blocks and however the test stopped, as long as the mean of a block, given those before it, stays the
/// same. The verdict is better exactly if `m0` is below the interval, not better exactly if `m1` is above.
[[nodiscard]] BetInterval bet_interval(const SequentialTest& test);

/// An estimate of the mean that allows for the early stop: the mean with which half of all tests would have
/// had an end at least as good. The order from the best to the worst end is: better (earlier first),
/// inconclusive (by the mean), not better (later first). This is the stagewise order of D. Siegmund
/// (Estimation following sequential tests, Biometrika 65, 1978), which the Fishtest server also uses. The
/// tests are simulated with normal blocks of the observed deviation, always the same ones. Without a verdict,
/// below `fewest_deals`, or if all blocks were equal, it is the mean of the blocks. It is never outside
/// `within`, the interval of the test.
[[nodiscard]] double stopped_estimate(const SequentialTest& test, const BetInterval& within);

}  // namespace tribunal
