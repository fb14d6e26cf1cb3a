#include "bots/process/bot_process.hpp"

#include <csignal>
#include <sys/wait.h>
#include <tuple>
#include <utility>

#include "bots/meter/wrapper_time.hpp"
#include "bots/process/bot_state.hpp"
#include "bots/process/settled.hpp"
#include "bots/system/wait_status.hpp"

namespace tribunal {
namespace {

using std::chrono::microseconds;
using namespace std::chrono_literals;

}  // namespace

Result<BotProcess> BotProcess::launch(asio::io_context& context, Host& host, const Command& command,
                                      const Sandbox& sandbox, Tap tap) {
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
    return std::unexpected{Error{ErrorCode::machine, "cannot watch a process: " + trouble.code().message()}};
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

microseconds BotProcess::wrapper_cpu() const {
  return std::chrono::duration_cast<microseconds>(wrapper_time(state_->pid));
}

const ProcessorShare& BotProcess::share() const { return state_->clock.share(); }

Usage BotProcess::usage() {
  if (!state_->dismissed) state_->sampler.sample();
  return state_->sampler.latest();
}

asio::awaitable<Input> BotProcess::listen() {
  auto& state = *state_;
  while (true) {
    if (const auto input = state.line_at_hand()) co_return *input;
    if (state.out_of_time && state.clock.is_by_wall() && state.read_now())
      continue;  // it came during the look
    if (state.out_of_time) co_return state.verdict(Input::Kind::timed_out);
    if (!state.is_gone()) {
      const bool came = co_await state.read();
      if (came || state.out_of_time) continue;
      if (!state.is_gone()) co_return state.verdict(Input::Kind::interrupted);
    }
    if (!state.read_now()) co_return state.verdict(Input::Kind::ended);  // its last output has been read
  }
}

asio::awaitable<void> BotProcess::settle() {
  co_await until_settled(state_->pid, state_->output.get_executor());
  (void)state_->has_exited();  // processes that it left behind may answer quickly
  state_->asked = false;
  state_->clock = QuestionClock{state_->sampler.meter()};
}

asio::awaitable<void> BotProcess::read_all(std::size_t posted) {
  auto& state = *state_;
  asio::steady_timer timer{state.output.get_executor()};
  for (int pauses = 0; pauses < 1000 && unread() > posted && !state.has_exited(); ++pauses) {
    timer.expires_after(1ms);
    if (std::get<0>(co_await timer.async_wait(as_values))) break;
  }
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

void BotProcess::end_input() {
  boost::system::error_code ignored;
  state_->input.close(ignored);
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
  if (state.going_out.empty()) state.input.close(ignored);  // the end of its input repeats the request
  state.exit.cancel();                                      // `wait_for_exit` waits for it from here on
  const bool left = co_await state.wait_for_exit(grace.quit);
  if (!left) {
    ::kill(-state.pid, SIGTERM);
    co_await state.wait_for_exit(grace.terminate);
  }
  state.dismiss();
  co_return left;
}

void BotProcess::kill() { state_->dismiss(); }

std::size_t BotProcess::unread() const {
  return state_->dismissed ? state_->unread_at_end : state_->unread() + state_->unread_in_pipe();
}

bool BotProcess::has_read_question() const {
  return state_->asked && state_->unread_at_end < state_->question_size;
}

bool BotProcess::is_dismissed() const { return state_->dismissed; }
bool BotProcess::running() const { return !state_->dismissed && !state_->is_gone(); }

pid_t BotProcess::pid() const { return state_->pid; }
bool BotProcess::ever_wrote() const { return state_->wrote; }
std::string_view BotProcess::unfinished_line() const { return state_->lines.unfinished(); }
bool BotProcess::reads_nothing() const { return state_->waits_to_write; }
const std::string& BotProcess::error_tail() const { return state_->errors->tail(); }

std::uint64_t BotProcess::error_bytes() const { return state_->errors->total(); }

/// Until the bot runs, stderr has only the output of the sandbox's own programs.
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
