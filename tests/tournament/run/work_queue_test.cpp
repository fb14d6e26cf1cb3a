#include "tournament/run/work_queue.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include <catch2/catch.hpp>

using namespace tribunal;

namespace {

Schedule schedule() { return Schedule::make({.bots = 4, .seats = 3, .deals = 5}).value(); }

}  // namespace

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
