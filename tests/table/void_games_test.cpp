// Games that are abandoned or void: no bot is at fault.
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <utility>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/steady_timer.hpp>
#include <catch2/catch.hpp>

#include "table/answer.hpp"
#include "table_fixture.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

/// Plays a game that `stop` cancels.
GameVoid play_until(asio::cancellation_signal& stop, TestTable& table, const Limits& limits) {
  std::optional<std::expected<PlayedGame, GameVoid>> result;
  const auto play = [&]() -> asio::awaitable<void> {
    result.emplace(co_await play_game(order_of_revolution(0, limits), table.seats()));
  };
  std::exception_ptr failure;
  asio::co_spawn(table.context(), play(),
                 asio::bind_cancellation_slot(stop.slot(), [&](std::exception_ptr thrown) {
                   failure = std::move(thrown);
                   table.context().stop();
                 }));
  table.context().run();
  CHECK_FALSE(failure);
  REQUIRE(result.has_value());
  REQUIRE_FALSE(result->has_value());
  CHECK(result->error().interrupted);
  return result->error();
}

TEST_CASE("A game is abandoned when it is cancelled, and its bots leave") {
  TestTable table{{honest_bot(), hostile_bot("silent"), honest_bot()}};
  asio::cancellation_signal stop;
  asio::steady_timer soon{table.context(), 1000ms};  // when seat 1 is asked and does not answer
  steady_clock::time_point cancelled;
  soon.async_wait([&](auto) {
    cancelled = steady_clock::now();
    stop.emit(asio::cancellation_type::terminal);
  });
  const auto abandoned = play_until(stop, table, {.move_ms = 60000});
  CHECK(steady_clock::now() - cancelled < 2s);
  REQUIRE(abandoned.so_far);
  CHECK(abandoned.so_far->record.decisions.size() < 10);
  for (std::size_t seat = 0; seat < 3; ++seat) CHECK_FALSE(table.bot(seat).running());
}

TEST_CASE("A game is abandoned even if a bot writes something at the moment of its cancellation") {
  const auto mutters = shell_bot("while sleep 0.02; do echo '# well'; done");
  TestTable table{{honest_bot(), mutters, honest_bot()}};
  asio::cancellation_signal stop;
  asio::steady_timer soon{table.context(), 300ms};  // when all are being started at the same time
  soon.async_wait([&](auto) {
    std::this_thread::sleep_for(300ms);  // a comment is read before the cancellation, and processed after it
    asio::post(table.context(), [&] { stop.emit(asio::cancellation_type::terminal); });
  });
  play_until(stop, table, {.startup_ms = 60000});
}

/// A referee that sleeps past the deadline of a silent bot's first question in each game, from the middle of
/// its time on.
class Sleeper {
 public:
  explicit Sleeper(std::chrono::milliseconds allowance) : allowance_{allowance} {}

  [[nodiscard]] BotEntry silent_bot() {
    auto entry = hostile_bot("silent");
    entry.tap = [this](Overheard what, std::string_view text) {
      if (what == Overheard::input && text.contains("ask ") && !timer_) sleep_soon();
    };
    return entry;
  }
  [[nodiscard]] std::expected<PlayedGame, GameVoid> play(TestTable& table, const GameOrder& order) {
    context_ = &table.context();
    auto game = table.play(order);
    timer_.reset();  // before its context is gone
    return game;
  }

 private:
  void sleep_soon() {
    timer_.emplace(*context_, allowance_ / 2);
    timer_->async_wait([this](auto) { std::this_thread::sleep_for(3 * allowance_ / 2); });
  }

  std::chrono::milliseconds allowance_;
  asio::io_context* context_ = nullptr;
  std::optional<asio::steady_timer> timer_;
};

TEST_CASE("A game is void, and nobody's fault, when the referee itself slept over a deadline") {
  Sleeper sleeper{2000ms};
  TestTable table{{honest_bot(), sleeper.silent_bot(), honest_bot()}};
  const auto game = sleeper.play(table, order_of_revolution(0, {.move_ms = 2000}));
  REQUIRE_FALSE(game.has_value());
  CHECK_FALSE(game.error().interrupted);
  CHECK(game.error().reason.starts_with("the referee checked the clock "));
}

TEST_CASE("A seat at whose questions alone a game was void before is blamed") {
  Sleeper sleeper{2000ms};
  TestTable table{{honest_bot(), sleeper.silent_bot(), honest_bot()}};
  const auto first = sleeper.play(table, order_of_revolution(0, {.move_ms = 2000}));
  REQUIRE_FALSE(first.has_value());
  CHECK(first.error().asked == Seat{1});
  auto order = order_of_revolution(0, {.move_ms = 2000});
  order.blamed = SeatSet::only(1);
  const auto second = sleeper.play(table, order);
  REQUIRE(second.has_value());
  REQUIRE(second->reports.size() == 1);
  CHECK(second->reports[0].fault.kind == FaultKind::timeout);
  CHECK(second->reports[0].fault.seat == 1);
}

TEST_CASE("The referee may look at a deadline late by a tenth, at least 250 ms, at most a second") {
  CHECK(own_lateness(20ms) == 250ms);
  CHECK(own_lateness(5s) == 500ms);
  CHECK(own_lateness(60s) == 1s);
}

TEST_CASE("A game is void, and nobody's fault, when the referee is out of descriptors") {
  TestTable table{{honest_bot(), honest_bot(), honest_bot()}};
  (void)table.play(order_of_revolution(0));
  table.bot(1).kill();
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  const auto entries = std::distance(std::filesystem::directory_iterator{"/proc/self/fd"}, {});
  const rlimit few{static_cast<rlim_t>(entries + 2), before.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
  const auto game = table.play(order_of_revolution(1));
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
  REQUIRE_FALSE(game.has_value());
  CHECK_FALSE(game.error().interrupted);
  CHECK(game.error().reason == "cannot start a process: Too many open files");
  CHECK(table.play(order_of_revolution(1)).has_value());
}

}  // namespace
}  // namespace tribunal
