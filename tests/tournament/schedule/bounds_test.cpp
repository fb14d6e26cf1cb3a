#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tournament/schedule/formats/formats.hpp"
#include "tournament/season.hpp"

using namespace tribunal;
using tribunal::testing::by_lot;
using tribunal::testing::play_out;

namespace {

Shape any_shape() {
  Shape shape;
  shape.format = testing::any_format();
  shape.seats = *rc::gen::inRange(2, 5);
  shape.bots = shape.seats + *rc::gen::inRange(1, 8);
  shape.deals = static_cast<std::uint64_t>(*rc::gen::inRange(1, 30));
  shape.games = *rc::gen::inRange(1, 3);
  shape.settings = {{"rounds", *rc::gen::inRange(1, 9)},
                    {"advance", *rc::gen::inRange(1, shape.seats)},
                    {"target_error", *rc::gen::element(1, 100, 200, 400)}};
  if (shape.format->has_candidates())
    for (int bot = shape.seats; bot < shape.bots; bot += 2) shape.candidates.push_back(bot);
  return shape;
}

}  // namespace

TEST_CASE("the size of a tournament is known in advance, exactly or between bounds") {
  CHECK(rc::check("bounds", [] {
    const auto shape = any_shape();
    const bool tie = *rc::gen::arbitrary<bool>();
    auto schedule = Schedule::make(shape).value();
    const auto games = play_out(schedule, tie ? testing::all_tie : by_lot);
    const auto bounds = bounds_of(shape).value();
    RC_ASSERT(games.size() >= bounds.fewest_games);
    RC_ASSERT(games.size() <= bounds.most_games);
    const auto rounds = schedule.rounds().size();
    RC_ASSERT(rounds >= bounds.fewest_rounds);
    RC_ASSERT(rounds <= bounds.most_rounds);
    if (shape.format != &formats::knockout() && shape.format != &formats::ladder())
      RC_ASSERT(bounds.fewest_games == bounds.most_games);
    const auto played = testing::games_of(games, shape.bots);
    const auto foretold = games_of_bots(shape);
    RC_ASSERT(foretold.size() == played.size());
    for (std::size_t bot = 0; bot < played.size(); ++bot) {
      RC_ASSERT(played[bot] >= foretold[bot].fewest);
      RC_ASSERT(played[bot] <= foretold[bot].most);
    }
  }));
}

TEST_CASE("the number of games of a bot is known in advance, or nearly, in a format fixed from the start") {
  const auto of = [](Shape shape) {
    shape.bots = 7;
    shape.seats = 3;
    shape.deals = 10;
    return games_of_bots(shape);
  };
  CHECK(of({}) == std::vector<GamesOfBot>(7, {450, 450}));
  const auto gauntlet = of({.format = &formats::gauntlet(), .candidates = {0, 6}});
  CHECK(gauntlet.front() == GamesOfBot{300, 300});
  CHECK(gauntlet[1] == GamesOfBot{240, 240});
  CHECK(of({.format = &formats::sampled()}) == std::vector<GamesOfBot>(7, {24, 27}));
  CHECK(of({.format = &formats::swiss(), .settings = {{"rounds", 7}}}) ==
        std::vector<GamesOfBot>(7, {180, 180}));
}
