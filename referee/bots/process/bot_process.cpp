#include "bots/process/bot_process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>

#include "bots/accounting/out_of_memory.hpp"
#include "bots/accounting/question_clock.hpp"
#include "bots/accounting/rest.hpp"
#include "bots/accounting/usage_sampler.hpp"
#include "bots/process/error_drain.hpp"
#include "bots/process/settled.hpp"
#include "bots/system/lines.hpp"
#include "bots/system/wait_status.hpp"

namespace tribunal {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

/// Awaited as it is, without a coroutine of its own, and an error is a value.
constexpr auto as_values = asio::as_tuple(asio::deferred);

}  // namespace

/// Shared with the handlers of what is under way, which may come when the bot is gone.
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

  /// Nothing more can be asked of it, though its last words may still be in the pipe.
  [[nodiscard]] bool is_gone() const { return exited || output_closed || input_broken; }
  [[nodiscard]] bool has_exited();
  /// Bytes that it was sent and has not taken yet.
  [[nodiscard]] std::size_t unread() const { return going_out.size() - written + outbox.size(); }
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
  std::string outbox;  ///< goes out with the next question
  std::string going_out;
  std::size_t written = 0;   ///< bytes of what is going out
  std::size_t received = 0;  ///< bytes since the question was opened
  steady_clock::time_point read_at;
  Dismissal ended;     ///< once dismissed
  bool asked = false;  ///< the question went out
  bool timer_runs = false;
  bool out_of_time = false;
  bool waits_to_write = false;
  bool input_broken = false;  ///< nobody can read what we write
  bool exited = false;
  bool output_closed = false;
  bool dismissed = false;
  bool wrote = false;
  bool out_of_memory = false;  ///< the system's, it seems, and it was killed for it
};

/// Asks the kernel: a wait of Asio's may end without a reason.
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

/// One timer serves all questions: it is left alone while questions are answered, and looks at the deadline
/// that holds when it goes off.
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

void BotProcess::State::ask() {
  asked = true;
  rest.end();
  clock.start();
  watch_deadline();
  send();
}

void BotProcess::State::send() {
  if (tap && !outbox.empty()) tap(Overheard::input, outbox);
  if (going_out.empty()) {
    std::swap(going_out, outbox);
  } else {  // it is slow to read what it was sent before
    going_out += outbox;
    outbox.clear();
  }
  if (!waits_to_write) write();
}

/// Writes until all is written or the pipe is full; then goes on as soon as there is room.
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

/// Reads what is there without waiting; false if there is nothing, or nothing more to come.
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

/// Reads once, waiting if need be; false if nothing came, and why is in the state. A cancellation ends it,
/// also one that came before it: at the same moment as bytes that were no answer.
///
/// The first read that Asio tries, before anything is waited for, is also the look for what came unasked:
/// only if it finds the pipe empty does the question go out. So a decision costs four system calls: read,
/// write, epoll_wait, read. That read leaves no trace but its bytes, hence the NUL as a mark (a line that
/// begins with NUL is at fault, asked or not).
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
  deadline_timer.expires_after(time);  // its question, if there was one, is of no interest any more
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
  rest.end();  // it has to run in order to end
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

std::expected<BotProcess, LaunchFailure> BotProcess::launch(asio::io_context& context, Host& host,
                                                            const Command& command, const Sandbox& sandbox,
                                                            Tap tap) {
  auto launched = host.launch(command, sandbox);
  if (!launched) return std::unexpected{std::move(launched.error())};
  const pid_t pid = launched->pid;
  try {
    auto state = std::make_shared<State>(context, host, std::move(*launched), std::move(tap));
    state->watch_exit();
    state->errors->start();
    return BotProcess{std::move(state)};
  } catch (const boost::system::system_error& trouble) {
    host.dismiss(pid);
    return std::unexpected{LaunchFailure{"cannot watch a process: " + trouble.code().message(), true}};
  }
}

BotProcess::BotProcess(std::shared_ptr<State> state) : state_{std::move(state)} {}
BotProcess::BotProcess(BotProcess&&) noexcept = default;

BotProcess& BotProcess::operator=(BotProcess&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

BotProcess::~BotProcess() {
  if (state_) kill();
}

void BotProcess::post(std::string_view text) { state_->outbox += text; }
std::string& BotProcess::outbox() { return state_->outbox; }

void BotProcess::open_question(microseconds allowance, std::optional<microseconds> cpu) {
  state_->asked = false;
  state_->out_of_time = false;
  state_->received = 0;
  state_->clock.allow(allowance, cpu);
}

void BotProcess::close_question() {
  if (!state_->dismissed) state_->rest.begin(!state_->out_of_time);
}

microseconds BotProcess::cpu_used() { return state_->asked ? state_->clock.cpu_used() : 0us; }

Usage BotProcess::usage() {
  if (!state_->dismissed) state_->sampler.sample();
  return state_->sampler.latest();
}

asio::awaitable<Input> BotProcess::listen() {
  auto& state = *state_;
  while (true) {
    if (const auto input = state.line_at_hand()) co_return *input;
    if (state.out_of_time) co_return state.verdict(Input::Kind::timed_out);
    if (!state.is_gone()) {
      if (co_await state.read()) continue;
      if (state.out_of_time) co_return state.verdict(Input::Kind::timed_out);
      if (!state.is_gone()) co_return state.verdict(Input::Kind::interrupted);
    }
    if (!state.read_now()) co_return state.verdict(Input::Kind::ended);  // its last words are heard
  }
}

asio::awaitable<void> BotProcess::settle() {
  co_await until_settled(state_->pid, state_->output.get_executor());
  (void)state_->has_exited();  // what it left behind may be quick to answer
}

asio::awaitable<bool> BotProcess::has_left_another() {
  auto& state = *state_;
  if (!state.has_exited()) co_return false;
  asio::steady_timer timer{state.output.get_executor()};
  for (int pauses = 0; pauses < 100 && !state.output_closed; ++pauses) {
    if (state.read_now()) continue;
    timer.expires_after(1ms);
    if (std::get<0>(co_await timer.async_wait(as_values))) break;
  }
  co_return !state.output_closed;
}

void BotProcess::send_now() {
  if (!state_->dismissed) state_->send();
}

bool BotProcess::forget_output() {
  state_->received = 0;
  state_->lines.forget();
  while (state_->received <= most_output && state_->read_now()) state_->lines.forget();
  return running() && state_->received <= most_output && state_->unread() <= most_output;
}

asio::awaitable<bool> BotProcess::end(Grace grace, Farewell farewell) {
  auto& state = *state_;
  if (state.dismissed) co_return false;
  state.rest.end();
  if (farewell == Farewell::quit) post("quit\n");
  state.send();
  boost::system::error_code ignored;
  if (state.going_out.empty()) state.input.close(ignored);  // the end of its input says it once more
  state.exit.cancel();                                      // from here on it is waited for
  const bool left = co_await state.wait_for_exit(grace.quit);
  if (!left) {
    ::kill(-state.pid, SIGTERM);
    co_await state.wait_for_exit(grace.terminate);
  }
  state.dismiss();
  co_return left;
}

void BotProcess::kill() { state_->dismiss(); }

bool BotProcess::running() const { return !state_->dismissed && !state_->is_gone(); }

pid_t BotProcess::pid() const { return state_->pid; }
bool BotProcess::ever_wrote() const { return state_->wrote; }
std::string_view BotProcess::unfinished_line() const { return state_->lines.unfinished(); }
bool BotProcess::reads_nothing() const { return state_->waits_to_write; }
const std::string& BotProcess::error_tail() const { return state_->errors->tail(); }

std::uint64_t BotProcess::error_bytes() const { return state_->errors->total(); }

/// Until the bot runs, whatever comes on stderr are words of the sandbox's own programs.
std::string BotProcess::sandbox_trouble() const {
  if (!state_->dismissed || state_->ended.ran || state_->wrote) return {};
  const auto& said = error_tail();
  if (said.contains("execvp")) return {};
  return said.empty() ? describe_status(state_->ended.status) : said.substr(0, said.find('\n'));
}

bool BotProcess::left_in_order() const {
  const auto& ended = state_->ended;
  return state_->exited && ended.reason.empty() && WIFEXITED(ended.status) && WEXITSTATUS(ended.status) == 0;
}

bool BotProcess::may_be_out_of_memory() const { return state_->out_of_memory; }

std::string BotProcess::ending() const {
  const auto status = state_->ended.status;
  const auto& reason = state_->ended.reason;
  if (!reason.empty()) return reason;
  const bool killed_by_us = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !state_->exited;
  return killed_by_us ? "closed its input or its output" : describe_status(status);
}

}  // namespace tribunal
