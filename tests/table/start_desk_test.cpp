#include "table/start_desk.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <unistd.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <catch2/catch.hpp>

#include "table_fixture.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;

std::string count_file() {
  return std::filesystem::temp_directory_path() / ("tribunal-starts-" + std::to_string(::getpid()));
}

/// The bot, started as `desk` says.
BotEntry at_desk(StartDesk& desk, BotEntry bot) {
  bot.starts = &desk;
  return bot;
}

/// A bot that does `fails` in as many of its starts as the file has bytes, each taking one away, and is then
/// honest.
BotEntry failing_in_first_starts(const std::string& file, const std::string& fails) {
  return shell_bot("if [ -s '" + file + "' ]; then truncate -s -1 '" + file + "'; " + fails +
                   "; fi; exec " HONEST_BOT);
}

TEST_CASE("A game of a bot that does not start waits, and nobody is at fault") {
  const auto file = count_file();
  std::ofstream{file} << "xxx";
  StartDesk desk{{StartPatience{}}, false};
  TestTable table{
      {honest_bot(), at_desk(desk, failing_in_first_starts(file, "exec sleep 60")), honest_bot()}};
  const Limits limits{.move_ms = 20'000, .startup_ms = 300};
  const auto waiting = table.play(order_of_revolution(0, limits));
  REQUIRE_FALSE(waiting.has_value());
  CHECK(waiting.error().waits);
  CHECK(
      waiting.error().reason.starts_with("-c did not start: did not say 'ready NAME VERSION' within 300 ms"));
  CHECK(table.bot(0).running());
  CHECK(desk.standing(0) == StartDesk::Standing::in_doubt);
  const auto too_early = table.play(order_of_revolution(0, limits));
  REQUIRE_FALSE(too_early.has_value());
  CHECK_FALSE(too_early.error().tried);
  auto played = table.play(order_of_revolution(0, limits));
  for (int tries = 0; !played && tries < 200; ++tries) {
    std::this_thread::sleep_until(desk.next_try(0));
    played = table.play(order_of_revolution(0, limits));
  }
  REQUIRE(played.has_value());
  CHECK(played->record.faults.empty());
  CHECK(desk.standing(0) == StartDesk::Standing::sound);
  std::filesystem::remove(file);
}

TEST_CASE("In a single game a start that fails once is no fault, and one that fails twice is") {
  const auto [bytes, faults] = GENERATE(table<std::string, std::size_t>({{"x", 0}, {"xx", 1}}));
  const auto file = count_file();
  std::ofstream{file} << bytes;
  StartDesk desk{{one_more_try}, true};
  TestTable table{{honest_bot(), at_desk(desk, failing_in_first_starts(file, "exit 1")), honest_bot()}};
  const auto played = table.play(order_of_revolution(0, {.move_ms = 20'000, .startup_ms = 20'000}));
  REQUIRE(played.has_value());
  CHECK(played->record.faults.size() == faults);
  CHECK(desk.failures_in_all() == bytes.size());
  std::filesystem::remove(file);
}

TEST_CASE("A bot waits for its start while another that failed before is started, until it is cancelled") {
  StartDesk desk{{StartPatience{}, StartPatience{}}, false};
  TestTable first{{honest_bot()}};
  TestTable second{{honest_bot()}};
  using Turn = std::expected<StartDesk::Turn, StartDesk::Refusal>;
  const auto enter = [&](TestTable& table, int bot) { return table.run(desk.enter(bot)); };
  {
    auto failing = enter(first, 0);
    failing->failed({.message = "silent", .took = 1s, .silent = true});
  }
  auto alone = enter(first, 0);
  REQUIRE(alone.has_value());
  asio::cancellation_signal stop;
  std::optional<Turn> refused;
  const auto wait = [&]() -> asio::awaitable<void> {
    co_await asio::this_coro::throw_if_cancelled(false);
    refused.emplace(co_await desk.enter(1));
  };
  asio::co_spawn(
      second.context(), wait(),
      asio::bind_cancellation_slot(stop.slot(), [&](const std::exception_ptr&) { second.context().stop(); }));
  second.context().restart();
  second.context().run_for(50ms);
  CHECK_FALSE(refused.has_value());
  asio::post(second.context(), [&] { stop.emit(asio::cancellation_type::terminal); });
  second.context().run();
  REQUIRE(refused.has_value());
  REQUIRE_FALSE(refused->has_value());
  CHECK(refused->error() == StartDesk::Refusal::interrupted);
}

}  // namespace
}  // namespace tribunal
