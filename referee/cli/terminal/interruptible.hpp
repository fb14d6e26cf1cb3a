#pragma once

#include <csignal>
#include <exception>
#include <optional>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/this_coro.hpp>

namespace tribunal {

/// Runs `work` on `context` to its end and returns its value. SIGINT or SIGTERM cancels it (it then ends as
/// it ends when cancelled) and sets `interrupted`. Exceptions of `work` pass through.
template <typename Value>
[[nodiscard]] Value run_interruptibly(boost::asio::io_context& context, boost::asio::awaitable<Value> work,
                                      bool& interrupted) {
  namespace asio = boost::asio;
  std::optional<Value> value;
  std::exception_ptr failure;
  asio::cancellation_signal cancel;
  asio::signal_set signals{context, SIGINT, SIGTERM};
  signals.async_wait([&](const boost::system::error_code& error, int) {
    if (error) return;
    interrupted = true;
    cancel.emit(asio::cancellation_type::terminal);
  });
  // A wrapper, because co_spawn wants values that can be made from nothing.
  const auto keep_value = [&]() -> asio::awaitable<void> {
    co_await asio::this_coro::throw_if_cancelled(false);  // an interruption is an outcome
    value.emplace(co_await std::move(work));
  };
  asio::co_spawn(context, keep_value,
                 asio::bind_cancellation_slot(cancel.slot(), [&](std::exception_ptr thrown) {
                   failure = std::move(thrown);
                   signals.cancel();
                 }));
  context.restart();
  context.run();
  if (failure) std::rethrow_exception(failure);
  return std::move(*value);
}

}  // namespace tribunal
