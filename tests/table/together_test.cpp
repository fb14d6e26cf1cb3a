#include "table/together.hpp"

#include <chrono>
#include <exception>
#include <utility>
#include <vector>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <catch2/catch.hpp>

namespace asio = boost::asio;
using tribunal::together;

namespace {

/// Waits for something that does not happen, then for something that does.
asio::awaitable<void> wait_twice(int& done) {
  const auto executor = co_await asio::this_coro::executor;
  asio::steady_timer never{executor, std::chrono::hours{1}};
  (void)co_await never.async_wait(asio::as_tuple(asio::deferred));
  asio::steady_timer at_once{executor, std::chrono::milliseconds{0}};
  (void)co_await at_once.async_wait(asio::as_tuple(asio::deferred));
  ++done;
}

}  // namespace

TEST_CASE("A cancellation ends the wait of each of several tasks, and they finish by themselves") {
  asio::io_context context{1};
  asio::cancellation_signal stop;
  int done = 0;
  std::exception_ptr failure;
  const auto both = [&]() -> asio::awaitable<void> {
    co_await asio::this_coro::throw_if_cancelled(false);
    std::vector<asio::awaitable<void>> tasks;
    tasks.push_back(wait_twice(done));
    tasks.push_back(wait_twice(done));
    co_await together(std::move(tasks));
  };
  asio::co_spawn(context, both(), asio::bind_cancellation_slot(stop.slot(), [&](std::exception_ptr thrown) {
                   failure = std::move(thrown);
                 }));
  asio::post(context, [&] { stop.emit(asio::cancellation_type::terminal); });
  context.run();
  CHECK_FALSE(failure);
  CHECK(done == 2);
}
