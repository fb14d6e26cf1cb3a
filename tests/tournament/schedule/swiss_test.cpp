#include <limits>
#include <numeric>
#include <set>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tournament/schedule/formats/format.hpp"
#include "tournament/schedule/formats/tie_breaks.hpp"
#include "tournament/schedule/pairing/combinatorics.hpp"
#include "tournament/season.hpp"

using namespace tribunal;
using tribunal::testing::sorted;
using tribunal::testing::swiss;

namespace {

std::vector<std::vector<std::vector<int>>> rounds_of(const Shape& shape) {
  return testing::groups_of_rounds(testing::played(shape));
}

/// The meetings, groups and byes before a round.
struct Before {
  explicit Before(int bots) : met{bots}, byes(static_cast<std::size_t>(bots)) {}

  /// The number of pairs in these groups that have met.
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

/// Calls `visit` with every division of `bots` into groups whose first bots ascend.
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

/// The lowest `cost` over all rounds in which the bots rest that have rested least.
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
      for (const auto& groups : rounds_of(shape)) {
        CHECK(groups.size() == static_cast<std::size_t>(bots / seats));
        before.add(groups);
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
    for (const auto& groups : rounds_of(swiss(bots, 2, std::min(bots + 2, 14)))) {
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
      for (const auto& groups : rounds_of(shape)) {
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
    for (const auto& groups : rounds_of(swiss(bots, seats, 5))) {
      again += before.pairs_again(groups);
      before.add(groups);
    }
    CAPTURE(bots, seats);
    CHECK(again == 0);
  }
}

TEST_CASE("swiss: the top half plays the bottom half first, then neighbours in the standing do") {
  // The bots' strength is their order in the plan, so the standings after a round are known.
  const auto shape = swiss(7, 2, 3);
  const auto schedule = testing::played(shape, testing::by_plan);
  const auto groups_of = [&](std::size_t round) {
    std::set<std::vector<int>> groups;
    for (const auto& group : schedule.rounds().at(round).round.groups) groups.insert(sorted(group));
    return groups;
  };
  using Found = std::set<std::vector<int>>;
  CHECK(groups_of(0) == Found{{0, 3}, {1, 4}, {2, 5}});  // 6 has the bye, which changes nothing
  const auto byes_of = [&](std::size_t round) {
    const auto& rounds = schedule.rounds();
    return shape.format->byes_in(shape, std::span{rounds}.first(round), rounds[round].round);
  };
  CHECK(byes_of(0) == std::vector{6});
  CHECK(byes_of(1) == std::vector{5});
  // Winners 0 1 2, then 6 as if it had drawn, then losers 3 4 5; the last of these has the bye.
  CHECK(groups_of(1) == Found{{0, 1}, {2, 6}, {3, 4}});
  CHECK(standing_after(shape, std::span{schedule.rounds()}.first(2)) ==
        std::vector<int>{0, 2, 1, 3, 4, 5, 6});
  CHECK(rounds_of(swiss(13, 4, 1)).front() ==
        std::vector<std::vector<int>>{{0, 3, 6, 9}, {1, 4, 7, 10}, {2, 5, 8, 11}});
}

/// A round of games of two, one deal each, given by the winners; a draw is a pair without a winner.
struct Result {
  int one = 0;
  int other = 0;
  int winner = -1;
};

PlayedRound round_of(const std::vector<Result>& results) {
  PlayedRound played;
  for (const auto& [one, other, winner] : results) {
    played.round.groups.push_back({one, other});
    const auto place = [&, winner = winner](int bot) {
      return static_cast<std::int8_t>(winner == -1 || winner == bot ? 1 : 2);
    };
    played.places.insert(played.places.end(), {place(one), place(other)});
  }
  return played;
}

std::vector<int> places_of(const std::vector<Ranked>& ranking) {
  std::vector<int> places(ranking.size());
  for (const auto& ranked : ranking) places[static_cast<std::size_t>(ranked.bot)] = ranked.place;
  return places;
}

TEST_CASE("swiss: who won when they met stands above, whatever the order of the plan") {
  auto shape = swiss(4, 2, 3);
  // All have met. 0 and 3 have two wins, and 3 beat 0; 1 and 2 have one each, and 2 beat 1.
  const std::vector rounds{round_of({{0, 3, 3}, {1, 2, 2}}), round_of({{0, 1, 0}, {2, 3, 3}}),
                           round_of({{0, 2, 0}, {1, 3, 1}})};
  CHECK(places_of(ranking_after(shape, rounds)) == std::vector{1, 3, 3, 1});
  shape.tie_breaks = {TieBreak::direct_encounter};
  const auto ranking = ranking_after(shape, rounds);
  CHECK(places_of(ranking) == std::vector{2, 4, 3, 1});
  CHECK(ranking.front().tie_breaks == std::vector<std::optional<double>>{1.0});
}

TEST_CASE(
    "swiss: direct encounters decide only if all that are level met, and again among those still level") {
  auto shape = swiss(6, 2, 5);
  shape.tie_breaks = {TieBreak::direct_encounter};
  // 0, 1 and 2 have one point each; 2 has not met 0.
  const std::vector apart{round_of({{0, 1, 1}, {2, 3, 2}}), round_of({{0, 4, 0}, {1, 5, 5}, {2, 3, 3}})};
  CHECK(ranking_after(shape, apart)[0].place == 1);
  CHECK_FALSE(ranking_after(shape, apart)[2].tie_breaks.front().has_value());
  // 0 .. 3 have all met and have half of their points. Of these, 0 and 1 have two, and 0 beat 1.
  shape.bots = 8;
  const std::vector met{round_of({{0, 1, 0}, {2, 3, -1}}), round_of({{0, 2, 2}, {1, 3, 1}}),
                        round_of({{0, 3, 0}, {1, 2, 1}}),
                        round_of({{0, 4, -1}, {1, 5, -1}, {2, 6, -1}, {3, 7, 3}}),
                        round_of({{0, 5, 5}, {1, 4, 4}, {2, 7, -1}, {3, 6, 3}})};
  CHECK(places_of(ranking_after(shape, met)) == std::vector{3, 4, 5, 6, 1, 1, 7, 7});
}

TEST_CASE("swiss: Buchholz asks how strong the opponents were, Sonneborn-Berger which of them one beat") {
  auto shape = swiss(6, 2, 2);
  // 0 and 1 won once and lost once: 0 lost to 2, who won twice, and beat 3; 1 beat 4 and lost to 5.
  const std::vector rounds{round_of({{0, 2, 2}, {1, 4, 1}, {3, 5, 5}}),
                           round_of({{0, 3, 0}, {1, 5, 5}, {2, 4, 2}})};
  const auto value = [&](TieBreak rule, int bot) {
    shape.tie_breaks = {rule};
    const auto ranking = ranking_after(shape, rounds);
    return std::ranges::find(ranking, bot, &Ranked::bot)->tie_breaks.front().value();
  };
  CHECK(value(TieBreak::buchholz, 0) == Approx((1.0 + 0.0) / 2));
  CHECK(value(TieBreak::buchholz_cut_1, 0) == Approx(1.0));
  CHECK(value(TieBreak::sonneborn_berger, 0) == Approx(0.0));
  CHECK(value(TieBreak::sonneborn_berger, 2) == Approx((0.5 + 0.0) / 2));
  CHECK(value(TieBreak::wins, 0) == Approx(0.5));
}

TEST_CASE("swiss: a bye counts in no tie-break") {
  auto shape = swiss(5, 2, 2);
  shape.tie_breaks = {TieBreak::buchholz, TieBreak::sonneborn_berger};
  // 0 beat 1 and had a bye; 2 beat 3 and 4, who are as strong as 1.
  const std::vector rounds{round_of({{0, 1, 0}, {2, 3, 2}}), round_of({{2, 4, 2}})};
  CHECK(places_of(ranking_after(shape, rounds)) == std::vector{1, 3, 1, 3, 3});
}

TEST_CASE("swiss: bots rank by their share of the possible place points") {
  CHECK(stands_above({3, 4}, {4, 6}));
  CHECK_FALSE(stands_above({2, 4}, {1, 2}));
  CHECK(stands_above({0, 0}, {1, 4}));
  CHECK(stands_above({3, 4}, {0, 0}));
  CHECK_FALSE(stands_above({1, 2}, {0, 0}));
}

}  // namespace
