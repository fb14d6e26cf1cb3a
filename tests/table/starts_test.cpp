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

#include "table/start_desk.hpp"
#include "table_fixture.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;

std::string count_file() {
  return std::filesystem::temp_directory_path() / ("tribunal-starts-" + std::to_string(::getpid()));
}

/// The bot, started according to `desk`.
BotEntry at_desk(StartDesk& desk, BotEntry bot) {
  bot.starts = &desk;
  return bot;
}

/// A bot that does `fails` in as many of its starts as the file has bytes, each of which removes one, and
/// then plays honestly.
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

TEST_CASE("In a single game a start that fails once is not a fault, and one that fails twice is") {
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

using namespace std::chrono_literals;
using Standing = StartHistory::Standing;

StartFailure ended_at_once() { return {.message = "ended", .took = 100ms, .alone = true, .quiet = true}; }

StartFailure silent_for(std::chrono::microseconds took) {
  return {.message = "was silent", .took = took, .silent = true, .alone = true, .quiet = true};
}

/// A bot whose every start fails in the way of `failure`, tried as soon as possible, until it is withdrawn.
struct Trials {
  int starts = 0;
  StartHistory::Clock::duration time{};
  std::string why;
};

Trials until_gone(const StartFailure& failure, StartPatience patience = {}) {
  StartHistory history{patience};
  const StartHistory::Clock::time_point begin{1h};
  auto now = begin;
  Trials trials;
  while (history.standing() != Standing::gone && trials.starts < 1000) {
    now = std::max(now, history.next_try()) + failure.took;
    history.failed(failure, now);
    ++trials.starts;
  }
  trials.time = now - begin;
  trials.why = history.why_gone();
  return trials;
}

TEST_CASE("A bot that is left out is gone without a start, and says why") {
  StartHistory history;
  history.leave_out("cannot run 'node': not found in PATH");
  CHECK(history.standing() == Standing::gone);
  CHECK(history.why_gone() == "cannot run 'node': not found in PATH");
  CHECK(history.failures_in_all() == 0);
}

TEST_CASE("A bot whose process ends at each start is given up after half a minute") {
  const auto trials = until_gone(ended_at_once());
  CHECK(trials.starts >= 8);
  CHECK(trials.time >= 30s);
  CHECK(trials.time <= 45s);
}

TEST_CASE("A bot that is silent at each start is given up after two minutes") {
  const auto startup = GENERATE(1s, 10s);
  const auto trials = until_gone(silent_for(startup));
  CHECK(trials.starts >= 7);
  CHECK(trials.time >= 120s);
  CHECK(trials.time <= 150s);
  CHECK(trials.why.ends_with("; the last one: was silent"));
}

TEST_CASE("A bot with a long limit of its start is given up after three starts alone") {
  CHECK(until_gone(silent_for(60s)).starts == 3);
}

TEST_CASE("Starts that failed while others were being started do not make a bot one that is gone") {
  StartHistory history{{.ended = 1s}};
  const StartHistory::Clock::time_point begin{1h};
  for (int second = 0; second < 100; ++second) {
    history.failed({.message = "", .took = 1s}, begin + 1s * second);
    CHECK(history.standing() == Standing::in_doubt);
    CHECK(history.next_try() <= begin + 1s * second);  // alone, at once
  }
}

TEST_CASE("A bot is not given up while another game is played") {
  StartHistory history;
  const StartHistory::Clock::time_point begin{1h};
  auto failure = ended_at_once();
  failure.quiet = false;
  CHECK_FALSE(history.wants_quiet(begin));
  for (int second = 0; second < 60; ++second) history.failed(failure, begin + 1s * second);
  CHECK(history.standing() == Standing::in_doubt);
  CHECK(history.wants_quiet(begin + 60s));
  history.failed(ended_at_once(), begin + 61s);
  CHECK(history.standing() == Standing::gone);
}

TEST_CASE("A bot that starts again is sound, and is started alone for a while") {
  StartHistory history;
  CHECK_FALSE(history.wants_alone());
  history.failed(silent_for(1s), StartHistory::Clock::time_point{1h});
  history.succeeded();
  CHECK(history.standing() == Standing::sound);
  CHECK(history.wants_alone());
  for (int starts = 0; starts < 20; ++starts) history.succeeded();
  CHECK_FALSE(history.wants_alone());
  CHECK(history.failures_in_all() == 1);
}

TEST_CASE("A bot that is silent at every second start costs ten minutes in all") {
  StartHistory history;
  StartHistory::Clock::time_point now{1h};
  std::chrono::seconds lost{0};
  while (history.standing() != Standing::gone && lost < 1h) {
    history.failed(silent_for(10s), now += 10s);
    lost += 10s;
    if (history.standing() != Standing::gone) history.succeeded();
  }
  CHECK(lost == 10min);
  CHECK(history.why_gone() == "60 of its starts failed, which took 10 minutes; the last one: was silent");
}

TEST_CASE("In a single game a start is tried once more") {
  StartHistory history{one_more_try};
  const StartHistory::Clock::time_point begin{1h};
  history.failed({.message = "", .took = 1s, .quiet = true}, begin);
  CHECK(history.standing() == Standing::in_doubt);
  CHECK(history.next_try() <= begin);
  history.failed(ended_at_once(), begin);
  CHECK(history.standing() == Standing::gone);
}

TEST_CASE("In a single game a start that would certainly fail again is not repeated, in a run it is") {
  const StartFailure certain{.message = "slept", .took = 10s, .silent = true, .quiet = true, .certain = true};
  StartHistory single{one_more_try};
  single.failed(certain, StartHistory::Clock::time_point{1h});
  CHECK(single.standing() == Standing::gone);
  StartHistory run;
  run.failed(certain, StartHistory::Clock::time_point{1h});
  CHECK(run.standing() == Standing::in_doubt);
}

}  // namespace
}  // namespace tribunal
