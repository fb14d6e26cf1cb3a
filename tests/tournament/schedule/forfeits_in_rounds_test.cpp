// Bots that forfeit, in formats of rounds: nobody gains place points, a place or rating by it.
#include <catch2/catch.hpp>

#include "tournament/schedule/formats/bracket.hpp"
#include "tournament/schedule/formats/formats.hpp"
#include "tournament/schedule/formats/tie_breaks.hpp"
#include "tournament/season.hpp"

using namespace tribunal;
using tribunal::testing::places_by;
using tribunal::testing::result_with;

namespace {

/// Plays all, as a referee does when the bots below `dead` forfeit every game; of the others the first of the
/// plan is the best.
void play_out_with_dead(Schedule& schedule, int dead) {
  for (std::uint64_t index = 0; index < schedule.size(); ++index) {
    const auto game = schedule.game(index);
    auto result = result_with(game, places_by(game, [&](int bot) { return bot < dead ? -1000 : -bot; }));
    for (std::size_t seat = 0; seat < game.seating.size(); ++seat)
      if (game.seating[seat] < dead) result.forfeited.add(static_cast<Seat>(seat));
    schedule.note(result);
  }
}

Schedule played_with_dead(const Shape& shape, int dead) {
  auto schedule = Schedule::make(shape).value();
  play_out_with_dead(schedule, dead);
  REQUIRE(schedule.is_whole());
  return schedule;
}

}  // namespace

TEST_CASE("a seat that forfeits has nothing of a game's place points, and the others have what they had") {
  constexpr std::int8_t forfeit = forfeited_place;
  struct Example {
    std::vector<std::int8_t> places;
    std::vector<std::int64_t> halves;
    std::vector<std::int64_t> forfeits;
  };
  const auto example = GENERATE(values<Example>({
      {{1, 2}, {2, 0}, {0, 0}},
      {{1, 1}, {1, 1}, {0, 0}},
      {{1, forfeit}, {2, 0}, {0, 1}},
      {{forfeit, forfeit}, {0, 0}, {1, 1}},
      {{1, forfeit, forfeit}, {4, 0, 0}, {0, 1, 1}},
      {{forfeit, 1, 1}, {0, 3, 3}, {1, 0, 0}},
      {{forfeit, forfeit, forfeit}, {0, 0, 0}, {1, 1, 1}},
      {{2, forfeit, 1, forfeit}, {4, 0, 6, 0}, {0, 1, 0, 1}},
  }));
  CAPTURE(example.places);
  const auto seats = static_cast<std::int64_t>(example.places.size());
  Round round{{std::vector<int>(example.places.size())}, 1};
  const auto points = points_of({round, 0, example.places}, static_cast<int>(seats));
  for (std::size_t bot = 0; bot < example.places.size(); ++bot)
    CHECK(points[0][bot] == PlacePoints{example.halves[bot], 2 * (seats - 1), example.forfeits[bot]});
}

TEST_CASE("with the same share of place points, fewer forfeits rank higher") {
  CHECK(stands_above({0, 4, 0}, {0, 4, 1}));
  CHECK(stands_above({2, 4, 1}, {4, 8, 2}));
  CHECK_FALSE(stands_above({0, 4, 1}, {0, 4, 0}));
  CHECK_FALSE(stands_above({0, 4, 1}, {0, 4, 1}));
  CHECK(stands_above({3, 4, 3}, {2, 4, 0}));
}

TEST_CASE("swiss: dead bots rank below all others") {
  for (const int seats : {2, 3}) {
    for (int rounds = 1; rounds <= 4; ++rounds) {
      const Shape shape{.bots = 2 * seats + 1,
                        .seats = seats,
                        .deals = 2,
                        .format = &formats::swiss(),
                        .settings = {{"rounds", rounds}}};
      const auto schedule = played_with_dead(shape, 2);
      const auto points = points_of_bots(shape, schedule.rounds());
      const auto standing = standing_after(shape, schedule.rounds());
      CAPTURE(seats, rounds, standing);
      for (std::size_t place = 0; place < standing.size(); ++place) {
        const auto bot = static_cast<std::size_t>(standing[place]);
        // One that had nothing but a bye has not been at fault.
        if (standing[place] < 2 && points[bot].most > 0) CHECK(place + 2 >= standing.size());
        if (standing[place] < 2) CHECK(points[bot].halves == 0);
      }
    }
  }
}

TEST_CASE(
    "knockout: of dead bots that meet the one with the better place in the bracket advances, and no "
    "further") {
  const Shape shape{.bots = 8, .seats = 2, .deals = 2, .format = &formats::knockout()};
  // 0 meets 7, which wins; 1 meets 6, 2 meets 5.
  const auto schedule = played_with_dead(shape, 3);
  CHECK(bracket_after(shape, schedule.rounds()).left.front() == 3);
  const Shape all_dead{.bots = 4, .seats = 2, .deals = 2, .format = &formats::knockout()};
  const auto without_play = played_with_dead(all_dead, 4);
  CHECK(bracket_after(all_dead, without_play.rounds()).left == std::vector<int>{0, 1});
  CHECK(std::ssize(without_play.rounds()) == std::ptrdiff_t{2} * (1 + most_tiebreaks));
  for (const auto& round : without_play.rounds())
    for (const auto& group : points_of(round, 2))
      for (const auto& points : group) CHECK(points.halves == 0);
}

TEST_CASE("ladder: dead bots find no place by games against each other") {
  const Shape shape{.bots = 3,
                    .seats = 2,
                    .deals = 60,
                    .format = &formats::ladder(),
                    .candidates = {2},
                    .settings = {{"target_error", 200}}};
  const auto deals_of_field = [&](int dead) {
    const auto schedule = played_with_dead(shape, dead);
    std::uint64_t deals = 0;
    for (const auto& round : schedule.rounds())
      if (std::ranges::count(round.round.groups.front(), 2) == 0) deals += round.round.deals;
    return deals;
  };
  CHECK(deals_of_field(2) == 60);
}
