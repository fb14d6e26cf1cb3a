// The parts of a tournament are all of it, each game in one part, and no deal is torn between two.
#include "tournament/schedule/shard.hpp"

#include <algorithm>
#include <utility>
#include <vector>

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
  shape.deals = static_cast<std::uint64_t>(*rc::gen::inRange(1, 30));
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
    for (int number = 1; number <= count; ++number) {
      const auto games = games_of(schedule, {number, count});
      RC_ASSERT(games.begin == next);
      RC_ASSERT(games.end >= games.begin);
      RC_ASSERT(games.size() % schedule.seatings() == 0U);
      next = games.end;
    }
    RC_ASSERT(next == schedule.size());
  }));
}

TEST_CASE("no deal is torn between two shards, unless there are more shards than deals") {
  CHECK(rc::check("ranges", [] {
    const auto schedule = any_schedule();
    const int count = *rc::gen::inRange(1, 20);
    const bool whole_deals = std::cmp_less_equal(count, schedule.deals());
    std::vector<std::uint64_t> sizes;
    std::uint64_t largest_deal = 0;
    for (int number = 1; number <= count; ++number) {
      const auto games = games_of(schedule, {number, count});
      sizes.push_back(games.size());
      if (games.size() == 0) continue;
      largest_deal = std::max(largest_deal, games.end - schedule.begin_of_deal(games.end - 1));
      if (!whole_deals || number == count) continue;
      RC_ASSERT(schedule.begin_of_deal(games.end) == games.end);
    }
    const auto [smallest, largest] = std::ranges::minmax(sizes);
    const auto most_apart = whole_deals ? largest_deal : schedule.seatings();
    RC_ASSERT(largest - smallest <= most_apart);
  }));
}

TEST_CASE("the games of a deal begin where its number changes") {
  CHECK(rc::check("games", [] {
    const auto schedule = any_schedule();
    std::uint64_t begin = 0;
    for (std::uint64_t index = 1; index < schedule.size(); ++index) {
      const bool is_new = schedule.game(index).deal != schedule.game(index - 1).deal;
      if (is_new) begin = index;
      RC_ASSERT(schedule.begin_of_deal(index) == begin);
    }
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
  CHECK(to_text(Shard{3, 7}) == "3/7");
  for (const auto* wrong : {"", "3", "/", "3/", "/7", "0/7", "8/7", "-1/7", "+1/7", " 1/7", "1/7 ", "1/7/9",
                            "1/1000001", "1/99999999999999999999", "0x1/7", "a/b"}) {
    INFO(wrong);
    CHECK_FALSE(parse_shard(wrong));
  }
}

TEST_CASE("a shard and its games are written as three words") {
  const ShardGames part{{2, 3}, {159, 318}};
  CHECK(to_text(part) == "2/3 159 318");
  CHECK(parse_shard_games("2/3 159 318") == part);
  CHECK(named(part) == "shard 2/3, games 159 to 317");
  CHECK(named(parse_shard_games("")) == "a whole tournament");
  for (const auto* wrong : {"", "2/3", "2/3 159", "2/3 159 ", "2/3 159 318 ", "2/3 318 159", "2/3 159 159",
                            "4/3 1 2", "2/3  159 318", "2/3 -1 318", "2/3 159 99999999999999999999"}) {
    INFO(wrong);
    CHECK_FALSE(parse_shard_games(wrong));
  }
}
