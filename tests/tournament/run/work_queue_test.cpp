#include "tournament/run/work_queue.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <thread>

#include <catch2/catch.hpp>

using namespace tribunal;

namespace {

Schedule schedule() { return Schedule::make({.bots = 4, .seats = 3, .deals = 5}).value(); }

/// A failed start of a bot in the run of `desk`.
void fail(StartDesk& desk, int bot, bool alone) {
  StartDesk::Turn{desk, bot, alone, true}.failed({.message = "ended"});
}

bool seats(const std::vector<ScheduledGame>& block, int bot) {
  return std::ranges::find(block.front().seating, bot) != block.front().seating.end();
}

}  // namespace

TEST_CASE("games of a bot that does not start wait, and are handed out when it starts again") {
  StartDesk desk{std::vector<StartPatience>(4), false};
  WorkQueue work{schedule(), {}, {}, &desk};
  const auto first = work.next_block();
  const int bot = first.front().seating.front();
  for (int starts = 0; starts < 5; ++starts) fail(desk, bot, true);  // the next is some seconds away
  work.take_back(first[1]);
  std::set<std::uint64_t> indices{first[0].index};
  for (std::uint64_t others = 0; others < 5; ++others) {  // one of 4 groups of a deal is without the bot
    const auto block = work.next_block();
    CHECK_FALSE(seats(block, bot));
    for (const auto& game : block) indices.insert(game.index);
  }
  StartDesk::Turn{desk, bot, true, true}.succeeded();
  const auto rest = work.next_block();
  CHECK(rest.size() == 2);
  CHECK(rest.front() == first[1]);
  for (const auto& game : rest) indices.insert(game.index);
  for (auto block = work.next_block(); !block.empty(); block = work.next_block())
    for (const auto& game : block) indices.insert(game.index);
  CHECK(indices.size() == schedule().size());
  CHECK(work.unplayed() == 0);
}

TEST_CASE("games of a bot that does not start any more are not handed out, unless they are forfeit") {
  const bool forfeits = GENERATE(false, true);
  StartDesk desk{std::vector<StartPatience>(4, one_more_try), forfeits};
  WorkQueue work{schedule(), {}, {}, &desk};
  fail(desk, 2, false);
  fail(desk, 2, true);
  REQUIRE(desk.gone() == std::vector{2});
  std::size_t games = 0;
  for (auto block = work.next_block(); !block.empty(); block = work.next_block()) games += block.size();
  CHECK(games + work.unplayed() == schedule().size());
  CHECK(work.unplayed() == (forfeits ? 0 : schedule().size() * 3 / 4));
}

TEST_CASE(
    "tables do not wait for a round that cannot be completed without a bot that does not start any more") {
  StartDesk desk{std::vector<StartPatience>(4, one_more_try), false};
  WorkQueue work{schedule(), {}, {}, &desk};
  work.allow_below(12);  // more games are allowed, or known, only after games that are never stored
  fail(desk, 2, false);
  fail(desk, 2, true);
  const auto only = work.next_block();
  CHECK(only.size() == 3);
  std::jthread table{[&] { CHECK(work.next_block().empty()); }};
  for (const auto& game : only) {
    GameResult result;
    result.index = game.index;
    result.deal = game.deal;
    for (const int bot : game.seating) {
      SeatResult seat;
      seat.bot = bot;
      result.seats.push_back(seat);
    }
    (void)work.note(result);
  }
}

TEST_CASE("work is handed out block by block in schedule order, without stored games") {
  std::vector<bool> stored(8);
  for (const std::size_t index : {0U, 1U, 2U, 4U, 7U}) stored[index] = true;
  WorkQueue work{schedule(), stored};
  std::vector<std::uint64_t> indices;
  for (auto block = work.next_block(); !block.empty(); block = work.next_block()) {
    for (const auto& game : block) {
      CHECK(game == schedule().game(game.index));
      CHECK(game.index / 3 == block.front().index / 3);
      indices.push_back(game.index);
    }
  }
  std::vector<std::uint64_t> expected{3, 5, 6};
  for (std::uint64_t index = 8; index < schedule().size(); ++index) expected.push_back(index);
  CHECK(indices == expected);
}

TEST_CASE("several tables get every game once") {
  WorkQueue work{schedule(), {}};
  std::vector<std::atomic<int>> handed_out(schedule().size());
  std::vector<std::jthread> tables;
  for (int i = 0; i < 4; ++i) {
    tables.emplace_back([&] {
      for (auto block = work.next_block(); !block.empty(); block = work.next_block())
        for (const auto& game : block) ++handed_out[game.index];
    });
  }
  tables.clear();
  for (const auto& times : handed_out) CHECK(times == 1);
}

TEST_CASE("a closed queue hands out nothing") {
  WorkQueue work{schedule(), {}};
  CHECK(work.next_block().size() == 3);
  work.close();
  CHECK(work.next_block().empty());
}

TEST_CASE("work beyond what is allowed waits until it is") {
  WorkQueue work{schedule(), {}};
  work.allow_below(5);  // two blocks of three: the second begins below it
  CHECK(work.next_block().front().index == 0);
  CHECK(work.next_block().front().index == 3);
  std::atomic<std::uint64_t> next = 0;
  std::jthread table{[&] { next = work.next_block().front().index; }};
  std::this_thread::sleep_for(std::chrono::milliseconds{50});
  CHECK(next == 0);
  work.allow_below(7);
  table.join();
  CHECK(next == 6);
}

TEST_CASE("a table that waits for more to be allowed leaves when the queue is closed") {
  WorkQueue work{schedule(), {}};
  work.allow_below(0);
  std::jthread table{[&] { CHECK(work.next_block().empty()); }};
  work.close();
}
