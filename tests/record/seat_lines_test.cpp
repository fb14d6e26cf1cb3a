// The lines that a seat was sent: its own view of the events, up to each question.
#include "record/seat_lines.hpp"

#include <catch2/catch.hpp>

#include "record/pennies.hpp"
#include "support/random_record.hpp"

using namespace tribunal;
using namespace tribunal::testing;

using Lines = std::vector<std::string>;

TEST_CASE("a seat hears what it may see since its last question, and nothing of decisions still open") {
  const auto left = seat_lines(pennies_record(), 0);
  REQUIRE(left);
  REQUIRE(left->questions.size() == 3);
  CHECK(left->questions[0].lines == Lines{"hand 0 1"});
  CHECK(left->questions[1].lines == Lines{"play 0 Kh", "play 1 ??", "score 0 1 1"});
  CHECK(left->questions[2].lines == Lines{"play 0 Kh", "pass 1", "score 1 1 1"});
  CHECK(left->closing == Lines{"pass 0", "pass 1", "score 0 1 2"});
  CHECK(left->questions[1].decision == 2);
  CHECK(left->questions[1].legal.size() == 2);
  CHECK(left->questions[1].allowance_us == 1'000'000);
}

TEST_CASE("a seat that is forfeit is asked the question it failed and no more") {
  const auto right = seat_lines(pennies_record(), 1);
  REQUIRE(right);
  REQUIRE(right->questions.size() == 2);
  CHECK_FALSE(right->questions[0].in_fault);
  CHECK(right->questions[1].in_fault);
  CHECK(right->closing == Lines{"play 0 ??", "pass 1", "score 1 1 1", "pass 0", "pass 1", "score 0 1 2"});
}

TEST_CASE("a seat that never started is asked nothing") {
  auto record = pennies_record();
  record.faults = {{FaultKind::start, 1, 0, 1, ""}};
  for (const std::size_t own : {1U, 3U, 5U}) record.decisions[own] = {1, Action{verbs::pass}, 0, true};
  const auto right = seat_lines(record, 1);
  REQUIRE(right);
  CHECK(right->questions.empty());
  CHECK(right->closing.size() == 10);
}

TEST_CASE("the lines of all questions and the closing are the whole transcript as the seat may see it") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Dice dice{seed};
    const auto record = random_record(dice);
    const auto played = play_again(record);
    REQUIRE(played);
    for (const Seat seat : SeatSet::first(record.rules.players())) {
      Lines expected;
      for (const auto& event : played->events) {
        if (event.is_told_to(seat)) expected.push_back(event.text(seat));
      }
      const auto sent = seat_lines(record, seat);
      REQUIRE(sent);
      Lines lines;
      for (const auto& question : sent->questions) {
        lines.insert(lines.end(), question.lines.begin(), question.lines.end());
        const auto& decision = record.decisions[question.decision];
        CHECK(decision.seat == seat);
        CHECK(question.in_fault == decision.by_referee);
        CHECK(std::ranges::count(question.legal, decision.action) == 1);
      }
      lines.insert(lines.end(), sent->closing.begin(), sent->closing.end());
      CHECK(lines == expected);
    }
  }
}

TEST_CASE("a record that cannot have happened has no lines of a seat") {
  auto record = pennies_record();
  record.decisions.pop_back();
  CHECK_FALSE(seat_lines(record, 0));
}
