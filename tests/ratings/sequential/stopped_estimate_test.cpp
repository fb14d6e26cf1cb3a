#include "ratings/sequential/stopped_estimate.hpp"

#include <cmath>
#include <random>

#include <catch2/catch.hpp>

using namespace tribunal;

namespace {

/// A test whose blocks are the sum of dice, with this mean.
SequentialTest played(double mean, std::uint64_t seed, std::size_t most = 0) {
  SequentialTest test{{.m0 = 0, .m1 = 1, .lowest = -30, .highest = 30, .most_blocks = most}};
  std::mt19937_64 source{seed};
  while (test.verdict() == SequentialVerdict::undecided) {
    double sum = 0;
    for (int die = 0; die < 4; ++die) sum += static_cast<double>(source() % 6) - 2.5;
    test.add(sum + mean);
  }
  return test;
}

}  // namespace

TEST_CASE(
    "the estimate of a test that stopped is above the mean as often as below, and its interval holds it") {
  // 12 of 24 tests are expected above; three standard deviations are 7.3. Summed over the tests, the plain
  // mean of the blocks is too large.
  const double mean = GENERATE(0.0, 1.0, 2.5);
  int above = 0;
  int held = 0;
  double excess = 0;
  double raw_excess = 0;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const auto test = played(mean, seed);
    const auto estimate = stopped_estimate(test);
    REQUIRE(estimate);
    CHECK(estimate->low < estimate->median);
    CHECK(estimate->median < estimate->high);
    above += estimate->median > mean ? 1 : 0;
    held += estimate->low <= mean && mean <= estimate->high ? 1 : 0;
    excess += (estimate->median - mean) / 24;
    raw_excess += (test.mean() - mean) / 24;
  }
  CHECK(above >= 4);
  CHECK(above <= 20);
  CHECK(held >= 19);
  CHECK(std::abs(excess) < std::abs(raw_excess));
}

TEST_CASE(
    "the estimate of a test that ended at the maximum number of blocks, far from a verdict, is its mean") {
  SequentialTest test{{.m0 = 0, .m1 = 0.01, .lowest = -30, .highest = 30, .most_blocks = 40}};
  for (int block = 0; block < 40; ++block) test.add(block % 2 == 0 ? 4 : -3);
  const auto estimate = stopped_estimate(test);
  REQUIRE(estimate);
  CHECK(estimate->median == Approx(0.5).margin(0.05));
  CHECK(estimate->high - estimate->median == Approx(test.error().value()).epsilon(0.1));
}

TEST_CASE("there is no estimate before the end, of few blocks, or where all were equal") {
  SequentialTest test{{.m0 = 0, .m1 = 2, .lowest = -4, .highest = 4}};
  CHECK_FALSE(stopped_estimate(test));
  while (test.verdict() == SequentialVerdict::undecided) test.add(4);
  CHECK_FALSE(stopped_estimate(test));
}

TEST_CASE("equal tests have equal estimates") {
  const auto first = stopped_estimate(played(1, 7)).value();
  const auto second = stopped_estimate(played(1, 7)).value();
  CHECK(first.median == second.median);
  CHECK(first.low == second.low);
}
