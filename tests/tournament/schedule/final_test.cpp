#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>

#include <catch2/catch.hpp>

#include "tournament/schedule/formats/format.hpp"
#include "tournament/season.hpp"

using namespace tribunal;
using tribunal::testing::play_out;
using tribunal::testing::played;

namespace {

Shape a_final(int bots, int seats, int rounds) {
  return {.bots = bots,
          .seats = seats,
          .deals = 1,
          .format = &formats::final(),
          .settings = {{"rounds", rounds}}};
}

/// Bots 4 and 7 are better than the others, and equally good except for luck.
std::vector<int> two_are_good(const ScheduledGame& game) {
  return testing::places_by(
      game, [&](int bot) { return (bot == 4 || bot == 7 ? 700 : 0) + testing::luck_of(game, bot) % 1000; });
}

FinalState finalists_of(const Schedule& schedule) {
  const auto& shape = schedule.shape();
  return std::get<FinalState>(
      shape.format->state_of(shape, schedule.rounds(), schedule.complete_rounds().size()));
}

}  // namespace

TEST_CASE("final: all bots play first, then above all those that may be the best") {
  for (const int seats : {2, 3, 4}) {
    CAPTURE(seats);
    auto schedule = Schedule::make(a_final(12, seats, 40)).value();
    const auto games = play_out(schedule, two_are_good);
    std::set<int> at_first;
    const auto rounds = 24 / (seats * static_cast<int>(schedule.rounds().front().round.groups.size()));
    for (const auto& round : std::span{schedule.rounds()}.first(static_cast<std::size_t>(rounds)))
      for (const auto& group : round.round.groups) at_first.insert(group.begin(), group.end());
    CHECK(at_first.size() == 12);
    const auto games_of_bots = testing::games_of(games, 12);
    const auto good = games_of_bots[4] + games_of_bots[7];
    const auto all = std::accumulate(games_of_bots.begin(), games_of_bots.end(), std::uint64_t{0});
    CHECK(good * 3 > all);  // a sixth of the bots
    const auto finalists = finalists_of(schedule);
    CHECK(std::set{finalists[0].bot, finalists[1].bot} == std::set{4, 7});
    CHECK(finalists[0].place == 1);
    CHECK(finalists[0].chance + finalists[1].chance > 0.95);
    CHECK(std::ranges::is_sorted(finalists, {}, &Finalist::place));
    for (const auto& one : finalists)
      CHECK(std::cmp_equal(one.games, games_of_bots[static_cast<std::size_t>(one.bot)]));
  }
}

TEST_CASE("final: no group plays the cards of a round twice") {
  for (int bots = 2; bots <= 17; ++bots) {
    for (int seats = 2; seats <= std::min(bots, 5); ++seats) {
      CAPTURE(bots, seats);
      const auto schedule = played(a_final(bots, seats, 12), two_are_good);
      CHECK(schedule.is_whole());
      const auto rounds = testing::groups_of_rounds(schedule);
      for (const auto& groups : rounds) {
        CHECK(std::set<std::vector<int>>{groups.begin(), groups.end()}.size() == groups.size());
        CHECK(groups.size() == rounds.front().size());
      }
    }
  }
}

TEST_CASE("final: before the first game nobody is ahead") {
  const auto schedule = Schedule::make(a_final(6, 2, 3)).value();
  for (const auto& one : finalists_of(schedule)) {
    CHECK(one.place == 1);
    CHECK(one.chance == Approx(1.0 / 6));
  }
}

TEST_CASE("final: a withdrawn bot plays no more, and ranks behind all others, though it was the best") {
  auto shape = a_final(8, 2, 30);
  shape.stays.resize(8);
  shape.stays[4].withdrawn_after = 15;
  const auto schedule = played(shape, two_are_good);
  for (const auto& round : std::span{schedule.rounds()}.subspan(15))
    for (const auto& group : round.round.groups) CHECK(std::ranges::count(group, 4) == 0);
  const auto finalists = finalists_of(schedule);
  CHECK(finalists.front().bot == 7);
  CHECK(finalists.back().bot == 4);
  CHECK(finalists.back().chance == 0);
}

TEST_CASE("final: a late bot without a game is behind those with some, and plays at once") {
  auto shape = a_final(8, 2, 30);
  shape.stays.resize(8);
  shape.stays[7].joins_after = 15;
  const auto schedule = played(shape, two_are_good);
  const auto before = std::get<FinalState>(shape.format->state_of(shape, schedule.rounds(), 15));
  CHECK(before.back().bot == 7);
  CHECK(finalists_of(schedule)[1].place == 2);
  CHECK(finalists_of(schedule)[1].chance > 0.05);
  CHECK(std::set{finalists_of(schedule)[0].bot, finalists_of(schedule)[1].bot} == std::set{4, 7});
}

TEST_CASE("final: more bots than can be rated after each round are refused in a sentence") {
  CHECK(
      Schedule::make(a_final(101, 2, 5)).error().text() ==
      "a final has at most 100 bots, but there are 101; format = \"swiss\" finds those that may be the best");
}
