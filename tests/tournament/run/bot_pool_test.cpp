#include "tournament/run/bot_pool.hpp"

#include <csignal>
#include <filesystem>
#include <optional>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <catch2/catch.hpp>

#include "support/scratch_folder.hpp"

using namespace tribunal;
using namespace std::chrono_literals;
using tribunal::testing::ScratchFolder;

namespace {

constexpr auto* loyal = "#!/bin/sh\nwhile read -r w _; do [ $w = quit ] && exit; echo ready loyal 1; done\n";
/// It neither exits when it is asked to nor at the end of its input.
constexpr auto* stubborn = "#!/bin/sh\ntrap '' TERM\nread -r _\necho ready stubborn 1\nsleep 600\n";

Plan plan_of(std::size_t bots, int players, Restart restart = Restart::never) {
  Plan plan;
  plan.players = players;
  plan.restart = restart;
  plan.bots.resize(bots);
  return plan;
}

/// A table whose bots are this script.
class PooledTable {
 public:
  PooledTable(const char* script, PoolBounds bounds)
      : program_{folder_.write("bot", script)}, pool_{context_, bounds, [this](int) { return made(); }} {
    std::filesystem::permissions(program_, std::filesystem::perms::owner_all);
  }

  /// Starts those that do not run; returns their processes.
  std::vector<pid_t> play(std::vector<int> indices) {
    std::vector<pid_t> processes;
    run([&]() -> asio::awaitable<void> {
      for (auto* const bot : pool_.take(indices)) {
        const auto trouble = co_await bot->make_ready({.startup_ms = 60'000});
        CHECK_FALSE(trouble.has_value());
        processes.push_back(bot->running() ? bot->process().pid() : 0);
      }
    });
    return processes;
  }

  /// Lets bots that are ending end, until `process` is gone.
  bool is_gone(pid_t process) {
    for (int i = 0; i < 1000 && ::kill(process, 0) == 0; ++i) {
      run([this]() -> asio::awaitable<void> {
        asio::steady_timer pause{context_, 10ms};
        co_await pause.async_wait(asio::use_awaitable);
      });
    }
    return ::kill(process, 0) != 0;
  }

 private:
  Bot made() {
    BotEntry entry;
    entry.name = "bot";
    entry.command.words = {program_.string()};
    entry.command.directory = folder_.path();
    entry.grace = {60s, 60s};
    return {context_, host_, std::move(entry)};
  }

  template <typename Task>
  void run(Task task) {
    asio::co_spawn(context_, task(), [&](const std::exception_ptr& error) {
      if (error) std::rethrow_exception(error);
      context_.stop();
    });
    context_.restart();
    context_.run();
  }

  ScratchFolder folder_;
  std::filesystem::path program_;
  asio::io_context context_{1};
  Host host_;
  BotPool pool_;
};

}  // namespace

TEST_CASE("the number of processes is bounded, whatever the numbers of bots and tables") {
  struct Case {
    std::size_t bots;
    int players, tables, kept, ending;
  };
  for (const auto& [bots, players, tables, kept, ending] :
       {Case{6, 3, 2, 6, 0}, Case{30, 2, 8, 8, 2}, Case{100, 4, 2, 32, 4}, Case{100, 4, 64, 8, 4},
        Case{4, 4, 64, 4, 0}, Case{8, 4, 64, 8, 0}}) {
    CAPTURE(bots, players, tables);
    const auto bounds = pool_bounds(plan_of(bots, players), tables);
    CHECK(bounds.kept == kept);
    CHECK(bounds.ending == ending);
    CHECK(pool_bounds(plan_of(bots, players, Restart::match), tables).all() == players);
  }
}

TEST_CASE("the bots that have not played for longest are ended, and start anew for their next game") {
  PooledTable table{loyal, {.kept = 4, .ending = 2}};
  const auto first = table.play({0, 1});
  const auto second = table.play({2, 3});
  CHECK(table.play({0, 1}) == first);
  const auto third = table.play({4, 5});  // in place of 2 and 3
  CHECK(table.is_gone(second[0]));
  CHECK(table.is_gone(second[1]));
  CHECK(table.play({0, 1}) == first);
  CHECK(table.play({4, 5}) == third);
  CHECK(table.play({2, 3}) != second);
}

TEST_CASE("bots that do not exit are killed when more have to end") {
  PooledTable table{stubborn, {.kept = 2, .ending = 1}};
  const auto first = table.play({0, 1});
  const auto second = table.play({2, 3});  // 0 and 1 have to end
  CHECK(table.is_gone(first[0]));
  CHECK(::kill(first[1], 0) == 0);  // it has a minute yet
  CHECK(table.play({2, 3}) == second);
}
