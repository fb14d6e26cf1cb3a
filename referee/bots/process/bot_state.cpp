#include "bots/process/bot_state.hpp"

#include <algorithm>
#include <cerrno>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <tuple>
#include <unistd.h>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/this_coro.hpp>

#include "bots/system/wait_status.hpp"

namespace tribunal {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

}  // namespace

/// Asks the kernel, since a wait of Asio may end without a reason.
bool BotProcess::State::has_exited() {
  exited = exited || has_ended(pid);
  return exited;
}

void BotProcess::State::watch_exit() {
  exit.async_wait(asio::posix::descriptor_base::wait_read, [self = shared_from_this()](auto error) {
    if (error || self->dismissed) return;
    if (!self->has_exited()) return self->watch_exit();
    self->output.cancel();
  });
}

/// One timer serves all questions. It is not restarted while questions are answered; when it expires, it
/// checks the current deadline.
void BotProcess::State::watch_deadline() {
  if (timer_runs && deadline_timer.expiry() <= clock.next_check()) return;
  timer_runs = true;
  deadline_timer.expires_at(clock.next_check());
  deadline_timer.async_wait([self = shared_from_this()](auto error) {
    if (error || self->dismissed) return;
    self->timer_runs = false;
    if (!self->asked) return;
    if (!self->clock.is_over()) return self->watch_deadline();
    self->out_of_time = true;
    self->output.cancel();
  });
}

std::size_t BotProcess::State::unread_in_pipe() const {
  int bytes = 0;
  const bool is_known = ::ioctl(const_cast<State*>(this)->input.native_handle(), FIONREAD, &bytes) == 0;
  return is_known && bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
}

void BotProcess::State::ask() {
  asked = true;
  question_size = outbox.size();
  rest.end();
  clock.start();
  watch_deadline();
  send();
}

void BotProcess::State::send() {
  if (tap && !outbox.empty()) tap(Overheard::input, outbox);
  if (going_out.empty()) {
    std::swap(going_out, outbox);
  } else {  // earlier text is still unread
    going_out += outbox;
    outbox.clear();
  }
  if (!waits_to_write) write();
}

/// Writes until all is written or the pipe is full; then resumes as soon as there is room.
void BotProcess::State::write() {
  while (written < going_out.size()) {
    const auto count = ::write(input.native_handle(), going_out.data() + written, going_out.size() - written);
    if (count >= 0) {
      written += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN) {
      waits_to_write = true;
      input.async_wait(asio::posix::descriptor_base::wait_write, [self = shared_from_this()](auto error) {
        self->waits_to_write = false;
        if (!error && !self->dismissed) self->write();
      });
      return;
    } else if (errno != EINTR) {
      input_broken = true;
      output.cancel();
      return;
    }
  }
  going_out.clear();
  written = 0;
}

void BotProcess::State::note_read(std::size_t count) {
  read_at = steady_clock::now();
  if (tap) tap(Overheard::output, {lines.space().data(), count});
  lines.filled(count);
  received += count;
  wrote = true;
}

/// Reads available output without waiting; false if there is none, or no more will come.
bool BotProcess::State::read_now() {
  boost::system::error_code error;
  const auto space = lines.space();
  const auto count = output.read_some(asio::buffer(space.data(), space.size()), error);
  if (error) {
    output_closed = output_closed || (error != asio::error::would_block && error != asio::error::try_again);
    return false;
  }
  note_read(count);
  return true;
}

/// Reads once, and waits if necessary. False if nothing came; the reason is in the state. A cancellation ends
/// it, even one from before the call, at the same time as bytes that were no answer.
///
/// The first read that Asio tries, before any wait, also checks for unasked output: the question is sent only
/// if that read finds the pipe empty. So a decision costs four system calls: read, write, epoll_wait, read.
/// That read leaves no trace but its bytes, hence the NUL as a mark (a line that begins with NUL is a fault,
/// asked or not).
asio::awaitable<bool> BotProcess::State::read() {
  if ((co_await asio::this_coro::cancellation_state).cancelled() != asio::cancellation_type::none)
    co_return false;
  const auto read_then_ask = [this](auto handler) {
    const auto space = lines.space();
    space.front() = '\0';
    output.async_read_some(asio::buffer(space.data(), space.size()), std::move(handler));
    if (!asked && space.front() == '\0') ask();
  };
  const auto [error, count] =
      co_await asio::async_initiate<decltype(as_values), void(boost::system::error_code, std::size_t)>(
          read_then_ask, as_values);
  if (!error) note_read(count);
  if (error && error != asio::error::operation_aborted) output_closed = true;
  co_return !error;
}

Input BotProcess::State::verdict(Input::Kind kind, std::string_view text) const {
  const auto now = kind == Input::Kind::line || kind == Input::Kind::not_text ? read_at : steady_clock::now();
  if (!asked) return {.kind = kind, .text = text, .unasked = true};
  return {.kind = kind,
          .text = text,
          .us = duration_cast<microseconds>(now - clock.started()),
          .late = duration_cast<microseconds>(std::max(now - clock.deadline(), nanoseconds{0}))};
}

std::optional<Input> BotProcess::State::line_at_hand() {
  const auto line = lines.next();
  if (received > most_output || (line && line->kind == Line::Kind::too_long)) {
    return verdict(Input::Kind::flood, line ? line->text : std::string_view{});
  }
  if (!line) return std::nullopt;
  if (asked && clock.is_late(read_at)) return verdict(Input::Kind::timed_out);
  return verdict(line->kind == Line::Kind::text ? Input::Kind::line : Input::Kind::not_text, line->text);
}

asio::awaitable<bool> BotProcess::State::wait_for_exit(std::chrono::milliseconds time) {
  deadline_timer.expires_after(time);  // a question, if there was one, does not matter any more
  deadline_timer.async_wait([self = shared_from_this()](auto error) {
    if (!error && !self->dismissed) self->exit.cancel();
  });
  boost::system::error_code error;
  while (!has_exited() && !error) {
    error = std::get<0>(co_await exit.async_wait(asio::posix::descriptor_base::wait_read, as_values));
  }
  deadline_timer.cancel();
  co_return exited;
}

void BotProcess::State::dismiss() {
  if (std::exchange(dismissed, true)) return;
  boost::system::error_code ignored;
  deadline_timer.cancel();
  rest.end();  // it must run in order to end
  unread_at_end = unread() + unread_in_pipe();
  sampler.sample_the_known();
  const bool own_group = has_exited() && has_own_memory_group(pid);
  ended = host.dismiss(pid);
  out_of_memory = exited && ended.reason.empty() && ended_by_kill(ended.status) && !own_group &&
                  processes_killed_for_memory() > killed_for_memory;
  errors->stop();
  if (tap) tap(Overheard::end, ended.reason.empty() ? describe_status(ended.status) : ended.reason);
  input.close(ignored);
  output.close(ignored);
  exit.close(ignored);
}

}  // namespace tribunal
