// A game that is imagined from the lines of a seat is one that this seat cannot tell from its own.
#include "games/imagine.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "games/conformance.hpp"
#include "games/redraw/retold_deal.hpp"
#include "support/repetitions.hpp"
#include "support/what_is_seen.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

/// Imagines a game at a random position for each of its seats. Returns how many are not the game itself.
int check_imagined(const Rules& rules, std::uint64_t number, Dice& dice, Stream& stream) {
  const auto game = rules.deal(testing::numbered_deal(number));
  const auto played = testing::play_some(*game, dice);
  CAPTURE(testing::describe(rules), number);
  int others = 0;
  for (const auto seat : SeatSet::first(rules.players())) {
    const auto lines = testing::lines_of(played.events, seat);
    CAPTURE(int{seat}, lines);
    const auto imagined = imagine(rules, seat, lines, stream);
    if (!imagined) FAIL(imagined.error().message);
    REQUIRE((*imagined)->wanted() == game->wanted());
    REQUIRE((*imagined)->outcome() == game->outcome());
    REQUIRE(testing::question_to(**imagined, seat) == testing::question_to(*game, seat));
    if (!game->wanted().empty())
      others += testing::places_of((*imagined)->position()) != testing::places_of(game->position()) ? 1 : 0;
    EventLog events;
    testing::play_out(**imagined, dice, events);
    testing::check_bounds(rules, **imagined);
  }
  return others;
}

}  // namespace

TEST_CASE("a game imagined from a seat's lines asks it the same and plays to its end") {
  const std::string family = GENERATE("layout", "tennis", "anarchy");
  Dice dice{33};
  Stream stream = FastDeal{33}.stream("imagine");
  int others = 0;
  const int positions = testing::repetitions(3'000);
  for (int i = 0; i < positions; ++i)
    others +=
        check_imagined(testing::random_rules_of(family, dice), static_cast<std::uint64_t>(i), dice, stream);
  CHECK(others > positions);
}

TEST_CASE("lines that no deal explains are refused with the first that does not fit") {
  Stream stream = FastDeal{34}.stream("imagine");
  const auto rules = make_rules("tennis", 2, {}).value();
  const auto error_of = [&](std::vector<std::string> lines) {
    return imagine(rules, 0, lines, stream).error().message;
  };
  const std::vector<std::string> deal{"round 0 1", "deal 0 2c 3c 4c 5c 6c 7c", "deal 1 ?? ?? ?? ?? ?? ??"};
  CHECK(imagine(rules, 0, deal, stream));
  const auto with = [&](const std::string& line) {
    auto lines = deal;
    lines.push_back(line);
    return error_of(lines);
  };
  CHECK_THAT(with("play 0 Kh"), Catch::Contains("line 4, 'play 0 Kh'"));
  CHECK_THAT(with("play 1 Kh"), Catch::Contains("line 4, 'play 1 Kh'"));
  CHECK_THAT(with("play 0 Zz"), Catch::Contains("line 4, 'play 0 Zz'"));
  CHECK_THAT(with("nonsense"), Catch::Contains("line 4, 'nonsense'"));
  CHECK_THAT(error_of({"round 0 1", "deal 0 2c 2c 4c 5c 6c 7c"}), Catch::Contains("line 2"));
  CHECK_THAT(error_of({"round 0 1"}), Catch::Contains("the end"));
}

TEST_CASE("a game of Chez is not imagined from its lines") {
  Stream stream = FastDeal{35}.stream("imagine");
  const auto imagined = imagine(make_rules("chez", 3, {}).value(), 0, std::vector<std::string>{}, stream);
  CHECK_THAT(imagined.error().message, Catch::Contains("redraw a clone of the game itself"));
}
