// The parts of a tournament are all of it, each game in one part, and no deal is torn between two.
#include "tournament/schedule/shard.hpp"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tournament/season.hpp"

using namespace tribunal;

namespace {

Schedule any_schedule() {
  const auto* const format = tribunal::testing::any_format();
  const int seats = *rc::gen::inRange(2, 5);
  const int bots = seats + *rc::gen::inRange(1, 6);
  auto shape = tribunal::testing::any_shape_in_rounds(format, seats, bots);
  if (!format->in_rounds()) shape.settings.clear();
  auto schedule = Schedule::make(shape);
  RC_PRE(schedule.has_value());
  return *schedule;
}

}  // namespace

TEST_CASE("shards follow one another from the first game of a round to its last") {
  CHECK(rc::check("ranges", [] {
    const auto schedule = any_schedule();
    const int count = *rc::gen::inRange(1, 100);
    auto next = schedule.begin_of_last_round();
    std::uint64_t smallest = schedule.size();
    std::uint64_t largest = 0;
    for (int number = 1; number <= count; ++number) {
      const auto games = games_of(schedule, {number, count});
      RC_ASSERT(games.begin == next);
      RC_ASSERT(games.size() % schedule.seatings() == 0U);
      next = games.end;
      smallest = std::min(smallest, games.size());
      largest = std::max(largest, games.size());
    }
    RC_ASSERT(next == schedule.size());
    RC_ASSERT(largest - smallest <= schedule.seatings());
  }));
}

TEST_CASE("a shard of a very large tournament is found without counting") {
  Schedule::Shape shape;
  shape.bots = 500;
  shape.seats = 3;
  shape.deals = 1'000'000;
  const auto schedule = Schedule::make(shape);
  REQUIRE(schedule);
  const auto last = games_of(*schedule, {most_shards, most_shards});
  CHECK(last.end == schedule->size());
  CHECK(last.begin < last.end);
}

TEST_CASE("a shard is written as its number and how many there are") {
  CHECK(parse_shard("3/7") == Shard{3, 7});
  CHECK(parse_shard("1/1000000") == Shard{1, 1'000'000});
  CHECK(to_text({3, 7}) == "3/7");
  for (const auto* wrong : {"", "3", "/", "3/", "/7", "0/7", "8/7", "-1/7", "+1/7", " 1/7", "1/7 ", "1/7/9",
                            "1/1000001", "1/99999999999999999999", "0x1/7", "a/b"}) {
    INFO(wrong);
    CHECK_FALSE(parse_shard(wrong));
  }
}
