#include "tournament/run/runner.hpp"

#include <csignal>
#include <filesystem>
#include <optional>
#include <thread>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <catch2/catch.hpp>

#include "support/plan_text.hpp"
#include "support/scratch_folder.hpp"
#include "support/scripted_bot.hpp"
#include "tournament/plan/planned_bots.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/run/table_worker.hpp"

using namespace tribunal;
using namespace std::chrono_literals;
using tribunal::testing::ScratchFolder;

namespace {

constexpr auto* loyal = "#!/bin/sh\nwhile read -r w _; do [ $w = quit ] && exit; echo ready loyal 1; done\n";
/// It exits neither when it is asked to nor at the end of its input.
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

  /// Starts those that are not running; returns their processes.
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

  /// Lets bots finish ending, until `process` is gone.
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
  const auto [bots, players, tables, kept, ending] = GENERATE(table<std::size_t, int, int, int, int>({
      {6, 3, 2, 6, 0},
      {30, 2, 8, 8, 2},
      {100, 4, 2, 32, 4},
      {100, 4, 64, 8, 4},
      {4, 4, 64, 4, 0},
      {8, 4, 64, 8, 0},
  }));
  CAPTURE(bots, players, tables);
  const auto bounds = pool_bounds(plan_of(bots, players), tables);
  CHECK(bounds.kept == kept);
  CHECK(bounds.ending == ending);
  CHECK(pool_bounds(plan_of(bots, players, Restart::match), tables).all() == players);
}

TEST_CASE("the bots that have not played for longest are ended, and start anew for their next game") {
  PooledTable table{loyal, {.kept = 4, .ending = 2}};
  const auto first = table.play({0, 1});
  const auto second = table.play({2, 3});
  CHECK(table.play({0, 1}) == first);
  const auto third = table.play({4, 5});  // instead of 2 and 3
  CHECK(table.is_gone(second[0]));
  CHECK(table.is_gone(second[1]));
  CHECK(table.play({0, 1}) == first);
  CHECK(table.play({4, 5}) == third);
  CHECK(table.play({2, 3}) != second);
}

TEST_CASE("bots that do not exit are killed when more have to end") {
  PooledTable table{stubborn, {.kept = 2, .ending = 1}};
  const auto first = table.play({0, 1});
  const auto second = table.play({2, 3});  // 0 and 1 must end
  CHECK(table.is_gone(first[0]));
  CHECK(::kill(first[1], 0) == 0);  // it still has a minute
  CHECK(table.play({2, 3}) == second);
}

TEST_CASE("a signal is answered after the commit that is under way, however many games have finished since") {
  const ScratchFolder folder;
  std::filesystem::permissions(folder.write("bot", "#!/bin/sh\n" + testing::scripted_bot()),
                               std::filesystem::perms::owner_all);
  const auto text =
      testing::plan_text({.players = 2,
                          .deals = 20'000,
                          .more = "sandbox = \"none\"\n[limits]\nmove_ms = 60000\nstartup_ms = 60000\n",
                          .bots = {{"ann", "./bot"}, {"bob", "./bot"}}});
  const auto tournament = make_tournament(text, folder / "cup.toml").value();
  const HostFacts facts{.referee = "test", .sandbox = "none"};
  auto store = Store::open(folder / "out", tournament, facts, false).value();
  int commits = 0;
  int commits_after_signal = 0;
  RunOptions options;
  options.facts = facts;
  options.workers = 4;
  options.may_begin = [&] {  // called after every commit, and as slow as a commit on a busy disk
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    if (commits > 5) ++commits_after_signal;
    if (++commits == 5) ::kill(::getpid(), SIGINT);
    return tournament.schedule.size();
  };
  const auto end = run_tournament(tournament, store, options);
  REQUIRE(end.has_value());
  CHECK(*end == RunEnd::interrupted);
  CHECK(commits_after_signal <= 4);
  CHECK(store.size() < 40'000);
}

TEST_CASE("a table that is abandoned before it begins plays nothing, and that is no failure") {
  const ScratchFolder folder;
  std::filesystem::permissions(folder.write("ann", "#!/bin/sh\n"), std::filesystem::perms::owner_all);
  const auto text =
      testing::plan_text({.players = 2, .deals = 1, .bots = {{"ann", "./ann"}, {"bob", "./ann"}}});
  const auto tournament = make_tournament(text, folder / "cup.toml").value();
  const auto secret = Secret::from_seed("42");
  WorkQueue work{tournament.schedule, {}};
  Host host;
  int games = 0;
  TableWorker table{{tournament,
                     secret,
                     {},
                     sandboxes_of(tournament.plan, SandboxLevel::none, std::span{&folder.path(), 1})},
                    host,
                    work,
                    {},
                    [&](const FinishedGame&) { ++games; },
                    [&](const VoidGame&) { ++games; }};
  table.abandon();
  const auto done = table.run();
  CHECK(done.has_value());
  CHECK(games == 0);
}
