// The breakdown of a game's points.
#include "report/replay/points.hpp"

#include <map>

#include <catch2/catch.hpp>

#include "record/transcript.hpp"
#include "support/random_record.hpp"

using namespace tribunal;
using namespace tribunal::testing;

TEST_CASE("the parts of a seat's points add up to them, and its points to its score") {
  Dice dice{29};
  for (int game = 0; game < 200; ++game) {
    const auto record = random_record(dice, {.faults = 0, .start_faults = 0, .comments = 0});
    const auto played = play_again(record);
    REQUIRE(played);
    std::map<Seat, std::int32_t> points;
    std::map<Seat, std::int32_t> chips;
    for (const auto& one : points_of(record.rules.game(), played->events, played->outcome)) {
      CAPTURE(record.rules.game(), one.seat, one.hand);
      std::int32_t sum = 0;
      for (const auto& part : one.parts) {
        CHECK(part.points != 0);
        sum += part.points;
      }
      CHECK(sum == one.points);
      auto& total = (one.in_chips ? chips : points)[one.seat];
      total += one.points;
      CHECK(total == one.total);
    }
    const auto& scores = chips.empty() ? points : chips;
    for (const Seat seat : SeatSet::first(played->outcome.ranked()))
      CHECK(scores.at(seat) == played->outcome.scores.at(index_of(seat)));
  }
}

TEST_CASE("points are named after suits, bonuses, bids and the pot") {
  Dice dice{30};
  std::map<std::string, int> names;
  for (int game = 0; game < 200; ++game) {
    const auto record = random_record(dice, {.faults = 0, .start_faults = 0, .comments = 0});
    const auto played = play_again(record);
    REQUIRE(played);
    for (const auto& one : points_of(record.rules.game(), played->events, played->outcome))
      for (const auto& part : one.parts) ++names[part.what];
  }
  for (const auto* name : {"clubs", "missing suits", "quartets", "paid into the pot", "bid spades",
                           "cards in suits won by others, penalties", "one per seat behind"})
    CHECK(names[name] > 0);
}
