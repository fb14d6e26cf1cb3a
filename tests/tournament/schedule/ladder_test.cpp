#include <map>
#include <set>

#include <catch2/catch.hpp>

#include "tournament/schedule/formats/format.hpp"
#include "tournament/season.hpp"

using namespace tribunal;
using tribunal::testing::places_by;
using tribunal::testing::play_out;
using tribunal::testing::played;

namespace {

Shape ladder(int bots, int seats, std::uint64_t deals, int target_error, std::vector<int> candidates) {
  return {.bots = bots,
          .seats = seats,
          .deals = deals,
          .format = &formats::ladder(),
          .candidates = std::move(candidates),
          .settings = {{"target_error", target_error}}};
}

/// Games in which each bot is worth its number plus luck.
testing::Referee with_luck(int luck) {
  return [luck](const ScheduledGame& game) {
    return places_by(game, [&](int bot) { return 100 * bot + testing::luck_of(game, bot) % luck; });
  };
}

/// Deals that each candidate played to find its place: until the next one came.
std::map<int, std::uint64_t> deals_of_candidates(const Schedule& schedule) {
  std::map<int, std::uint64_t> deals;
  for (const auto& played : schedule.rounds()) {
    int newest = -1;
    for (const auto& group : played.round.groups)
      for (const int bot : group)
        if (std::ranges::count(schedule.shape().candidates, bot) > 0) newest = std::max(newest, bot);
    deals[newest] += played.round.deals;
  }
  return deals;
}

}  // namespace

TEST_CASE("ladder: the field plays first, then candidate after candidate, against those that have a place") {
  for (int seats = 2; seats <= 6; ++seats) {
    for (int bots = seats + 1; bots <= 60; bots += bots < 15 ? 3 : 22) {
      CAPTURE(seats, bots);
      std::vector<int> candidates{0};
      if (bots > seats + 3) candidates.push_back(bots - 1);
      // Ratings of many bots take long; these bots play too few deals for any error.
      const std::uint64_t deals = bots > 20 ? 4 : 14;
      const auto schedule = played(ladder(bots, seats, deals, 150, candidates), with_luck(800));
      REQUIRE(schedule.is_whole());
      int owner = -1;
      for (const auto& groups : testing::groups_of_rounds(schedule)) {
        int now = -1;
        int on_trial = 0;
        for (const auto& group : groups) {
          for (const int bot : group) {
            const auto found = std::ranges::find(candidates, bot);
            if (found == candidates.end()) continue;
            now = std::max(now, static_cast<int>(found - candidates.begin()));
            ++on_trial;
          }
        }
        CHECK((now == owner || now == owner + 1));
        CHECK(on_trial <= now + 1);
        if (now >= 0) CHECK(groups.size() == 1);
        owner = now;
      }
      CHECK(owner + 1 == static_cast<int>(candidates.size()));
    }
  }
}

TEST_CASE("ladder: a bot plays until its error is small enough, and never beyond its deals") {
  const auto deals = [](int target_error) {
    return deals_of_candidates(played(ladder(6, 3, 200, target_error, {5}), with_luck(1500)));
  };
  CHECK(deals(120)[5] < deals(40)[5]);
  CHECK(deals(40)[5] < deals(1)[5]);
  CHECK(deals(1) == std::map<int, std::uint64_t>{{-1, 200}, {5, 200}});
}

TEST_CASE("ladder: a candidate plays those near it") {
  // Twenty bots, stronger towards the end of the plan; the candidate is as good as the best.
  std::vector<std::uint64_t> met(21);
  auto schedule = Schedule::make(ladder(21, 2, 100, 1, {20})).value();
  const auto worth = with_luck(700);
  for (const auto& game : play_out(schedule, worth)) {
    if (std::ranges::count(game.seating, 20) == 0) continue;
    for (const int bot : game.seating) ++met[static_cast<std::size_t>(bot)];
  }
  std::uint64_t near = 0;
  std::uint64_t far = 0;
  for (std::size_t bot = 0; bot < 20; ++bot) (bot >= 14 ? near : far) += met[bot];
  CHECK(near > 2 * far);
}

TEST_CASE("ladder: candidates added at the end of the plan do not change what was played") {
  auto before = Schedule::make(ladder(6, 2, 40, 60, {4, 5})).value();
  auto after = Schedule::make(ladder(8, 2, 40, 60, {4, 5, 6, 7})).value();
  const auto games = play_out(before, with_luck(900));
  const auto more = play_out(after, with_luck(900));
  REQUIRE(more.size() > games.size());
  CHECK(std::equal(games.begin(), games.end(), more.begin()));
}

TEST_CASE("ladder: without enough of a field it is refused in a sentence") {
  CHECK(Schedule::make(ladder(4, 3, 1, 50, {2, 3})).error().text() ==
        "a ladder of 3 players needs 3 bots that are not candidates, but there are 2");
}

TEST_CASE("ladder: a small error is confirmed by two more rounds, as it may be estimated too small") {
  // 10 deals a round: after the first there is an error, and any is small enough.
  const auto schedule = played(ladder(8, 3, 200, 1000, {6, 7}), with_luck(2000));
  CHECK(deals_of_candidates(schedule) == std::map<int, std::uint64_t>{{-1, 30}, {6, 30}, {7, 30}});
}
