#include <limits>
#include <numeric>
#include <set>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tournament/schedule/formats/formats.hpp"
#include "tournament/schedule/formats/tie_breaks.hpp"
#include "tournament/schedule/pairing/grouping.hpp"
#include "tournament/schedule/pairing/matching.hpp"
#include "tournament/season.hpp"

using namespace tribunal;
using tribunal::testing::play_out;
using tribunal::testing::sorted;

namespace {

Shape swiss(int bots, int seats, int rounds) {
  return {.bots = bots,
          .seats = seats,
          .deals = 1,
          .format = &formats::swiss(),
          .settings = {{"rounds", rounds}}};
}

std::vector<PlayedRound> rounds_of(const Shape& shape) {
  auto schedule = Schedule::make(shape).value();
  play_out(schedule);
  return schedule.rounds();
}

/// What has been before a round.
struct Before {
  explicit Before(int bots) : met{bots}, byes(static_cast<std::size_t>(bots)) {}

  /// How many pairs of these groups have met.
  [[nodiscard]] int pairs_again(const std::vector<std::vector<int>>& round) const {
    int again = 0;
    for (const auto& group : round)
      for (std::size_t a = 0; a < group.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) again += met.at(group[a], group[b]) > 0 ? 1 : 0;
    return again;
  }
  [[nodiscard]] int groups_again(const std::vector<std::vector<int>>& round) const {
    return static_cast<int>(
        std::ranges::count_if(round, [&](const auto& group) { return groups.contains(sorted(group)); }));
  }
  void add(const std::vector<std::vector<int>>& round) {
    for (auto& bye : byes) ++bye;
    for (const auto& group : round) {
      met.count(group);
      groups.insert(sorted(group));
      for (const int bot : group) --byes[static_cast<std::size_t>(bot)];
    }
  }

  PairTable met;
  std::vector<int> byes;
  std::set<std::vector<int>> groups;
};

/// Calls `visit` with every way to divide `bots` into groups whose first bots ascend.
void for_each_division(std::vector<int> bots, int seats, std::vector<std::vector<int>>& groups,
                       const std::function<void(const std::vector<std::vector<int>>&)>& visit) {
  if (bots.empty()) return visit(groups);
  const int first = bots.front();
  bots.erase(bots.begin());
  std::vector<bool> chosen(bots.size());
  std::fill(chosen.begin(), chosen.begin() + seats - 1, true);
  do {
    std::vector<int> group{first};
    std::vector<int> rest;
    for (std::size_t i = 0; i < bots.size(); ++i) (chosen[i] ? group : rest).push_back(bots[i]);
    groups.push_back(group);
    for_each_division(rest, seats, groups, visit);
    groups.pop_back();
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
}

/// The least of `cost` over all rounds in which those rest who have rested least.
int least(const Shape& shape, const Before& before,
          const std::function<int(const std::vector<std::vector<int>>&)>& cost) {
  const int resting = shape.bots % shape.seats;
  std::vector<bool> rests(static_cast<std::size_t>(shape.bots));
  std::fill(rests.begin(), rests.begin() + resting, true);
  auto in_order = before.byes;
  std::ranges::sort(in_order);
  const int fewest_byes = std::accumulate(in_order.begin(), in_order.begin() + resting, 0);
  int found = std::numeric_limits<int>::max();
  do {
    int byes = 0;
    std::vector<int> playing;
    for (std::size_t bot = 0; bot < rests.size(); ++bot) {
      if (!rests[bot]) playing.push_back(static_cast<int>(bot));
      byes += rests[bot] ? before.byes[bot] : 0;
    }
    if (byes != fewest_byes) continue;
    std::vector<std::vector<int>> groups;
    for_each_division(playing, shape.seats, groups,
                      [&](const auto& division) { found = std::min(found, cost(division)); });
  } while (std::prev_permutation(rests.begin(), rests.end()));
  return found;
}

}  // namespace

TEST_CASE("the most pairs are what trying all of them finds") {
  CHECK(rc::check("matching", [] {
    const auto size = *rc::gen::inRange<std::size_t>(0, 9);
    const auto density = *rc::gen::inRange(1, 6);
    Graph graph(size, std::vector<bool>(size));
    for (std::size_t a = 0; a < size; ++a)
      for (std::size_t b = 0; b < a; ++b) graph[a][b] = graph[b][a] = *rc::gen::inRange(0, 6) < density;
    const std::function<int(std::vector<bool>)> best = [&](std::vector<bool> used) {
      const auto first = static_cast<std::size_t>(std::ranges::find(used, false) - used.begin());
      if (first == used.size()) return 0;
      used[first] = true;
      int most = best(used);
      for (std::size_t other = first + 1; other < used.size(); ++other) {
        if (used[other] || !graph[first][other]) continue;
        auto both = used;
        both[other] = true;
        most = std::max(most, 1 + best(both));
      }
      return most;
    };
    RC_ASSERT(most_pairs(graph) == best(std::vector<bool>(size)));
  }));
}

TEST_CASE("swiss: byes go round: nobody has a second before all have had one") {
  for (int seats = 2; seats <= 6; ++seats) {
    for (int bots = seats; bots <= 60; bots += bots < 20 ? 1 : 7) {
      const auto shape = swiss(bots, seats, 9);
      Before before{bots};
      for (const auto& played : rounds_of(shape)) {
        CHECK(played.round.groups.size() == static_cast<std::size_t>(bots / seats));
        before.add(played.round.groups);
        const auto [fewest, most] = std::ranges::minmax(before.byes);
        CHECK(most - fewest <= 1);
      }
    }
  }
}

TEST_CASE("swiss: of two players nobody meets again as long as it can be avoided") {
  for (int bots = 2; bots <= 60; bots += bots < 20 ? 1 : 5) {
    CAPTURE(bots);
    Before before{bots};
    for (const auto& played : rounds_of(swiss(bots, 2, std::min(bots + 2, 14)))) {
      const auto& groups = played.round.groups;
      const int again = before.pairs_again(groups);
      if (bots <= 8) {
        CHECK(again ==
              least(swiss(bots, 2, 1), before, [&](const auto& round) { return before.pairs_again(round); }));
      } else if (before.groups.size() < static_cast<std::size_t>(bots * bots / 5)) {
        CHECK(again == 0);
      }
      before.add(groups);
    }
  }
}

TEST_CASE("swiss: of more players no group meets again as long as it can be avoided") {
  for (int seats = 3; seats <= 6; ++seats) {
    for (int bots = seats; bots <= 60; bots += bots < 14 ? 1 : 9) {
      CAPTURE(seats, bots);
      const auto shape = swiss(bots, seats, bots <= 8 ? 24 : 10);
      Before before{bots};
      for (const auto& played : rounds_of(shape)) {
        const auto& groups = played.round.groups;
        const int again = before.groups_again(groups);
        if (bots <= 8) {
          CHECK(again == least(shape, before, [&](const auto& round) { return before.groups_again(round); }));
        } else {
          CHECK(again == 0);
        }
        before.add(groups);
      }
    }
  }
}

TEST_CASE("swiss: of many bots at tables of more few pairs meet again") {
  for (const auto& [bots, seats] : std::vector<std::pair<int, int>>{{30, 3}, {60, 4}, {60, 3}, {36, 3}}) {
    Before before{bots};
    int again = 0;
    for (const auto& played : rounds_of(swiss(bots, seats, 5))) {
      again += before.pairs_again(played.round.groups);
      before.add(played.round.groups);
    }
    CAPTURE(bots, seats);
    CHECK(again == 0);
  }
}

TEST_CASE("swiss: neighbours in the standing play each other, and a bye changes nothing") {
  // The bots' strength is their order in the plan, so after a round the standing is known.
  const auto shape = swiss(7, 2, 3);
  auto schedule = Schedule::make(shape).value();
  play_out(schedule,
           [](const ScheduledGame& game) { return testing::places_by(game, [](int bot) { return -bot; }); });
  const auto groups_of = [&](std::size_t round) {
    std::set<std::vector<int>> groups;
    for (const auto& group : schedule.rounds().at(round).round.groups) groups.insert(sorted(group));
    return groups;
  };
  using Found = std::set<std::vector<int>>;
  CHECK(groups_of(0) == Found{{0, 1}, {2, 3}, {4, 5}});  // 6 has the bye
  // Winners 0 2 4, then 6 as if it had drawn, then losers 1 3 5, of whom the last has the bye.
  CHECK(groups_of(1) == Found{{0, 2}, {4, 6}, {1, 3}});
  CHECK(standing_after(shape, std::span{schedule.rounds()}.first(2)) ==
        std::vector<int>{0, 4, 1, 2, 3, 5, 6});
}

TEST_CASE("swiss: bots rank by their share of the possible place points") {
  CHECK(stands_above({3, 4}, {4, 6}));
  CHECK_FALSE(stands_above({2, 4}, {1, 2}));
  CHECK(stands_above({0, 0}, {1, 4}));
  CHECK(stands_above({3, 4}, {0, 0}));
  CHECK_FALSE(stands_above({1, 2}, {0, 0}));
}
