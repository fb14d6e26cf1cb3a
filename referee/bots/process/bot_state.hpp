#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "bots/meter/out_of_memory.hpp"
#include "bots/meter/question_clock.hpp"
#include "bots/meter/rest.hpp"
#include "bots/meter/usage_sampler.hpp"
#include "bots/process/bot_process.hpp"
#include "bots/process/error_drain.hpp"
#include "bots/system/lines.hpp"

namespace tribunal {

/// Awaits an operation without a coroutine of its own; an error is a value.
inline constexpr auto as_values = asio::as_tuple(asio::deferred);

/// The pipes, the clock and the end of a running bot. Shared with the handlers of pending operations, which
/// may run when the bot is gone.
struct BotProcess::State : std::enable_shared_from_this<State> {
  State(asio::io_context& context, Host& its_host, Launched launched, Tap its_tap)
      : host{its_host},
        tap{std::move(its_tap)},
        pid{launched.pid},
        input{context, launched.input.release()},
        output{context, launched.output.release()},
        exit{context, launched.exit.release()},
        deadline_timer{context},
        errors{std::make_shared<ErrorDrain>(context, std::move(launched.errors), tap)},
        sampler{launched.pid, std::move(launched.controls.cpu_time)},
        clock{sampler.meter()},
        rest{std::move(launched.controls.idle), sampler.meter()} {
    input.non_blocking(true);
    output.non_blocking(true);
  }

  /// True if it cannot be asked again, though its last output may still be in the pipe.
  [[nodiscard]] bool is_gone() const { return exited || output_closed || input_broken; }
  [[nodiscard]] bool has_exited();
  /// Bytes for the bot that are not yet written to the pipe.
  [[nodiscard]] std::size_t unread() const { return going_out.size() - written + outbox.size(); }
  /// Bytes that the pipe holds.
  [[nodiscard]] std::size_t unread_in_pipe() const;
  void watch_exit();
  void watch_deadline();
  void ask();
  void send();
  void write();
  void note_read(std::size_t count);
  [[nodiscard]] bool read_now();
  [[nodiscard]] asio::awaitable<bool> read();
  [[nodiscard]] std::optional<Input> line_at_hand();
  [[nodiscard]] Input verdict(Input::Kind kind, std::string_view text = {}) const;
  [[nodiscard]] asio::awaitable<bool> wait_for_exit(std::chrono::milliseconds time);
  void dismiss();

  Host& host;
  Tap tap;
  pid_t pid;
  asio::posix::stream_descriptor input;
  asio::posix::stream_descriptor output;
  asio::posix::stream_descriptor exit;
  asio::steady_timer deadline_timer;
  std::shared_ptr<ErrorDrain> errors;
  std::int64_t killed_for_memory = processes_killed_for_memory();  ///< at its launch
  UsageSampler sampler;
  QuestionClock clock;
  Rest rest;

  LineBuffer lines;
  std::string outbox;  ///< sent with the next question
  std::string going_out;
  std::size_t written = 0;        ///< bytes of `going_out` that are written
  std::size_t received = 0;       ///< bytes since the question was opened
  std::size_t question_size = 0;  ///< bytes sent with the last question
  std::size_t unread_at_end = 0;  ///< bytes that it had not read when it was dismissed
  std::chrono::steady_clock::time_point read_at;
  Dismissal ended;     ///< once dismissed
  bool asked = false;  ///< the question was sent
  bool timer_runs = false;
  bool out_of_time = false;
  bool waits_to_write = false;
  bool input_broken = false;  ///< no process can read the input any more
  bool exited = false;
  bool output_closed = false;
  bool dismissed = false;
  bool wrote = false;
  bool out_of_memory = false;  ///< it was killed, most likely since the system was out of memory
};

}  // namespace tribunal
