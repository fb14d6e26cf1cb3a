#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

#include "bots/system/signal_watch.hpp"

namespace tribunal {

/// The time in which a resumable command ends after a signal.
enum class SignalDeadline : std::uint8_t {
  none,    ///< as soon as its running work is stored
  second,  ///< within a second, even if the machine is too busy to store it
};

/// The signal policy of a resumable command. A signal ends it with `sentence` and exit code 75, at once
/// unless a run is listening. Stored data is never lost.
[[nodiscard]] SignalWatch::Policy answered_signals(SignalDeadline deadline, std::string sentence);

/// Runs `work` on `context` to its end and returns its value. SIGINT, SIGTERM or SIGHUP cancels it, ends its
/// bots like `SignalWatch`, and sets `interrupted`. If the work has not ended after a second, the program
/// ends. Exceptions of `work` are rethrown.
template <typename Value>
[[nodiscard]] Value run_interruptibly(boost::asio::io_context& context, boost::asio::awaitable<Value> work,
                                      bool& interrupted) {
  namespace asio = boost::asio;
  std::optional<Value> value;
  std::exception_ptr failure;
  std::atomic<bool> heard = false;
  asio::cancellation_signal cancel;
  // The wrapper is needed because co_spawn requires values with a default constructor.
  const auto keep_value = [&]() -> asio::awaitable<void> {
    co_await asio::this_coro::throw_if_cancelled(false);  // an interruption is an outcome
    value.emplace(co_await std::move(work));
  };
  asio::co_spawn(context, keep_value,
                 asio::bind_cancellation_slot(
                     cancel.slot(), [&](std::exception_ptr thrown) { failure = std::move(thrown); }));
  auto policy = answered_signals(SignalDeadline::second, "interrupted");
  policy.last = false;
  SignalWatch watch{std::move(policy)};
  const auto cancel_work = [&](int, int) {
    if (!heard.exchange(true)) {
      asio::post(context, [&] {
        interrupted = true;
        cancel.emit(asio::cancellation_type::terminal);
      });
    }
    return std::chrono::milliseconds{0};
  };
  {
    const auto scope = watch.listen({.heard = cancel_work, .before_kill = [] {}});
    context.restart();
    context.run();
  }
  interrupted = interrupted || heard;
  if (failure) std::rethrow_exception(failure);
  return std::move(*value);
}

}  // namespace tribunal
