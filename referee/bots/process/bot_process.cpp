#include "bots/process/bot_process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <sstream>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/this_coro.hpp>

#include "base/try.hpp"
#include "bots/system/process_table.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;
constexpr auto window = 10ms;
constexpr int reads_a_window = 16;

/// The number of bytes at the beginning that are stored.
constexpr std::size_t head_size = 2 << 10;

using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

/// Awaits an operation without a coroutine of its own. An error is returned as a value.
constexpr auto as_values = asio::as_tuple(asio::deferred);

constexpr int deepest = 8;  ///< a sandbox's own processes have a depth of two

std::size_t bytes_in(int pipe) {
  int bytes = 0;
  const bool is_known = ::ioctl(pipe, FIONREAD, &bytes) == 0;
  return is_known && bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
}

/// The state of a process according to /proc.
struct Shown {
  bool runs = false;   ///< running, or waiting for a disk, which counts as running
  bool lives = false;  ///< whether it has not ended
  bool is_bwrap = false;
  pid_t in_sandbox = 0;  ///< pid in the innermost namespace; 0: unknown
};

Shown shown(pid_t pid) {
  Shown found;
  std::istringstream lines{read_proc_file("/proc/" + std::to_string(pid) + "/status")};
  std::string name;
  for (std::string value; lines >> name && std::getline(lines >> std::ws, value);) {
    if (name == "Name:") found.is_bwrap = value == "bwrap";
    if (name == "State:") found.runs = value.starts_with('R') || value.starts_with('D');
    if (name == "State:") found.lives = !value.starts_with('Z') && !value.starts_with('X');
    if (name == "NSpid:") std::istringstream{value.substr(value.rfind('\t') + 1)} >> found.in_sandbox;
  }
  return found;
}

/// Whether no process with children, `pid` or a descendant of it, is running. Such a process may be about to
/// end and leave its child in the background. A wrapper that waits for its child sleeps. Children are checked
/// first: a process that ends wakes its waiting parent before it is gone, so one of them is seen running.
///
/// bwrap is an exception: /proc shows it asleep while it collects the end of its program, and it may be taken
/// off the processor then. It is the first process of its namespace, and its program is the second.
bool is_settled(pid_t pid, int depth = 0) {
  const auto number = std::to_string(pid);
  std::istringstream children{read_proc_file("/proc/" + number + "/task/" + number + "/children")};
  bool has_children = false;
  bool has_program = false;
  for (pid_t child = 0; children >> child; has_children = true) {
    if (depth < deepest && !is_settled(child, depth + 1)) return false;
    const auto its = shown(child);
    has_program = has_program || (its.in_sandbox == 2 && its.lives);
  }
  const auto own = shown(pid);
  const bool has_lost_program = own.is_bwrap && own.in_sandbox == 1 && !has_program;
  return !has_children || (!own.runs && !has_lost_program);
}

}  // namespace

ErrorDrain::ErrorDrain(boost::asio::io_context& context, Descriptor errors, Tap tap)
    : errors_{context, errors.release()}, pause_{context}, tap_{std::move(tap)} {
  errors_.non_blocking(true);
}

/// Waits for bytes before it reads them. A read that is pending when the bot is killed could lose them.
void ErrorDrain::start() {
  errors_.async_wait(boost::asio::posix::descriptor_base::wait_read, [self = shared_from_this()](auto error) {
    if (error || !self->errors_.is_open()) return;
    const auto trouble = self->read_block();
    if (trouble && trouble != boost::asio::error::would_block) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - self->window_start_ > window) {
      self->window_start_ = now;
      self->reads_in_window_ = 0;
    }
    if (++self->reads_in_window_ < reads_a_window) return self->start();
    self->pause_.expires_at(self->window_start_ + window);
    self->pause_.async_wait([self](auto cancelled) {
      if (!cancelled && self->errors_.is_open()) self->start();
    });
  });
}

boost::system::error_code ErrorDrain::read_block() {
  boost::system::error_code error;
  const auto count = errors_.read_some(boost::asio::buffer(block_), error);
  if (tap_ && count > 0) tap_(Overheard::errors, {block_.data(), count});
  total_ += count;
  const auto before =
      std::min<std::uint64_t>(count, total_at_question_ - std::min(total_at_question_, total_ - count));
  const auto about = std::string_view{block_.data(), count}.substr(before);
  head_.append(about.substr(0, head_size - head_.size()));
  tail_.append(block_.data(), count);
  if (tail_.size() > 2 * error_tail_size) tail_.erase(0, tail_.size() - error_tail_size);
  return error;
}

void ErrorDrain::stop() {
  if (!errors_.is_open()) return;
  errors_.cancel();
  pause_.cancel();
  constexpr std::size_t pipe_size = 64 << 10;
  for (const auto before = total_; total_ - before < pipe_size && !read_block();) {
  }
  boost::system::error_code ignored;
  errors_.close(ignored);
}

/// Bytes that are in the pipe now are older than the question. A bot that writes nothing costs no system
/// call.
void ErrorDrain::question_begins() {
  int waiting = 0;
  if (total_ != total_at_question_) ::ioctl(errors_.native_handle(), FIONREAD, &waiting);
  head_.clear();
  total_at_question_ = total_ + static_cast<std::uint64_t>(waiting);
}

std::string ErrorDrain::text() const {
  if (total_ <= error_tail_size) return tail_;
  std::string text;
  if (total_ > total_at_question_ + error_tail_size) text = head_.substr(0, head_.rfind('\n') + 1);
  text += left_out_mark;
  const auto room = error_tail_size - text.size();
  const auto rest = std::string_view{tail_}.substr(tail_.size() - std::min(tail_.size(), room));
  const auto line_end = rest.find('\n');
  const bool ends_with_a_line = line_end < rest.size() - 1;
  return text.append(ends_with_a_line ? rest.substr(line_end) : rest);
}

Result<RunningBot> BotProcess::launch(asio::io_context& context, Host& host, const Command& command,
                                      const Sandbox& sandbox, Tap tap) {
  auto launched = TRY(host.launch(command, sandbox));
  const pid_t pid = launched.pid;
  try {
    auto bot = std::make_shared<BotProcess>(context, host, std::move(launched), std::move(tap));
    bot->watch_exit();
    bot->errors_->start();
    auto* const process = bot.get();
    return RunningBot{process, KillAtEnd{std::move(bot)}};
  } catch (const boost::system::system_error& trouble) {
    host.dismiss(pid);
    return failure(ErrorCode::machine, "cannot watch a process: " + trouble.code().message());
  }
}

BotProcess::BotProcess(asio::io_context& context, Host& host, Launched launched, Tap tap)
    : host_{host},
      tap_{std::move(tap)},
      pid_{launched.pid},
      input_{context, launched.input.release()},
      output_{context, launched.output.release()},
      exit_{context, launched.exit.release()},
      deadline_timer_{context},
      errors_{std::make_shared<ErrorDrain>(context, std::move(launched.errors), tap_)},
      sampler_{launched.pid, std::move(launched.controls.cpu_time)},
      clock_{sampler_.meter()},
      rest_{std::move(launched.controls.idle), sampler_.meter()} {
  input_.non_blocking(true);
  output_.non_blocking(true);
}

void BotProcess::open_question(microseconds allowance, std::optional<microseconds> cpu) {
  asked_ = false;
  out_of_time_ = false;
  received_ = lay_there_ = 0;
  clock_.allow(allowance, cpu);
}

void BotProcess::close_question() {
  if (!dismissed_) rest_.begin(!out_of_time_);
}

microseconds BotProcess::cpu_used() { return asked_ ? clock_.cpu_used() : 0us; }

microseconds BotProcess::wrapper_cpu() const { return duration_cast<microseconds>(wrapper_time(pid_)); }

Usage BotProcess::usage() {
  if (!dismissed_) sampler_.sample();
  return sampler_.latest();
}

asio::awaitable<Input> BotProcess::listen() {
  while (true) {
    if (const auto input = line_at_hand()) co_return *input;
    const bool may_have_come = clock_.is_by_wall() || lay_there_ > 0;  // it may have arrived during the check
    if (out_of_time_ && may_have_come && read_now()) continue;
    if (out_of_time_) co_return verdict(Input::Kind::timed_out);
    if (!is_gone()) {
      const bool came = co_await read();
      if (came || out_of_time_) continue;
      if (!is_gone()) co_return verdict(Input::Kind::interrupted);
    }
    if (!read_now()) co_return verdict(Input::Kind::ended);  // its last output has been read
  }
}

asio::awaitable<void> BotProcess::settle() {
  asio::steady_timer timer{output_.get_executor()};
  for (int pauses = 0; pauses < 1000 && !is_settled(pid_); ++pauses) {
    timer.expires_after(1ms);
    if (std::get<0>(co_await timer.async_wait(as_values))) break;
  }
  (void)has_exited();  // processes that it left behind may answer quickly
  asked_ = false;
  clock_ = QuestionClock{sampler_.meter()};
}

asio::awaitable<void> BotProcess::read_all(std::size_t posted) {
  asio::steady_timer timer{output_.get_executor()};
  for (int pauses = 0; pauses < 1000 && unread() > posted && !has_exited(); ++pauses) {
    timer.expires_after(1ms);
    if (std::get<0>(co_await timer.async_wait(as_values))) break;
  }
}

asio::awaitable<bool> BotProcess::has_left_another() {
  if (!has_exited()) co_return false;
  asio::steady_timer timer{output_.get_executor()};
  for (int pauses = 0; pauses < 100 && !output_closed_; ++pauses) {
    if (read_now()) continue;
    timer.expires_after(1ms);
    if (std::get<0>(co_await timer.async_wait(as_values))) break;
  }
  co_return !output_closed_;
}

void BotProcess::send_now() {
  if (!dismissed_) send();
}

void BotProcess::end_input() {
  boost::system::error_code ignored;
  input_.close(ignored);
}

bool BotProcess::forget_output() {
  received_ = 0;
  lines_.forget();
  while (received_ <= most_output && read_now()) lines_.forget();
  return running() && received_ <= most_output && unsent() <= most_output;
}

asio::awaitable<bool> BotProcess::end(Grace grace, Farewell farewell) {
  if (dismissed_) co_return false;
  rest_.end();
  if (farewell == Farewell::quit) post("quit\n");
  send();
  boost::system::error_code ignored;
  if (going_out_.empty()) input_.close(ignored);  // the end of its input repeats the request
  exit_.cancel();                                 // `wait_for_exit` waits for it from now on
  const bool left = co_await wait_for_exit(grace.quit);
  if (!left) {
    ::kill(-pid_, SIGTERM);
    co_await wait_for_exit(grace.terminate);
  }
  kill();
  co_return left;
}

std::size_t BotProcess::unread() const { return dismissed_ ? unread_at_end_ : unsent() + unread_in_pipe(); }

bool BotProcess::has_read_question() const { return asked_ && unread_at_end_ < question_size_; }

/// Until the bot runs, stderr has only the output of the sandbox's own programs.
std::string BotProcess::sandbox_trouble() const {
  if (!dismissed_ || ended_.ran || wrote_) return {};
  const auto said = error_tail();
  if (said.contains("execvp")) return {};
  return said.empty() ? describe_status(ended_.status) : said.substr(0, said.find('\n'));
}

bool BotProcess::left_in_order() const {
  return ended_.reason.empty() && WIFEXITED(ended_.status) && WEXITSTATUS(ended_.status) == 0;
}

bool BotProcess::was_killed() const {
  const auto status = ended_.status;
  return ended_.reason.empty() && WIFSIGNALED(status) && (exited_ || WTERMSIG(status) != SIGKILL);
}

std::string BotProcess::ending() const {
  if (!ended_.reason.empty()) return ended_.reason;
  const bool killed_by_us = WIFSIGNALED(ended_.status) && !was_killed();
  return killed_by_us ? "closed its input or its output" : describe_status(ended_.status);
}

// Operations on the pipes and the timer.

/// Asks the kernel, because a wait of Asio may end without a reason.
bool BotProcess::has_exited() {
  exited_ = exited_ || has_ended(pid_);
  return exited_;
}

void BotProcess::watch_exit() {
  exit_.async_wait(asio::posix::descriptor_base::wait_read, [self = shared_from_this()](auto error) {
    if (error || self->dismissed_) return;
    if (!self->has_exited()) return self->watch_exit();
    self->output_.cancel();
  });
}

/// One timer serves all questions. It is not restarted while questions are answered. When it expires, it
/// checks the current deadline.
void BotProcess::watch_deadline() {
  if (timer_runs_ && deadline_timer_.expiry() <= clock_.next_check()) return;
  timer_runs_ = true;
  deadline_timer_.expires_at(clock_.next_check());
  deadline_timer_.async_wait([self = shared_from_this()](auto error) {
    if (error || self->dismissed_) return;
    self->timer_runs_ = false;
    if (!self->asked_) return;
    self->lay_there_ = bytes_in(self->output_.native_handle());
    if (!self->clock_.is_over()) return self->watch_deadline();
    self->out_of_time_ = true;
    self->output_.cancel();
  });
}

std::size_t BotProcess::unread_in_pipe() const {
  return bytes_in(const_cast<BotProcess*>(this)->input_.native_handle());
}

void BotProcess::ask() {
  asked_ = true;
  question_size_ = outbox_.size();
  rest_.end();
  errors_->question_begins();
  clock_.start();
  watch_deadline();
  send();
}

void BotProcess::send() {
  if (tap_ && !outbox_.empty()) tap_(Overheard::input, outbox_);
  if (going_out_.empty()) {
    std::swap(going_out_, outbox_);
  } else {  // earlier text is still unread
    going_out_ += outbox_;
    outbox_.clear();
  }
  if (!waits_to_write_) write();
}

/// Writes until everything is written or the pipe is full. In that case it continues as soon as there is
/// room.
void BotProcess::write() {
  while (written_ < going_out_.size()) {
    const auto count =
        ::write(input_.native_handle(), going_out_.data() + written_, going_out_.size() - written_);
    if (count >= 0) {
      written_ += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN) {
      waits_to_write_ = true;
      input_.async_wait(asio::posix::descriptor_base::wait_write, [self = shared_from_this()](auto error) {
        self->waits_to_write_ = false;
        if (!error && !self->dismissed_) self->write();
      });
      return;
    } else if (errno != EINTR) {
      input_broken_ = true;
      output_.cancel();
      return;
    }
  }
  going_out_.clear();
  written_ = 0;
}

void BotProcess::note_read(std::size_t count) {
  read_at_ = steady_clock::now();
  if (tap_) tap_(Overheard::output, {lines_.space().data(), count});
  lines_.filled(count);
  read_what_lay_there_ = lay_there_ > 0;
  lay_there_ -= std::min(lay_there_, count);
  received_ += count;
  wrote_ = true;
}

/// Reads available output without waiting. False if there is none, or if no more will come.
bool BotProcess::read_now() {
  boost::system::error_code error;
  const auto space = lines_.space();
  const auto count = output_.read_some(asio::buffer(space.data(), space.size()), error);
  if (error) {
    output_closed_ = output_closed_ || (error != asio::error::would_block && error != asio::error::try_again);
    return false;
  }
  note_read(count);
  return true;
}

/// Reads once, and waits if necessary. False if nothing arrived; the reason is in the state. A cancellation
/// ends it, even one from before the call or one that arrives together with bytes that are not an answer.
///
/// Before any wait, Asio tries a first read, which also checks for unasked output: the question is sent only
/// if that read finds the pipe empty. Thus a decision takes four system calls: read, write, epoll_wait, read.
/// The first read leaves no trace except its bytes, so a NUL serves as a mark (a line that begins with NUL is
/// a fault, asked or unasked).
asio::awaitable<bool> BotProcess::read() {
  if ((co_await asio::this_coro::cancellation_state).cancelled() != asio::cancellation_type::none)
    co_return false;
  const auto read_then_ask = [this](auto handler) {
    const auto space = lines_.space();
    space.front() = '\0';
    output_.async_read_some(asio::buffer(space.data(), space.size()), std::move(handler));
    if (!asked_ && space.front() == '\0') ask();
  };
  const auto [error, count] =
      co_await asio::async_initiate<decltype(as_values), void(boost::system::error_code, std::size_t)>(
          read_then_ask, as_values);
  if (!error) note_read(count);
  if (error && error != asio::error::operation_aborted) output_closed_ = true;
  co_return !error;
}

Input BotProcess::verdict(Input::Kind kind, std::string_view text) const {
  const auto now =
      kind == Input::Kind::line || kind == Input::Kind::not_text ? read_at_ : steady_clock::now();
  if (!asked_) return {.kind = kind, .text = text, .unasked = true};
  return {.kind = kind,
          .text = text,
          .us = duration_cast<microseconds>(now - clock_.started()),
          .late = duration_cast<microseconds>(std::max(now - clock_.deadline(), nanoseconds{0}))};
}

std::optional<Input> BotProcess::line_at_hand() {
  const auto line = lines_.next();
  if (received_ > most_output || (line && line->kind == Line::Kind::too_long)) {
    return verdict(Input::Kind::flood, line ? line->text : std::string_view{});
  }
  if (!line) return std::nullopt;
  if (asked_ && clock_.is_late(read_at_, read_what_lay_there_)) return verdict(Input::Kind::timed_out);
  return verdict(line->kind == Line::Kind::text ? Input::Kind::line : Input::Kind::not_text, line->text);
}

/// The timer belongs to this wait only, and the loop checks the clock whenever it wakes for any reason.
/// Therefore neither a wait that ended at the same moment nor a late handler can make it wait longer.
asio::awaitable<bool> BotProcess::wait_for_exit(std::chrono::milliseconds time) {
  const auto until = steady_clock::now() + time;
  asio::steady_timer timer{exit_.get_executor(), until};
  timer.async_wait([self = shared_from_this()](auto error) {
    if (!error && !self->dismissed_) self->exit_.cancel();
  });
  while (!has_exited() && steady_clock::now() < until)
    co_await exit_.async_wait(asio::posix::descriptor_base::wait_read, as_values);
  co_return exited_;
}

void BotProcess::kill() {
  if (std::exchange(dismissed_, true)) return;
  boost::system::error_code ignored;
  deadline_timer_.cancel();
  rest_.end();  // it must run in order to end
  unread_at_end_ = unsent() + unread_in_pipe();
  sampler_.sample_the_known();
  const bool own_group = has_exited() && has_own_memory_group(pid_);
  ended_ = host_.dismiss(pid_);
  out_of_memory_ = exited_ && ended_.reason.empty() && ended_by_kill(ended_.status) && !own_group &&
                   processes_killed_for_memory() > killed_for_memory_;
  errors_->stop();
  if (tap_) tap_(Overheard::end, ended_.reason.empty() ? describe_status(ended_.status) : ended_.reason);
  input_.close(ignored);
  output_.close(ignored);
  exit_.close(ignored);
}

}  // namespace tribunal
