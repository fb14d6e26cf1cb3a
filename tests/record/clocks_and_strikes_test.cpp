// The rules of forfeits, and their effect on scores and places.
#include "record/clocks_and_strikes.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace tribunal;

namespace {

Fault fault_of(Seat seat, FaultKind kind = FaultKind::timeout) { return {kind, seat, 0, 0, {}}; }

Limits policy(FaultPolicy on_fault) { return {.on_fault = on_fault}; }

Outcome outcome_of(std::vector<std::int32_t> scores) {
  Outcome outcome{.seats = static_cast<int>(scores.size())};
  std::ranges::copy(scores, outcome.scores.begin());
  place_by_score(outcome);
  return outcome;
}

std::vector<int> scores(const Outcome& outcome) {
  return {outcome.scores.begin(), outcome.scores.begin() + outcome.seats};
}

std::vector<int> places(const Outcome& outcome) {
  return {outcome.places.begin(), outcome.places.begin() + outcome.seats};
}

SeatSet seats(std::initializer_list<Seat> some) {
  SeatSet set;
  for (const auto seat : some) set.add(seat);
  return set;
}

}  // namespace

TEST_CASE("under forfeit the first fault of any kind forfeits the seat") {
  const auto kind = GENERATE(FaultKind::start, FaultKind::crash, FaultKind::timeout, FaultKind::illegal,
                             FaultKind::garbage, FaultKind::flood, FaultKind::early);
  CHECK(forfeited({}, policy(FaultPolicy::forfeit)).empty());
  CHECK(forfeited(std::vector{fault_of(2, kind)}, policy(FaultPolicy::forfeit)) == seats({2}));
}

TEST_CASE("a seat without a place neither gains one by a forfeit nor counts for the others") {
  Outcome played{.seats = 3, .scores = {7, -7, -9}};
  place_by_score(played, 2);
  CHECK(places(final_outcome(played, {})) == std::vector{1, 2, 0});
  const auto first_forfeits = final_outcome(played, seats({0}));
  CHECK(places(first_forfeits) == std::vector{2, 1, 0});
  CHECK(scores(first_forfeits) == std::vector{-7, -7, -9});  // the lowest of the players, not of all seats
  CHECK(places(final_outcome(played, seats({0, 1}))) == std::vector{1, 1, 0});
}

TEST_CASE("under strikes the seat's own third fault forfeits it") {
  const auto strikes = policy(FaultPolicy::strikes);
  CHECK(forfeited(std::vector{fault_of(0), fault_of(0)}, strikes).empty());
  CHECK(forfeited(std::vector{fault_of(0), fault_of(1), fault_of(0), fault_of(1)}, strikes).empty());
  CHECK(forfeited(std::vector{fault_of(0), fault_of(1), fault_of(0), fault_of(0)}, strikes) == seats({0}));
}

TEST_CASE("under strikes a bot that never started or crashed forfeits at once") {
  const auto kind = GENERATE(FaultKind::start, FaultKind::crash);
  CHECK(forfeited(std::vector{fault_of(1, kind)}, policy(FaultPolicy::strikes)) == seats({1}));
}

TEST_CASE("the time of decisions and faults is subtracted from the seat's own clock") {
  ClocksAndStrikes clocks{{.move_ms = 0, .game_ms = 10, .increment_ms = 1}};
  clocks.decided(0, 4000);
  CHECK(clocks.allowance_us(0) == 7000);
  clocks.fault(FaultKind::timeout, 0, 7500);
  CHECK(clocks.allowance_us(0) == 1000);
  CHECK(clocks.allowance_us(1) == 10000);
}

TEST_CASE("the time of decisions beyond the limit of a move is subtracted from the bank of overtime") {
  struct Example {
    std::vector<std::int64_t> taken;  ///< microseconds of decisions, one after another
    std::int64_t left = 0;            ///< allowance of the next one
  };
  const auto [taken, left] = GENERATE(values<Example>({{{}, 3000},
                                                       {{1000, 999, 0}, 3000},
                                                       {{1001}, 2999},
                                                       {{2500}, 1500},
                                                       {{1400, 1400}, 2200},
                                                       {{3000}, 1000},
                                                       {{3000, 1000, 500}, 1000},
                                                       {{9000}, 1000}}));
  ClocksAndStrikes clocks{{.move_ms = 1, .bank_ms = 2}};
  for (const auto us : taken) clocks.decided(0, us);
  CHECK(clocks.allowance_us(0) == left);
  CHECK(clocks.allowance_us(1) == 3000);
}

TEST_CASE("a timeout empties the bank of overtime") {
  ClocksAndStrikes clocks{{.move_ms = 1, .bank_ms = 2, .on_fault = FaultPolicy::strikes}};
  clocks.fault(FaultKind::timeout, 0, 3100);
  CHECK(clocks.allowance_us(0) == 1000);
}

TEST_CASE("seats have clocks by their own limits, and one fault policy") {
  const Limits game{.move_ms = 5, .on_fault = FaultPolicy::strikes};
  ClocksAndStrikes clocks{
      game, std::vector<Limits>{game, {.move_ms = 0, .game_ms = 9}, {.move_ms = 1, .bank_ms = 2}}};
  CHECK(clocks.allowance_us(0) == 5000);
  CHECK(clocks.allowance_us(1) == 9000);
  CHECK(clocks.allowance_us(2) == 3000);
  clocks.fault(FaultKind::illegal, 1, 4000);
  CHECK(clocks.allowance_us(1) == 5000);
  CHECK(clocks.forfeited().empty());
}

TEST_CASE("a fault at the start costs no time of the clock") {
  ClocksAndStrikes clocks{{.move_ms = 0, .game_ms = 10}};
  clocks.fault(FaultKind::start, 0, 9'000'000);
  CHECK(clocks.allowance_us(0) == 10000);
}

TEST_CASE("a game without forfeits ends as it was played") {
  const auto played = outcome_of({3, -1, -1, 7});
  CHECK(final_outcome(played, {}) == played);
}

TEST_CASE("a forfeited seat is last and has no more than the lowest of the others") {
  const auto [played, forfeits, final_scores, final_places] =
      GENERATE_COPY(table<std::vector<std::int32_t>, SeatSet, std::vector<int>, std::vector<int>>(
          {{{9, 4, -2}, seats({0}), {-2, 4, -2}, {3, 1, 2}},          // the winner loses its points
           {{9, 4, -7}, seats({2}), {9, 4, -7}, {1, 2, 3}},           // already lower, so its own score stays
           {{9, 4, 4}, seats({2}), {9, 4, 4}, {1, 2, 3}},             // a tie with the lowest is broken
           {{9, 4, -2}, seats({0, 1}), {-2, -2, -2}, {2, 2, 1}},      // two forfeits tie behind the rest
           {{5, 5, 9, 1}, seats({2}), {5, 5, 1, 1}, {1, 1, 4, 3}},    // the others' ties stay
           {{9, 4, -2}, seats({0, 1, 2}), {9, 4, -2}, {1, 1, 1}}}));  // all forfeit: all tie
  const auto outcome = final_outcome(outcome_of(played), forfeits);
  CHECK(scores(outcome) == final_scores);
  CHECK(places(outcome) == final_places);
}
