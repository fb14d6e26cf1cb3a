#include "tournament/results/forfeit.hpp"

#include <algorithm>
#include <numeric>

#include <catch2/catch.hpp>

#include "record/clocks_and_strikes.hpp"
#include "support/random_record.hpp"
#include "support/repetitions.hpp"
#include "tournament/results/finished_game.hpp"

using namespace tribunal;
using namespace tribunal::testing;

namespace {

GameResult result_of_random_game(const Record& record) {
  ScheduledGame game;
  game.seating.resize(static_cast<std::size_t>(record.rules.players()));
  std::iota(game.seating.begin(), game.seating.end(), 0);
  return result_of(game, record).value();
}

}  // namespace

TEST_CASE(
    "in every game a forfeit counts no more than what anybody has, and no score leaves the bounds of the "
    "rules") {
  Dice dice{14};
  int forfeits = 0;
  for (const auto& game : catalogue()) {
    for (int round = 0; round < repetitions(100); ++round) {
      const auto rules = random_rules(game, dice);
      const auto limits = random_limits(dice);
      const auto record = RandomGame{rules, limits, {.faults = 3, .start_faults = 20}, dice}.play();
      const auto result = result_of_random_game(record);
      INFO(describe(rules));
      CHECK(result.forfeited == forfeited(record));
      CHECK(forfeited(result.seats, limits.on_fault) == forfeited(record));
      for (std::size_t seat = 0; seat < result.seats.size(); ++seat)
        CHECK(rules.score_bounds().has(result.outcome.scores.at(seat)));
      forfeits += result.forfeited.size();
    }
  }
  CHECK(forfeits > 0);
}

TEST_CASE("a seat has forfeited by its faults and the policy") {
  const auto forfeits = [](const FaultCounts& faults, FaultPolicy policy) {
    std::vector<SeatResult> seats(2);
    seats[1].faults = faults;
    CHECK_FALSE(forfeited(seats, policy).has(0));
    return forfeited(seats, policy).has(1);
  };
  using Kind = FaultKind;
  for (const auto policy : {FaultPolicy::forfeit, FaultPolicy::strikes}) {
    CHECK_FALSE(forfeits({}, policy));
    CHECK(forfeits({{Kind::start, 1}}, policy));
    CHECK(forfeits({{Kind::crash, 1}}, policy));
    CHECK(forfeits({{Kind::timeout, 1}, {Kind::illegal, 2}}, policy));
  }
  CHECK(forfeits({{Kind::timeout, 1}}, FaultPolicy::forfeit));
  CHECK_FALSE(forfeits({{Kind::timeout, 1}, {Kind::illegal, 1}}, FaultPolicy::strikes));
}
