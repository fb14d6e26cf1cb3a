#include <algorithm>
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tournament/schedule/game_result.hpp"

using namespace tribunal;

namespace {

std::vector<std::int64_t> any_times() {
  return *rc::gen::nonEmpty(rc::gen::container<std::vector<std::int64_t>>(rc::gen::oneOf(
      rc::gen::inRange<std::int64_t>(0, 100), rc::gen::inRange<std::int64_t>(0, 100'000'000))));
}

MoveTimes times_of(const std::vector<std::int64_t>& all) {
  MoveTimes times;
  for (const auto us : all) times.add(us);
  return times;
}

MoveTimeTotals totals_of(const std::vector<std::int64_t>& all) {
  MoveTimeTotals totals;
  totals.add(times_of(all));
  return totals;
}

}  // namespace

TEST_CASE("a quantile of move times is never too low and at most 6.25 % too high") {
  CHECK(rc::check("quantiles", [] {
    auto all = any_times();
    const auto times = totals_of(all);
    std::ranges::sort(all);
    for (const double quantile : {0.5, 0.9, 0.99, 1.0}) {
      const auto rank =
          static_cast<std::size_t>(std::max(std::ceil(quantile * static_cast<double>(all.size())), 1.0));
      const auto exact = all[rank - 1];
      RC_ASSERT(times.quantile_us(quantile) >= exact);
      RC_ASSERT(static_cast<double>(times.quantile_us(quantile)) <= static_cast<double>(exact) * 1.0625);
    }
    RC_ASSERT(times.max_us() == all.back());
    RC_ASSERT(times.count() == static_cast<std::int64_t>(all.size()));
  }));
}

TEST_CASE("move times of two games add up to those of both") {
  CHECK(rc::check("sums", [] {
    auto first = any_times();
    const auto second = any_times();
    auto sum = totals_of(first);
    sum.add(times_of(second));
    first.insert(first.end(), second.begin(), second.end());
    RC_ASSERT(sum == totals_of(first));
  }));
}

TEST_CASE("move times survive being written down") {
  CHECK(rc::check("text", [] {
    const auto times = times_of(any_times());
    auto read = times_of(any_times());  // whatever it was
    RC_ASSERT(read.read(times.text()));
    RC_ASSERT(read == times);
    RC_ASSERT(read.read(MoveTimes{}.text()));
    RC_ASSERT(read == MoveTimes{});
  }));
}

TEST_CASE("a damaged summary of move times is refused") {
  for (const auto* text : {"", "x", "5", "5,1", "5,5,", "5,,5", "5,5,1", "5,1,5x", "-5", "5,5,9", "5,-1,5"}) {
    CAPTURE(text);
    CHECK_FALSE(MoveTimes{}.read(text));
  }
}
