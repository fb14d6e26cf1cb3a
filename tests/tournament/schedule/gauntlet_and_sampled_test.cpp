#include <map>
#include <set>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tournament/schedule/formats/format.hpp"
#include "tournament/schedule/formats/shape.hpp"
#include "tournament/schedule/pairing/combinatorics.hpp"
#include "tournament/season.hpp"

using namespace tribunal;
using tribunal::testing::sorted;

namespace {

/// 2 to 60 bots, some of which are candidates; with few bots any number of seats.
Shape any_gauntlet() {
  Shape shape{.format = &formats::gauntlet()};
  shape.bots = *rc::gen::inRange(2, 61);
  shape.seats = *rc::gen::inRange(2, std::min(shape.bots, shape.bots > 12 ? 3 : 6) + 1);
  const int most = std::min(shape.bots - shape.seats + 1, 5);
  std::set<int> candidates;
  for (int i = *rc::gen::inRange(1, most + 1); i > 0; --i)
    candidates.insert(*rc::gen::inRange(0, shape.bots));
  shape.candidates.assign(candidates.begin(), candidates.end());
  shape.deals = static_cast<std::uint64_t>(*rc::gen::inRange(1, 4));
  shape.games = *rc::gen::inRange(1, 3);
  return shape;
}

/// A game without the identity of its candidate.
struct Task {
  std::uint64_t deal;
  int game;
  std::vector<int> seating;  ///< with -1 for the candidate
  auto operator<=>(const Task&) const = default;
};

TEST_CASE("in a gauntlet every candidate plays the same games against the same opponents in the same seats") {
  CHECK(rc::check("the same for all", [] {
    const auto shape = any_gauntlet();
    const auto schedule = Schedule::make(shape).value();
    std::map<int, std::set<Task>> tasks;
    for (std::uint64_t index = 0; index < schedule.size(); ++index) {
      const auto game = schedule.game(index);
      Task task{game.deal, game.game, game.seating};
      int candidates = 0;
      int candidate = 0;
      for (auto& bot : task.seating) {
        if (!shape.is_candidate(bot)) continue;
        candidate = std::exchange(bot, -1);
        ++candidates;
      }
      RC_ASSERT(candidates == 1);
      RC_ASSERT(tasks[candidate].insert(task).second);
    }
    RC_ASSERT(tasks.size() == shape.candidates.size());
    for (const auto& [candidate, mine] : tasks) {
      RC_ASSERT(mine == tasks.begin()->second);
    }
  }));
}

TEST_CASE("a gauntlet plays every group of the field") {
  const auto schedule = Schedule::make({.bots = 6,
                                        .seats = 3,
                                        .deals = 2,
                                        .games = 2,
                                        .format = &formats::gauntlet(),
                                        .candidates = {1, 4}})
                            .value();
  std::set<std::vector<int>> groups;
  for (std::uint64_t index = 0; index < schedule.size(); ++index)
    groups.insert(sorted(schedule.game(index).seating));
  CHECK(groups.size() == 12);     // 2 candidates, 6 pairs of the field
  CHECK(schedule.size() == 144);  // in 2 deals of 2 games, 3 seatings each
}

TEST_CASE("a gauntlet stopped anywhere has given all candidates the same except for one group") {
  CHECK(rc::check("prefixes of a gauntlet", [] {
    const auto shape = any_gauntlet();
    const auto schedule = Schedule::make(shape).value();
    std::map<int, std::uint64_t> played;
    for (const int bot : shape.candidates) played[bot] = 0;
    for (std::uint64_t index = 0; index < schedule.size(); ++index) {
      for (const int bot : schedule.game(index).seating)
        if (shape.is_candidate(bot)) ++played[bot];
      const auto by_count = [](const auto& a, const auto& b) { return a.second < b.second; };
      const auto [least, most] = std::ranges::minmax_element(played, by_count);
      RC_ASSERT(most->second - least->second <= schedule.seatings());
    }
  }));
}

TEST_CASE("a gauntlet without enough of a field is refused in a sentence") {
  CHECK(Schedule::make(
            {.bots = 4, .seats = 3, .deals = 1, .format = &formats::gauntlet(), .candidates = {0, 1, 2}})
            .error()
            .text() == "a gauntlet of 3 players needs 2 bots that are not candidates, but there is 1");
  CHECK(Schedule::make(
            {.bots = 2, .seats = 2, .deals = 1, .format = &formats::gauntlet(), .candidates = {0, 1}})
            .error()
            .text() == "a gauntlet of 2 players needs a bot that is not a candidate, but there are 0");
  CHECK_THAT(
      Schedule::make({.bots = 4, .seats = 1, .deals = 1, .format = &formats::gauntlet(), .candidates = {0}})
          .error()
          .text(),
      Catch::Contains("needs two or more players at a table"));
}

/// The deals played so far, group by group.
class DealsPlayed {
 public:
  explicit DealsPlayed(int bots)
      : met_{bots},
        deals_(static_cast<std::size_t>(bots)),
        bots_with_{{0, bots}},
        pairs_with_{{0, bots * (bots - 1) / 2}} {}

  void add(const std::vector<int>& group) {
    for (auto bot = group.begin(); bot != group.end(); ++bot) {
      auto& deals = deals_[static_cast<std::size_t>(*bot)];
      move_on(bots_with_, deals++);
      for (auto other = group.begin(); other != bot; ++other) move_on(pairs_with_, met_.at(*bot, *other));
    }
    met_.count(group);
  }
  /// The largest difference between the numbers of deals of two bots.
  [[nodiscard]] std::int64_t lead() const { return bots_with_.rbegin()->first - bots_with_.begin()->first; }
  /// The largest difference between the numbers of meetings of two pairs of bots.
  [[nodiscard]] std::int64_t spread() const {
    return pairs_with_.rbegin()->first - pairs_with_.begin()->first;
  }

 private:
  /// The number of bots or pairs by their number of deals.
  using Counts = std::map<std::int64_t, int>;
  /// One of those with this number has one more.
  static void move_on(Counts& counts, std::int64_t number) {
    ++counts[number + 1];
    if (--counts[number] == 0) counts.erase(number);
  }

  PairTable met_;
  std::vector<std::int64_t> deals_;
  Counts bots_with_;
  Counts pairs_with_;
};

bool is_a_group(std::vector<int> group, const Shape& shape) {
  std::ranges::sort(group);
  return group.size() == static_cast<std::size_t>(shape.seats) && group.front() >= 0 &&
         group.back() < shape.bots && std::ranges::adjacent_find(group) == group.end();
}

TEST_CASE(
    "sampled: all bots play equally many deals but one at any moment, and all pairs meet nearly as often") {
  const int seats = GENERATE(range(2, 7));
  for (int bots = seats; bots <= 60; ++bots) {
    const Shape shape{
        .bots = bots, .seats = seats, .deals = bots < 20 ? 1100U : 200U, .format = &formats::sampled()};
    const auto groups = sampled_groups(shape);
    REQUIRE(groups.a_deal == static_cast<std::uint64_t>(bots / seats));
    DealsPlayed played{bots};
    CAPTURE(bots, seats);
    std::int64_t worst_lead = 0;
    std::int64_t worst_spread = 0;
    for (std::uint64_t deal = 0; deal < std::min(shape.deals, sampled_period(bots, seats)); ++deal) {
      for (std::uint64_t i = 0; i < groups.a_deal; ++i) {
        const auto group = groups.group(deal, i);
        REQUIRE(is_a_group(group, shape));
        played.add(group);
        worst_lead = std::max(worst_lead, played.lead());
        if (seats == 2) worst_spread = std::max(worst_spread, played.spread());
      }
      worst_spread = std::max(worst_spread, played.spread());
    }
    CHECK(worst_lead <= 1);
    CHECK(worst_spread <= (seats == 2 ? 1 : seats + 1));
  }
}

TEST_CASE(
    "sampled: when the groups come again, all bots still play equally many deals, and no pair falls behind") {
  for (const int seats : {2, 3, 5}) {
    for (const int bots : {7, 9, 11}) {
      const auto period = sampled_period(bots, seats);
      const Shape shape{.bots = bots, .seats = seats, .deals = 5 * period, .format = &formats::sampled()};
      const auto groups = sampled_groups(shape);
      DealsPlayed played{bots};
      for (std::uint64_t deal = 0; deal < shape.deals; ++deal) {
        for (std::uint64_t i = 0; i < groups.a_deal; ++i) {
          played.add(groups.group(deal, i));
          REQUIRE(played.lead() <= 1);
        }
        const auto apart = static_cast<std::int64_t>(seats == 2 ? 1 : seats + 1);
        REQUIRE(played.spread() <= apart * static_cast<std::int64_t>(1 + deal / period));
      }
    }
  }
}

TEST_CASE("sampled: more deals extend a schedule of fewer, and every deal is played from every seat") {
  CHECK(rc::check("prefixes", [] {
    Shape shape{.format = &formats::sampled()};
    shape.seats = *rc::gen::inRange(2, 7);
    shape.bots = shape.seats + *rc::gen::inRange(0, 20);
    shape.deals = static_cast<std::uint64_t>(*rc::gen::inRange(1, 30));
    shape.games = *rc::gen::inRange(1, 3);
    const auto few = Schedule::make(shape).value();
    shape.deals += static_cast<std::uint64_t>(*rc::gen::inRange(1, 30));
    const auto many = Schedule::make(shape).value();
    std::vector<std::vector<int>> sat(static_cast<std::size_t>(shape.bots),
                                      std::vector<int>(static_cast<std::size_t>(shape.seats)));
    for (std::uint64_t index = 0; index < few.size(); ++index) {
      const auto game = few.game(index);
      RC_ASSERT(game == many.game(index));
      for (std::size_t seat = 0; seat < game.seating.size(); ++seat)
        ++sat[static_cast<std::size_t>(game.seating[seat])][seat];
    }
    for (const auto& seats : sat) {
      for (const int times : seats) {
        RC_ASSERT(times == seats.front());
      }
    }
  }));
}

TEST_CASE("sampled: a game of a huge schedule is found without walking there") {
  const auto schedule =
      Schedule::make({.bots = 40, .seats = 6, .deals = 1'000'000'000, .format = &formats::sampled()}).value();
  const auto last = schedule.game(schedule.size() - 1);
  CHECK(last.deal == 999'999'999);
  CHECK(schedule.size() == 36'000'000'000);
}

}  // namespace
