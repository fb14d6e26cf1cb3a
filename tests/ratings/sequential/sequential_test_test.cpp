#include "ratings/sequential/sequential_test.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
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
SequentialQuestion question(double m0, double m1, double range) {
  return {.m0 = m0, .m1 = m1, .lowest = -range, .highest = range};
}

SequentialTest after(const SequentialQuestion& question, const Blocks& blocks) {
  SequentialTest test{question};
  for (const double block : blocks) test.add(block);
  return test;
}

/// The number of tests, among `runs` on drawn blocks, that end with `verdict`.
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

TEST_CASE("a bet decides when it has one over the error probability") {
  const SequentialTest even{question(0, 1, 10)};
  CHECK(even.better().needed == Approx(std::log(20)));
  CHECK(even.not_better().needed == Approx(std::log(20)));
  CHECK(even.better().now == Approx(0).margin(1e-12));
  auto uneven = question(0, 1, 10);
  uneven.alpha = 0.01;
  uneven.beta = 0.2;
  const SequentialTest test{uneven};
  CHECK(test.better().needed == Approx(std::log(100)));
  CHECK(test.not_better().needed == Approx(std::log(5)));
}

TEST_CASE("a clear candidate is accepted, a clear failure rejected") {
  const double sign = GENERATE(1.0, -1.0);
  SequentialTest test{question(0, 2, 4)};
  while (test.verdict() == SequentialVerdict::undecided) test.add(4 * sign);
  CHECK(test.verdict() == (sign > 0 ? SequentialVerdict::better : SequentialVerdict::not_better));
  CHECK((sign > 0 ? test.better() : test.not_better()).reached());
  CHECK(test.blocks() < 15);
}

TEST_CASE("blocks after the verdict change nothing") {
  SequentialTest test{question(0, 1, 4)};
  while (test.verdict() == SequentialVerdict::undecided) test.add(3);
  const auto blocks = test.blocks();
  const auto evidence = test.better().now;
  for (int block = 0; block < 1000; ++block) test.add(-4);
  CHECK(test.verdict() == SequentialVerdict::better);
  CHECK(test.blocks() == blocks);
  CHECK(test.better().now == evidence);
  CHECK(test.mean() == 3);
}

TEST_CASE("a test without a verdict after the maximum number of blocks is inconclusive") {
  auto asked = question(0, 1, 20);
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

TEST_CASE("bets win as much as a mixture of six stakes") {
  const auto test = after(question(0, 2, 52), thirty);
  const double margins[] = {0.5, 1, 2, 4, 8, 16};
  const double shares[] = {0.1, 0.7, 0.05, 0.05, 0.05, 0.05};
  double wealth = 0;
  double counter_wealth = 0;
  for (int which = 0; which < 6; ++which) {
    const double loss = which == 0 ? 0.5 : 0.9;
    const double mean = margins[which] * 2;
    double product = 1;
    double counter_product = 1;
    for (std::size_t block = 0; block < thirty.size(); ++block) {
      double average = 0;
      double variance = 0;
      for (std::size_t past = 0; past < block; ++past) average += thirty[past] / static_cast<double>(block);
      for (std::size_t past = 0; past < block; ++past)
        variance += std::pow(thirty[past] - average, 2) / static_cast<double>(block);
      if (block < 2) variance = 26.0 * 26;
      const double stake = mean / (variance + mean * mean);
      product *= 1 + std::min(stake, loss / 52) * thirty[block];
      counter_product *= 1 + std::min(stake, loss / 50) * (2 - thirty[block]);
    }
    wealth += shares[which] * product;
    counter_wealth += shares[which] * counter_product;
  }
  CHECK(test.better().now == Approx(std::log(wealth)));
  CHECK(test.not_better().now == Approx(std::log(counter_wealth)));
}

TEST_CASE("the mean capital of bets on a false hypothesis is one") {
  // All possible outcomes of six blocks with a mean of 0: 98 of 100 show 1, two show -49.
  auto asked = question(0, 2, 52);
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

TEST_CASE("a value beyond the range breaks a test") {
  SequentialTest test{question(0, 1, 4)};
  CHECK_THROWS_AS(test.add(5), std::invalid_argument);
  CHECK_THROWS_AS(test.add(-5), std::invalid_argument);
  CHECK_THROWS_AS(test.add(std::nan("")), std::invalid_argument);
}

TEST_CASE("a wider range counts from the next block on, without changing earlier bets") {
  const SequentialQuestion narrow{.m0 = 0, .m1 = 0.1, .lowest = -10, .highest = 10};
  SequentialTest test{narrow};
  SequentialTest unchanged{narrow};
  for (const double block : {3.0, -2.0, 1.0}) {
    test.add(block);
    unchanged.add(block);
  }
  test.widen(5);
  CHECK(test.better().now == unchanged.better().now);
  CHECK(test.question().lowest == -15);
  test.add(-15);
  test.add(15);
  CHECK(std::isfinite(test.better().now));
  CHECK_THROWS_AS(test.add(15.5), std::invalid_argument);
  CHECK_THROWS_AS(test.widen(-1), std::invalid_argument);
}

TEST_CASE("with a wider range no bet can lose everything, whatever the next block") {
  SequentialTest test{{.m0 = 0, .m1 = 1, .lowest = -10, .highest = 10}};
  for (int block = 0; block < 5; ++block) test.add(0.5);
  test.widen(30);
  const double before = test.better().now;
  test.add(-40);
  CHECK(test.better().now > before + std::log(0.05));
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

TEST_CASE("five hundred tests keep their error probabilities, whatever the distribution of blocks") {
  // The seed is fixed, and the bound is far away: 9 % of 500 lies four deviations above 5 %.
  struct Kind {
    const char* name;
    double m1, range;
    std::function<double(std::mt19937_64&)> no_better, as_good;
  };
  const auto one_of = [](std::uint64_t many, double rare, double usual) {
    return [=](std::mt19937_64& source) { return source() % many == 0 ? rare : usual; };
  };
  const auto equal = [](double shift) {  // 85 % equal deals
    return [=](std::mt19937_64& source) {
      if (source() % 20 >= 3) return 0.0;
      return (static_cast<double>(source() % 1000) < 500 + 500 * shift ? 1.0 : -1.0) *
             (1.0 + static_cast<double>(source() % 3));
    };
  };
  for (const auto& kind :
       {Kind{"catastrophes in 2 %", 0.5, 52, one_of(50, -49, 1), one_of(100, -49, 1)},
        Kind{"catastrophes in 1 %", 0.3, 52, one_of(100, -49, 0.49), one_of(100, -49, 0.8)},
        Kind{"windfalls in 2 %", 0.5, 52, one_of(50, 49, -1), one_of(33, 49, -1)},
        Kind{"85 % equal", 0.2, 12, equal(0), equal(0.67)}}) {
    CAPTURE(kind.name);
    CHECK(verdicts(question(0, kind.m1, kind.range), SequentialVerdict::better, 500, kind.no_better) <= 45);
    CHECK(verdicts(question(0, kind.m1, kind.range), SequentialVerdict::not_better, 500, kind.as_good) <= 45);
  }
}

TEST_CASE("a test of a candidate better by m1 ends, however rare and large its losses are") {
  for (const std::uint64_t many : {20U, 100U, 500U}) {
    CAPTURE(many);
    std::mt19937_64 source{7};
    auto asked = question(0, 0.5, 52);
    asked.most_blocks = 200'000;
    const double usual = (0.5 + 49.0 / static_cast<double>(many)) / (1 - 1 / static_cast<double>(many));
    for (int run = 0; run < 20; ++run) {
      SequentialTest test{asked};
      while (test.verdict() == SequentialVerdict::undecided) test.add(source() % many == 0 ? -49 : usual);
      CHECK(test.verdict() != SequentialVerdict::inconclusive);
    }
  }
}

TEST_CASE("the number of blocks for a question follows from its deviation and range") {
  const auto narrow = blocks_for(question(0, 1, 30), 10);
  CHECK(narrow == Approx(6.6 * 100).epsilon(0.1));
  CHECK(blocks_for(question(0, 2, 60), 20) == Approx(narrow));
  // Only the range is known: nine tenths of the capital grow by 0.9 of the mean over the range.
  CHECK(blocks_for(question(0, 3, 5240), 0) ==
        Approx((std::log(20) - std::log(0.9)) * 5240 / 2.7).epsilon(0.02));
}

TEST_CASE("the predicted number of further blocks falls as evidence grows") {
  SequentialTest test{question(0, 1, 40)};
  CHECK_FALSE(blocks_to_come(test).has_value());
  std::mt19937_64 source{1};
  double before = 1e9;
  while (test.verdict() == SequentialVerdict::undecided) {
    for (int block = 0; block < 40; ++block) test.add(static_cast<double>(source() % 11) - 4);
    if (test.verdict() != SequentialVerdict::undecided) break;
    const double more = blocks_to_come(test).value();
    CHECK(more < 1.5 * before);
    CHECK(more > 0);
    before = more;
  }
  CHECK(test.verdict() == SequentialVerdict::better);
}

TEST_CASE("early in a test the predicted number of further blocks is about right, at both hypotheses") {
  const double mean = GENERATE(0.0, 1.0);
  std::mt19937_64 source{2};
  double foretold = 0;
  double came = 0;
  for (int run = 0; run < 300; ++run) {
    SequentialTest test{question(0, 1, 40)};
    double forecast = 0;
    std::size_t then = 0;
    while (test.verdict() == SequentialVerdict::undecided) {
      test.add(static_cast<double>(source() % 17) - 8 + mean);
      if (test.blocks() != 20 || test.verdict() != SequentialVerdict::undecided) continue;
      forecast = blocks_to_come(test).value();
      then = test.blocks();
    }
    if (then == 0) continue;
    foretold += forecast;
    came += static_cast<double>(test.blocks() - then);
  }
  CHECK(foretold > 0.75 * came);
  CHECK(foretold < 1.25 * came);
}

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

TEST_CASE("the estimate of a test that stopped is above the mean as often as below") {
  // 12 of 24 tests are expected above; three standard deviations are 7.3. Summed over the tests, the plain
  // mean of the blocks is too large.
  const double mean = GENERATE(0.0, 1.0, 2.5);
  int above = 0;
  double excess = 0;
  double raw_excess = 0;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const auto test = played(mean, seed);
    const auto within = bet_interval(test);
    const double estimate = stopped_estimate(test, within);
    CHECK(within.low <= estimate);
    CHECK(estimate <= within.high);
    above += estimate > mean ? 1 : 0;
    excess += (estimate - mean) / 24;
    raw_excess += (test.mean() - mean) / 24;
  }
  CHECK(above >= 4);
  CHECK(above <= 20);
  CHECK(std::abs(excess) < std::abs(raw_excess));
}

TEST_CASE(
    "the interval at the stop contains the mean as often as stated, whatever the distribution of blocks") {
  // The seed is fixed. 90 % are promised; 254 of 300 is more than three deviations below.
  struct Kind {
    const char* name;
    double range;
    std::function<double(std::mt19937_64&, std::size_t)> draw;  ///< around 0
  };
  const auto calm = [](std::mt19937_64& source) { return static_cast<double>(source() % 3) - 1; };
  const auto catastrophe = [](std::mt19937_64& source) { return source() % 50 == 0 ? -49.0 : 1.0; };
  for (const auto& kind :
       {Kind{"calm", 26, [=](auto& source, std::size_t) { return calm(source); }},
        Kind{"catastrophes in 2 %", 54, [=](auto& source, std::size_t) { return catastrophe(source); }},
        Kind{"calm at first, then catastrophes", 54,
             [=](auto& source, std::size_t block) {
               return block < 100 ? calm(source) : catastrophe(source);
             }},
        Kind{"hardly any scatter", 26, [=](auto& source, std::size_t) { return 0.001 * calm(source); }}}) {
    CAPTURE(kind.name);
    for (const double mean : {0.0, 0.5, 2.0}) {
      std::mt19937_64 source{11};
      int held = 0;
      for (int run = 0; run < 300; ++run) {
        auto asked = question(0, 0.5, kind.range);
        asked.most_blocks = 300;
        SequentialTest test{asked};
        while (test.verdict() == SequentialVerdict::undecided)
          test.add(mean + kind.draw(source, test.blocks()));
        const auto interval = bet_interval(test);
        held += interval.low <= mean && mean <= interval.high ? 1 : 0;
      }
      CAPTURE(mean, held);
      CHECK(held >= 254);
    }
  }
}

TEST_CASE("the interval at the stop agrees with the verdict and with the capital of the bets") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    auto test = played(0.1 * static_cast<double>(seed) - 1, seed, 60);
    const auto interval = bet_interval(test);
    CAPTURE(seed, interval.low, interval.high);
    CHECK(interval.level == Approx(0.9));
    CHECK((interval.low >= 0) == (test.verdict() == SequentialVerdict::better));
    CHECK((interval.high <= 1) == (test.verdict() == SequentialVerdict::not_better));
    for (const double beyond : {-0.01, 0.01}) {  // the test of a different question, with the same blocks
      SequentialQuestion other{.m0 = interval.low + beyond,
                               .m1 = interval.low + beyond + 1,
                               .lowest = -30,
                               .highest = 30,
                               .beta = 1e-300};
      SequentialTest again{other};
      for (const auto& block : test.met()) again.add(block.difference);
      CHECK((again.verdict() == SequentialVerdict::better) == (beyond < 0));
    }
  }
}

TEST_CASE("the interval of a test with a widened range has the means that its bets did not rule out") {
  SequentialTest test{question(0, 1, 10)};
  for (int block = 0; block < 10; ++block) test.add(block % 2 == 0 ? 2 : -2);
  test.widen(30);
  for (int block = 0; block < 10; ++block) test.add(block % 2 == 0 ? 38 : -38);
  while (test.verdict() == SequentialVerdict::undecided) test.add(5);
  const auto interval = bet_interval(test);
  CHECK(interval.low >= 0);
  CHECK(interval.low < 0.1);
  CHECK(interval.high > 5);
}

TEST_CASE(
    "the estimate of a test that ended at the maximum number of blocks, far from a verdict, is its mean") {
  SequentialTest test{{.m0 = 0, .m1 = 0.01, .lowest = -30, .highest = 30, .most_blocks = 40}};
  for (int block = 0; block < 40; ++block) test.add(block % 2 == 0 ? 4 : -3);
  const auto interval = bet_interval(test);
  CHECK(stopped_estimate(test, interval) == Approx(0.5).margin(0.05));
  CHECK(interval.low < -2);
  CHECK(interval.high > 3);
}

TEST_CASE("before the end, with few blocks, and if all were equal, the estimate is the mean") {
  SequentialTest test{{.m0 = 0, .m1 = 2, .lowest = -4, .highest = 4}};
  CHECK(bet_interval(test).low == Approx(-4));
  CHECK(bet_interval(test).high == Approx(4));
  while (test.verdict() == SequentialVerdict::undecided) test.add(4);
  const auto interval = bet_interval(test);
  CHECK(interval.low < 2);
  CHECK(interval.high == Approx(4));
  CHECK(stopped_estimate(test, interval) == Approx(4));
}

TEST_CASE("equal tests have equal estimates") {
  const auto estimate = [](const SequentialTest& test) { return stopped_estimate(test, bet_interval(test)); };
  CHECK(estimate(played(1, 7)) == estimate(played(1, 7)));
  CHECK(bet_interval(played(1, 7)).low == bet_interval(played(1, 7)).low);
}

}  // namespace
