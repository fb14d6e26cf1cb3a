#include "tournament/schedule/formats/extent.hpp"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tournament/season.hpp"

using namespace tribunal;
using tribunal::testing::by_lot;
using tribunal::testing::play_out;

namespace {

Shape any_format() {
  Shape shape;
  shape.format = *rc::gen::element(Format::round_robin, Format::gauntlet, Format::sampled, Format::swiss,
                                   Format::knockout, Format::ladder);
  shape.seats = *rc::gen::inRange(2, 5);
  shape.bots = shape.seats + *rc::gen::inRange(1, 8);
  shape.deals = static_cast<std::uint64_t>(*rc::gen::inRange(1, 30));
  shape.games = *rc::gen::inRange(1, 3);
  shape.rounds = *rc::gen::inRange(1, 9);
  shape.advance = *rc::gen::inRange(1, shape.seats);
  shape.target_error = *rc::gen::element(1, 100, 200, 400);
  if (shape.format == Format::gauntlet || shape.format == Format::ladder)
    for (int bot = shape.seats; bot < shape.bots; bot += 2) shape.candidates.push_back(bot);
  return shape;
}

}  // namespace

TEST_CASE("what a tournament comes to is known before it, exactly or between bounds") {
  CHECK(rc::check("extent", [] {
    const auto shape = any_format();
    const bool tie = *rc::gen::arbitrary<bool>();
    auto schedule = Schedule::make(shape).value();
    const auto games = play_out(schedule, tie ? testing::all_tie : by_lot);
    const auto extent = extent_of(shape).value();
    RC_ASSERT(games.size() >= extent.fewest_games);
    RC_ASSERT(games.size() <= extent.most_games);
    const auto rounds = schedule.rounds().size();
    RC_ASSERT(rounds >= extent.fewest_rounds);
    RC_ASSERT(rounds <= extent.most_rounds);
    if (shape.format != Format::knockout && shape.format != Format::ladder)
      RC_ASSERT(extent.fewest_games == extent.most_games);
    const auto played = testing::games_of(games, shape.bots);
    const auto foretold = games_of_bots(shape);
    RC_ASSERT(foretold.size() == played.size());
    for (std::size_t bot = 0; bot < played.size(); ++bot) {
      RC_ASSERT(played[bot] >= foretold[bot].fewest);
      RC_ASSERT(played[bot] <= foretold[bot].most);
    }
  }));
}

TEST_CASE("of a format known from the start it is known how often a bot plays, or nearly") {
  const auto of = [](Shape shape) {
    shape.bots = 7;
    shape.seats = 3;
    shape.deals = 10;
    return games_of_bots(shape);
  };
  CHECK(of({}) == std::vector<GamesOfBot>(7, {450, 450}));
  const auto gauntlet = of({.format = Format::gauntlet, .candidates = {0, 6}});
  CHECK(gauntlet.front() == GamesOfBot{300, 300});
  CHECK(gauntlet[1] == GamesOfBot{240, 240});
  CHECK(of({.format = Format::sampled}) == std::vector<GamesOfBot>(7, {24, 27}));
  CHECK(of({.format = Format::swiss, .rounds = 7}) == std::vector<GamesOfBot>(7, {180, 180}));
}
