#include "tournament/schedule/schedule.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tournament/schedule/formats/format.hpp"
#include "tournament/season.hpp"

using namespace tribunal;
using tribunal::testing::all_games_of;

namespace {

/// A shape small enough to play through.
Schedule::Shape any_scheduled_shape(int fewest_seats = 1) {
  Schedule::Shape shape;
  shape.seats = *rc::gen::inRange(fewest_seats, 6);
  shape.bots = shape.seats + *rc::gen::inRange(0, 4);
  shape.deals = static_cast<std::uint64_t>(*rc::gen::inRange(1, 6));
  shape.games = *rc::gen::inRange(1, 4);
  shape.permutations = *rc::gen::element(Permutations::rotations, Permutations::all);
  if (shape.seats == 5) shape.permutations = Permutations::rotations;
  return shape;
}

std::vector<int> group_of(const ScheduledGame& game) {
  std::vector<int> group = game.seating;
  std::ranges::sort(group);
  return group;
}

/// True if all counts are equal; `kinds`: the number of different things that must have been counted.
template <class Key>
bool all_equal(const std::map<Key, int>& counts, std::size_t kinds) {
  return counts.size() == kinds && std::ranges::all_of(counts, [&](const auto& entry) {
           return entry.second == counts.begin()->second;
         });
}

/// Counts the occurrences of each of a number of kinds.
template <class Kind>
class Counts {
 public:
  explicit Counts(std::size_t kinds) : kinds_{kinds} {}

  /// Adds one to a count. Returns the difference between the counts of the most frequent kind and the rarest.
  std::uint64_t spread_after(const Kind& kind) {
    ++counts_[kind];
    const auto by_count = [](const auto& a, const auto& b) { return a.second < b.second; };
    const auto [least, most] = std::ranges::minmax_element(counts_, by_count);
    return most->second - (counts_.size() < kinds_ ? 0 : least->second);
  }

 private:
  std::size_t kinds_;
  std::map<Kind, std::uint64_t> counts_;
};

TEST_CASE("every group of bots plays every deal of every game in every seating, and nothing else") {
  CHECK(rc::check("each game once", [] {
    const auto shape = any_scheduled_shape();
    const auto schedule = Schedule::make(shape).value();
    std::set<std::tuple<std::uint64_t, int, std::vector<int>>> seen;
    std::map<std::tuple<std::uint64_t, int, std::vector<int>>, int> seatings;
    for (const auto& game : all_games_of(schedule)) {
      RC_ASSERT(seen.emplace(game.deal, game.game, game.seating).second);
      RC_ASSERT(game.deal < shape.deals);
      RC_ASSERT(game.game >= 0 && game.game < shape.games);
      RC_ASSERT(game.game == schedule.game_of(game.index));
      const auto group = group_of(game);
      RC_ASSERT(std::ranges::adjacent_find(group) == group.end());
      ++seatings[{game.deal, game.game, group}];
    }
    const auto games = static_cast<std::uint64_t>(shape.games);
    RC_ASSERT(all_equal(seatings, schedule.groups() * shape.deals * games));
    RC_ASSERT(seen.size() == schedule.size());
    RC_ASSERT(schedule.size() == schedule.groups() * schedule.seatings() * shape.deals * games);
  }));
}

TEST_CASE("every bot sits in every seat equally often") {
  CHECK(rc::check("seats", [] {
    const auto shape = any_scheduled_shape();
    std::map<std::pair<int, std::size_t>, int> sat;
    for (const auto& game : all_games_of(Schedule::make(shape).value()))
      for (std::size_t seat = 0; seat < game.seating.size(); ++seat) ++sat[{game.seating[seat], seat}];
    RC_ASSERT(all_equal(sat, static_cast<std::size_t>(shape.bots * shape.seats)));
  }));
}

TEST_CASE("in every 2 (n - 1) deals of n seats each bot sits directly behind every other equally often") {
  CHECK(rc::check("neighbours", [] {
    auto shape = any_scheduled_shape(2);
    shape.deals *= 2 * static_cast<std::uint64_t>(shape.seats - 1);
    std::map<std::pair<int, int>, int> behind;
    for (const auto& game : all_games_of(Schedule::make(shape).value())) {
      for (std::size_t seat = 0; seat < game.seating.size(); ++seat)
        ++behind[{game.seating[seat], game.seating[(seat + 1) % game.seating.size()]}];
    }
    RC_ASSERT(all_equal(behind, static_cast<std::size_t>(shape.bots * (shape.bots - 1))));
  }));
}

TEST_CASE("at any table each bot sits before another as often as behind it") {
  CHECK(rc::check("before and behind", [] {
    auto shape = any_scheduled_shape();
    shape.deals *= 2;
    std::map<std::array<std::size_t, 3>, int> distance;  // bot, bot, seats from the first to the second
    for (const auto& game : all_games_of(Schedule::make(shape).value())) {
      const auto seats = game.seating.size();
      for (std::size_t a = 0; a < seats; ++a) {
        for (std::size_t b = 0; b < seats; ++b) {
          ++distance[{static_cast<std::size_t>(game.seating[a]), static_cast<std::size_t>(game.seating[b]),
                      (b + seats - a) % seats}];
        }
      }
    }
    const auto seats = static_cast<std::size_t>(shape.seats);
    for (const auto& [key, count] : distance) {
      RC_ASSERT((distance[{key[0], key[1], (seats - key[2]) % seats}] == count));
    }
  }));
}

TEST_CASE("a tournament stopped anywhere has played all bots nearly equally, over all and in each game") {
  CHECK(rc::check("prefixes", [] {
    const auto shape = any_scheduled_shape();
    const auto schedule = Schedule::make(shape).value();
    Counts<std::vector<int>> all{schedule.groups()};
    std::vector<Counts<std::vector<int>>> each(static_cast<std::size_t>(shape.games),
                                               Counts<std::vector<int>>{schedule.groups()});
    for (const auto& game : all_games_of(schedule)) {
      RC_ASSERT(all.spread_after(group_of(game)) <= schedule.seatings());
      auto& alone = each[static_cast<std::size_t>(game.game)];
      RC_ASSERT(alone.spread_after(group_of(game)) <= schedule.seatings());
    }
  }));
}

TEST_CASE("a tournament stopped anywhere has played all games equally except for one deal") {
  CHECK(rc::check("games of a prefix", [] {
    const auto shape = any_scheduled_shape();
    const auto schedule = Schedule::make(shape).value();
    Counts<int> played{static_cast<std::size_t>(shape.games)};
    for (const auto& game : all_games_of(schedule)) {
      RC_ASSERT(played.spread_after(game.game) <= schedule.groups() * schedule.seatings());
    }
  }));
}

TEST_CASE("a block is one deal of one group in all its seatings") {
  const auto schedule = Schedule::make({.bots = 5, .seats = 3, .deals = 4}).value();
  for (std::uint64_t block = 0; block < schedule.size() / schedule.seatings(); ++block) {
    const auto first = schedule.game(block * schedule.seatings());
    for (std::uint64_t i = 1; i < schedule.seatings(); ++i) {
      const auto game = schedule.game(block * schedule.seatings() + i);
      CHECK(game.deal == first.deal);
      CHECK(group_of(game) == group_of(first));
    }
  }
}

TEST_CASE("a deal is played in one game after the other, and seated the same in each") {
  const auto schedule = Schedule::make({.bots = 3, .seats = 2, .deals = 2, .games = 2}).value();
  const auto alone = Schedule::make({.bots = 3, .seats = 2, .deals = 2}).value();
  std::vector<std::pair<std::uint64_t, int>> order;
  for (std::uint64_t index = 0; index < schedule.size(); ++index) {
    const auto game = schedule.game(index);
    const auto same = alone.game(game.deal * 6 + index % 6);
    CHECK(game.deal == same.deal);
    CHECK(game.seating == same.seating);
    if (index % 6 == 0) order.emplace_back(game.deal, game.game);
  }
  CHECK(order == std::vector<std::pair<std::uint64_t, int>>{{0, 0}, {0, 1}, {1, 0}, {1, 1}});
}

TEST_CASE("odd deals run round the table the other way") {
  const auto schedule = Schedule::make({.bots = 3, .seats = 3, .deals = 2}).value();
  std::vector<std::vector<int>> seatings;
  for (const auto& game : all_games_of(schedule)) seatings.push_back(game.seating);
  CHECK(seatings ==
        std::vector<std::vector<int>>{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}, {1, 0, 2}, {0, 2, 1}});
}

TEST_CASE("more deals extend a schedule of fewer") {
  const auto few = Schedule::make({.bots = 6, .seats = 4, .deals = 3}).value();
  const auto many = Schedule::make({.bots = 6, .seats = 4, .deals = 9}).value();
  for (std::uint64_t index = 0; index < few.size(); ++index) CHECK(few.game(index) == many.game(index));
}

TEST_CASE("a schedule that cannot be is refused in a sentence") {
  CHECK(Schedule::make({.bots = 2, .seats = 3, .deals = 1}).error().text() ==
        "a game of 3 players needs 3 bots, but there are 2");
  for (const auto* const format : formats::all()) {
    if (format->has_candidates()) continue;
    const Shape nobody{
        .bots = 2, .seats = 2, .deals = 1, .format = format, .settings = {{"rounds", 2}}, .stays = {{}, {2}}};
    CHECK_THAT(Schedule::make(nobody).error().text(), Catch::StartsWith("there is no game: too few bots"));
  }
  CHECK(Schedule::make({.bots = 1, .seats = 2, .deals = 1}).error().text() ==
        "a game of 2 players needs 2 bots, but there is 1");
  CHECK_FALSE(Schedule::make({.bots = 60, .seats = 10, .deals = 1000000000000}));
  CHECK_FALSE(Schedule::make({.bots = 2, .seats = 2, .deals = std::uint64_t{1} << 46U, .games = 3}));
}

TEST_CASE("a game of a huge schedule is found without walking there") {
  const auto schedule = Schedule::make({.bots = 40, .seats = 6, .deals = 1000000}).value();
  const auto last = schedule.game(schedule.size() - 1);
  CHECK(last.deal == 999999);
  CHECK(group_of(last) == std::vector<int>{34, 35, 36, 37, 38, 39});
}

// The parts of a tournament together are all of it, each game is in one part, and no deal is split between
// two.

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

}  // namespace
