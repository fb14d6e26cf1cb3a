#include "tournament/work_queue.hpp"

#include <atomic>
#include <thread>

#include <catch2/catch.hpp>

using namespace tribunal;

namespace {

Schedule schedule() { return Schedule::make({.bots = 4, .seats = 3, .deals = 5}).value(); }

}  // namespace

TEST_CASE("work is handed out block by block in schedule order, without what is kept") {
  std::vector<bool> kept(8);
  for (const std::size_t index : {0, 1, 2, 4, 7}) kept[index] = true;
  WorkQueue work{schedule(), kept};
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
