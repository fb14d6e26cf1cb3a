#include "table/together.hpp"

#include <exception>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace tribunal {

namespace asio = boost::asio;

namespace {

/// Runs a task so that a cancellation throws no exception. If a cancellation occurs just when the awaited
/// event has happened, the exception would otherwise be thrown at the task's next await.
asio::awaitable<void> without_throwing(asio::awaitable<void> task) {
  co_await asio::this_coro::throw_if_cancelled(false);
  co_await std::move(task);
}

}  // namespace

asio::awaitable<void> together(std::vector<asio::awaitable<void>> tasks) {
  if (tasks.empty()) co_return;
  const auto executor = co_await asio::this_coro::executor;
  const auto spawn = [&executor](asio::awaitable<void> task) {
    return asio::co_spawn(executor, without_throwing(std::move(task)), asio::deferred);
  };
  std::vector<decltype(spawn(std::move(tasks.front())))> spawned;
  spawned.reserve(tasks.size());
  for (auto& task : tasks) spawned.push_back(spawn(std::move(task)));
  const auto [order, errors] = co_await asio::experimental::make_parallel_group(std::move(spawned))
                                   .async_wait(asio::experimental::wait_for_all(), asio::use_awaitable);
  for (const auto& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace tribunal
