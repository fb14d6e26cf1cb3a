#include "ratings/sequential_test.hpp"

#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace tribunal;

namespace {

using Blocks = std::vector<double>;

const Blocks thirty{3, -2, 0, 5,  -1, 13, -6, 2, 4, 0, -3, 7, 1, -13, 6,
                    2, 0,  8, -4, 5,  26, -2, 1, 3, 0, -7, 9, 4, -1,  2};
/// Student's differences of hours of sleep (The Probable Error of a Mean, Biometrika 6 (1908)).
const Blocks hours{1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4};

SequentialQuestion question(double m0, double m1, double range) {
  return {.m0 = m0, .m1 = m1, .lowest = -range, .highest = range};
}

SequentialTest after(const SequentialQuestion& question, const Blocks& blocks) {
  SequentialTest test{question};
  for (const double block : blocks) test.add(block);
  return test;
}

/// How many of `runs` tests on drawn blocks end with `verdict`.
template <class Draw>
int verdicts(const SequentialQuestion& question, SequentialVerdict verdict, int runs, Draw draw) {
  std::mt19937_64 source{20};
  int count = 0;
  for (int run = 0; run < runs; ++run) {
    SequentialTest test{question};
    while (test.verdict() == SequentialVerdict::undecided) test.add(draw(source));
    if (test.verdict() == verdict) ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("the likelihood ratio of means is the empirical likelihood's") {
  // Reference computation of the Fishtest server (LLRcalc.py) on these values as its support, the rules'
  // extremes with a weight of 0.001 where they were not seen.
  const auto ratio = [](const SequentialQuestion& asked, const Blocks& blocks) {
    return after(asked, blocks).better().now;
  };
  const auto exactly = [](double value) { return Approx(value).margin(1e-8).epsilon(0); };
  CHECK(ratio(question(0, 2, 52), thirty) == exactly(0.94216965));
  CHECK(ratio(question(-1, 1, 52), thirty) == exactly(1.15198772));
  CHECK(ratio(question(0, 2, 26), thirty) == exactly(1.45819144));
  CHECK(ratio(question(0, 1, 6), hours) == exactly(1.54045750));
  CHECK(ratio(question(0, 0.5, 6), hours) == exactly(0.80007643));
}

TEST_CASE("the likelihoods' bounds are those of Wald") {
  const SequentialTest even{question(0, 1, 10)};
  CHECK(even.better().needed == Approx(2.944438979));
  CHECK(even.not_better().needed == Approx(2.944438979));
  auto uneven = question(0, 1, 10);
  uneven.alpha = 0.01;
  uneven.beta = 0.2;
  const SequentialTest test{uneven};
  CHECK(test.better().needed == Approx(std::log(0.8 / 0.01)));
  CHECK(test.not_better().needed == Approx(std::log(0.99 / 0.2)));
}

TEST_CASE("a clear candidate is accepted, a clear failure rejected, and nothing is said before ten blocks") {
  const double sign = GENERATE(1.0, -1.0);
  SequentialTest test{question(0, 2, 4)};
  for (int block = 0; block < 9; ++block) {
    test.add(4 * sign);
    CHECK(test.verdict() == SequentialVerdict::undecided);
  }
  CHECK((sign > 0 ? test.better() : test.not_better()).reached());
  test.add(4 * sign);
  CHECK(test.verdict() == (sign > 0 ? SequentialVerdict::better : SequentialVerdict::not_better));
}

TEST_CASE("blocks after the verdict change nothing") {
  auto asked = question(0, 1, 4);
  asked.rigorous = GENERATE(false, true);
  SequentialTest test{asked};
  while (test.verdict() == SequentialVerdict::undecided) test.add(3);
  const auto blocks = test.blocks();
  const auto evidence = test.better().now;
  for (int block = 0; block < 1000; ++block) test.add(-4);
  CHECK(test.verdict() == SequentialVerdict::better);
  CHECK(test.blocks() == blocks);
  CHECK(test.better().now == evidence);
  CHECK(test.mean() == 3);
}

TEST_CASE("where the most blocks do not suffice the question stays open") {
  auto asked = question(0, 1, 20);
  asked.rigorous = GENERATE(false, true);
  asked.most_blocks = 30;
  SequentialTest test{asked};
  for (int block = 0; block < 30; ++block) {
    CHECK(test.verdict() == SequentialVerdict::undecided);
    test.add(block % 2 == 0 ? 4 : -3);
  }
  CHECK(test.verdict() == SequentialVerdict::inconclusive);
  CHECK(test.blocks() == 30);
}

TEST_CASE("the estimate is the mean with its error") {
  const auto test = after(question(0, 2, 52), thirty);
  CHECK(test.mean() == Approx(62.0 / 30));
  double squares = 0;
  for (const double block : thirty) squares += (block - 62.0 / 30) * (block - 62.0 / 30);
  CHECK(test.error().value() == Approx(2.04523 * std::sqrt(squares / 29 / 30)).epsilon(1e-5));
  CHECK_FALSE(after(question(0, 2, 52), {7}).error().has_value());
}

TEST_CASE("a candidate seen from the other side has the opposite evidence") {
  CHECK(rc::check([] {
    const auto values = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-20, 21));
    auto asked = question(-0.5, 1, 20);
    auto mirrored = question(-1, 0.5, 20);
    asked.rigorous = mirrored.rigorous = *rc::gen::arbitrary<bool>();
    SequentialTest test{asked};
    SequentialTest mirror{mirrored};
    for (const int value : values) {
      test.add(value);
      mirror.add(-value);
    }
    RC_ASSERT(test.blocks() == mirror.blocks());
    RC_ASSERT(std::abs(test.better().now - mirror.not_better().now) < 1e-7);
    RC_ASSERT(std::abs(test.not_better().now - mirror.better().now) < 1e-7);
  }));
}

TEST_CASE("evidence does not depend on the scale of points") {
  CHECK(rc::check([] {
    const auto values = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-20, 21));
    auto asked = question(0, 1, 20);
    auto larger = question(0, 100, 2000);
    asked.rigorous = larger.rigorous = *rc::gen::arbitrary<bool>();
    SequentialTest test{asked};
    SequentialTest scaled{larger};
    for (const int value : values) {
      test.add(value);
      scaled.add(100.0 * value);
    }
    RC_ASSERT(std::abs(test.better().now - scaled.better().now) < 1e-7);
    RC_ASSERT(test.verdict() == scaled.verdict());
  }));
}

TEST_CASE("bets win what a mixture of sixteen stakes wins") {
  auto asked = question(0, 2, 52);
  asked.rigorous = true;
  const auto test = after(asked, thirty);
  double wealth = 0;
  for (int j = 0; j < 16; ++j) {
    const double stake = 0.004 * std::pow(0.9 / 0.004, j / 15.0);
    double product = 1;
    for (const double block : thirty) product *= 1 + stake * block / 52;
    wealth += product / 16;
  }
  CHECK(test.better().now == Approx(std::log(wealth)));
  CHECK(test.better().needed == Approx(std::log(20)));
}

TEST_CASE("the mean capital of bets on a false hypothesis is one") {
  // All ways in which six blocks of a mean of 0 can fall: 98 of 100 show 1, two show -49.
  auto asked = question(0, 2, 52);
  asked.rigorous = true;
  double mean = 0;
  for (unsigned way = 0; way < 64; ++way) {
    SequentialTest test{asked};
    double chance = 1;
    for (unsigned block = 0; block < 6; ++block) {
      const bool bad = (way >> block & 1U) != 0;
      test.add(bad ? -49 : 1);
      chance *= bad ? 0.02 : 0.98;
    }
    mean += chance * std::exp(test.better().now);
  }
  CHECK(mean == Approx(1).epsilon(1e-12));
}

TEST_CASE("a value beyond the range widens it, and breaks a rigorous test") {
  auto asked = question(0, 1, 4);
  SequentialTest test{asked};
  CHECK_NOTHROW(test.add(5));
  asked.rigorous = true;
  SequentialTest rigorous{asked};
  CHECK_THROWS_AS(rigorous.add(-5), std::invalid_argument);
}

TEST_CASE("a question that makes no sense is refused") {
  const auto refused = [](const SequentialQuestion& asked) {
    CHECK_THROWS_AS(SequentialTest{asked}, std::invalid_argument);
  };
  refused(question(1, 1, 4));
  refused(question(0, 4, 4));
  refused(question(-4, 1, 4));
  auto sure = question(0, 1, 4);
  sure.alpha = 0;
  refused(sure);
}

TEST_CASE("five hundred tests of either kind err as rarely as they are asked to") {
  // The seed is fixed, the bound far away: 9 % of 500 lies four deviations above 5 %.
  const auto catastrophes = [](std::mt19937_64& source) { return source() % 50 == 0 ? -49.0 : 1.0; };
  auto asked = question(0, 0.5, 52);
  asked.rigorous = GENERATE(false, true);
  CHECK(verdicts(asked, SequentialVerdict::better, 500, catastrophes) <= 45);
  const auto half_as_many = [](std::mt19937_64& source) { return source() % 100 == 0 ? -49.0 : 1.0; };
  CHECK(verdicts(asked, SequentialVerdict::not_better, 500, half_as_many) <= 45);
}
