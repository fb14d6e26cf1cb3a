#include <map>
#include <set>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tournament/schedule/formats/formats.hpp"
#include "tournament/season.hpp"

using namespace tribunal;
using tribunal::testing::sorted;

namespace {

/// 2 to 60 bots, of which some are candidates; of few bots any number of seats.
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

}  // namespace

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

TEST_CASE("a gauntlet stopped anywhere has given all candidates the same but for one group") {
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
            .text() == "a gauntlet of 3 players needs 2 bots that are no candidates, there is 1");
  CHECK_THAT(
      Schedule::make({.bots = 4, .seats = 1, .deals = 1, .format = &formats::gauntlet(), .candidates = {0}})
          .error()
          .text(),
      Catch::Contains("needs two players at a table"));
}
