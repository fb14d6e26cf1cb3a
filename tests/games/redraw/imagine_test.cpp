// A seat cannot distinguish its own game from one that is imagined from its lines.
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

struct Imagined {
  int games = 0;
  int others = 0;   ///< games that are not the game itself
  int refused = 0;  ///< number of games of Chez in which the search gave up
};

/// Imagines a game at a random position for each of its seats.
void check_imagined(const Rules& rules, std::uint64_t number, Dice& dice, Stream& stream, Imagined& sum) {
  const auto game = rules.deal(testing::numbered_deal(number));
  const auto played = testing::play_some(*game, dice);
  CAPTURE(testing::describe(rules), number);
  for (const auto seat : SeatSet::first(rules.players())) {
    const auto lines = testing::lines_of(played.events, seat);
    CAPTURE(int{seat}, lines);
    const auto imagined = imagine(rules, seat, lines, stream);
    ++sum.games;
    if (!imagined) {
      if (rules.game() != "chez") FAIL(imagined.error().message);
      CHECK_THAT(imagined.error().message, Catch::StartsWith("found no deal"));
      ++sum.refused;
      continue;
    }
    // A question in Chez may be secret, but not from the seat that is asked.
    if (rules.game() != "chez" || game->wanted().has(seat)) REQUIRE((*imagined)->wanted() == game->wanted());
    REQUIRE((*imagined)->outcome() == game->outcome());
    if (rules.game() != "chez" || game->wanted().has(seat))
      REQUIRE(testing::question_to(**imagined, seat) == testing::question_to(*game, seat));
    if (!game->wanted().empty())
      sum.others +=
          testing::places_of((*imagined)->position()) != testing::places_of(game->position()) ? 1 : 0;
    EventLog events;
    testing::play_out(**imagined, dice, events);
    testing::check_bounds(rules, **imagined);
  }
}

}  // namespace

TEST_CASE("a game imagined from a seat's lines asks it the same and plays to its end") {
  const std::string family = GENERATE("layout", "tennis", "anarchy", "chez");
  Dice dice{33};
  Stream stream = FastDeal{33}.stream("imagine");
  Imagined sum;
  const int positions = testing::repetitions(3'000);
  for (int i = 0; i < positions; ++i) {
    check_imagined(testing::random_rules_of(family, dice), static_cast<std::uint64_t>(i), dice, stream, sum);
  }
  CHECK(sum.others > positions);
  CHECK(sum.refused * 25 <= sum.games);
}

TEST_CASE("lines that no deal explains are refused with the first line that does not fit") {
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

TEST_CASE("lines of Chez that no deal explains are refused with the first line that does not fit") {
  Stream stream = FastDeal{35}.stream("imagine");
  const auto rules = make_rules("chez", 2, {{"hand_size", "5"}}).value();
  const std::vector<std::string> begun{"hand 1 1", "deal 0 2c 3c 4c 5c 7c", "deal 1 ?? ?? ?? ?? ??",
                                       "turn 1 Kc", "play 0 7c"};
  REQUIRE(imagine(rules, 0, begun, stream));
  const auto with = [&](std::vector<std::string> more) {
    auto lines = begun;
    lines.insert(lines.end(), more.begin(), more.end());
    return imagine(rules, 0, lines, stream);
  };
  CHECK(with({"play 1 6h"}).error().message.ends_with("line 7, the end"));  // its roll is missing
  CHECK(with({"play 1 Ah"}));
  const auto refusal = [&](const std::string& line) { return with({line}).error().message; };
  CHECK_THAT(refusal("play 1 Kh"), Catch::Contains("line 6, 'play 1 Kh'"));  // not on a black seven
  CHECK_THAT(refusal("play 1 7c"), Catch::Contains("line 6, 'play 1 7c'"));  // it lies there
  CHECK_THAT(refusal("play 1 Zz"), Catch::Contains("line 6, 'play 1 Zz'"));
  CHECK_THAT(refusal("nonsense"), Catch::Contains("line 6, 'nonsense'"));
  CHECK_THAT(refusal("draw 0 2h"), Catch::Contains("line 6, 'draw 0 2h'"));
  CHECK_THAT(with({"draw 1 ??", "draw 0 2h"}).error().message, Catch::Contains("line 7, 'draw 0 2h'"));
}
