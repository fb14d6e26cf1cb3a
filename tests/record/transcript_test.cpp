// A replayed record gives the transcript and the outcome, or says where it contradicts the rules.
#include "record/transcript.hpp"

#include <functional>

#include <catch2/catch.hpp>

#include "record/clocks_and_strikes.hpp"
#include "record/pennies.hpp"
#include "record/seat_lines.hpp"
#include "support/random_record.hpp"

using namespace tribunal;
using namespace tribunal::testing;
using Lines = std::vector<std::string>;

namespace {

std::vector<std::string> lines_of_events(const std::vector<Event>& events) {
  std::vector<std::string> lines;
  for (const auto& event : events) lines.push_back(event.text());
  return lines;
}

}  // namespace

TEST_CASE("a record played again gives the events and the judged outcome of its game") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Dice dice{seed};
    const auto record = random_record(dice, {5, 5, 5});
    const auto game = record.rules.deal(std::make_shared<const KeyedDeal>(record.deal.key));
    EventLog events;
    game->begin(events);
    std::size_t next = 0;
    play_out(*game, events, [&](const Game&, Seat) { return record.decisions[next++].action; });
    const auto played = play_again(record);
    REQUIRE(played);
    CHECK(lines_of_events(played->events) == lines_of(events));
    CHECK(played->outcome == final_outcome(game->outcome(), forfeited(record)));
    CHECK(std::ranges::count_if(played->events, &Event::is_decision) == std::ssize(record.decisions));
  }
}

TEST_CASE("simultaneous decisions are ordered by seat, and a forfeit counts at the end") {
  const auto played = play_again(pennies_record());
  REQUIRE(played);
  CHECK(lines_of_events(played->events) ==
        std::vector<std::string>{"hand 0 1", "play 0 Kh", "play 1 Ks", "score 0 1 1", "play 0 Kh", "pass 1",
                                 "score 1 1 1", "pass 0", "pass 1", "score 0 1 2"});
  CHECK(played->outcome.scores[1] == 1);
  CHECK(played->outcome.places[1] == 2);
}

TEST_CASE("an impossible record is refused at its first contradiction") {
  const Action pass{verbs::pass};
  const auto [spoil, expected] = GENERATE_COPY(table<std::function<void(Record&)>, std::string>({
      {[](Record& record) { record.decisions[1].seat = 0; },
       "decision 1 (play:Ks by seat 0) should be a decision of seat 1"},
      {[](Record& record) { record.decisions[1].action = record.decisions[0].action; },
       "decision 1 (play:Kh by seat 1) should be a legal action of seat 1: play:Ks pass"},
      {[](Record& record) { record.decisions.pop_back(); }, "decision 5 should be a decision of seat 1"},
      {[=](Record& record) {
         record.decisions.push_back({0, pass, 1, false});
       },
       "decision 6 (pass by seat 0) should be missing: the game is over"},
      {[](Record& record) { record.decisions[0].by_referee = true; },
       "decision 0 (play:Kh by seat 0) should be a decision of seat 0 itself, since it is not at fault"},
      {[](Record& record) { record.decisions[3].by_referee = false; },
       "decision 3 (pass by seat 1) should be the default action pass of seat 1, by the referee"},
      {[](Record& record) { record.decisions[5].action = record.decisions[1].action; },
       "decision 5 (play:Ks by seat 1) should be the default action pass of seat 1, by the referee"},
      {[](Record& record) { record.faults[0].seat = 0; },
       "the fault 'garbage' of seat 0 before decision 3 should be of seat 1, who is to decide"},
      {[](Record& record) {
         record.faults.push_back({FaultKind::crash, 1, 5, 1, ""});
       },
       "the fault 'crash' of seat 1 before decision 5 should be missing: seat 1 was forfeit before"},
      {[](Record& record) {
         record.faults.push_back({FaultKind::crash, 1, 3, 1, ""});
       },
       "the fault 'crash' of seat 1 before decision 3 should be the only one before its decision, in the "
       "order of the "
       "decisions"},
      {[](Record& record) {
         record.faults.push_back({FaultKind::crash, 1, 6, 1, ""});
       },
       "the fault 'crash' of seat 1 before decision 6 should be missing: the game is over"},
      {[](Record& record) { record.faults[0].kind = FaultKind::start; },
       "the fault 'start' of seat 1 before decision 3 should be right after the header, because it belongs "
       "to the start"},
      {[](Record& record) {
         record.faults.assign(2, {FaultKind::start, 1, 0, 1, ""});
       },
       "the fault 'start' of seat 1 before decision 0 should be of the next seat that never started, each "
       "once, in the "
       "order of the seats"},
      {[](Record& record) { record.comments[0].decision = 7; },
       "decision 6 should be accompanied by comments of players, in the order of the decisions"},
      {[](Record& record) { record.entrants.pop_back(); },
       "decision 0 (play:Kh by seat 0) should be of a game with 2 entrants"},
  }));
  auto record = pennies_record();
  spoil(record);
  const auto played = play_again(record);
  REQUIRE_FALSE(played);
  CHECK(played.error().text(record) == expected);
}

TEST_CASE("times are checked against the clock of the seat that took them") {
  auto record = pennies_record();
  CHECK_FALSE(check_times(record));
  record.faults[0].kind = FaultKind::timeout;
  REQUIRE(check_times(record));
  CHECK(check_times(record)->text(record) ==
        "the fault 'timeout' of seat 1 before decision 3 should be found after 1000000 us or more");
  record.faults[0].us = 1'000'000;
  CHECK_FALSE(check_times(record));
  record.decisions[4].us = 1'000'001;
  CHECK(check_times(record)->text(record) == "decision 4 (pass by seat 0) should be made within 1000000 us");
}

// The lines that a seat was sent: its own view of the events, up to each question.

TEST_CASE("a seat receives the events since its last question that it may see, without open decisions") {
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

TEST_CASE("a forfeited seat is asked nothing after the question that it failed") {
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

TEST_CASE("an impossible record has no lines for a seat") {
  auto record = pennies_record();
  record.decisions.pop_back();
  CHECK_FALSE(seat_lines(record, 0));
}
