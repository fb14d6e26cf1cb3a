#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "bots/meter/question_clock.hpp"
#include "bots/meter/usage.hpp"
#include "bots/process/grace.hpp"
#include "bots/process/host.hpp"
#include "bots/process/tap.hpp"
#include "bots/system/lines.hpp"

namespace tribunal {

/// Bytes that are stored of the end of a bot's stderr.
inline constexpr std::size_t error_tail_size = 8 << 10;

/// Reads a bot's stderr as long as it lives and stores the end of it, and the beginning of what it wrote
/// since its last question: the first line of a long stack trace says what happened. It reads no faster than
/// about 25 MB/s, so that a bot that never stops writing waits for its own pipe and takes no time from the
/// referee.
class ErrorDrain : public std::enable_shared_from_this<ErrorDrain> {
 public:
  /// `tap`, if there is one, gets the bytes that are read.
  ErrorDrain(boost::asio::io_context& context, Descriptor errors, Tap tap);
  void start();
  /// Reads the rest in the pipe, up to a pipe's size, and stops.
  void stop();
  /// Call it with each question: what is written from now on is about that.
  void question_begins();
  /// At most `error_tail_size` bytes: all, or what is stored of it, with `left_out_mark` for the rest.
  [[nodiscard]] std::string text() const;
  /// Bytes read so far.
  [[nodiscard]] std::uint64_t total() const { return total_; }

 private:
  using Time = std::chrono::steady_clock::time_point;

  [[nodiscard]] boost::system::error_code read_block();

  boost::asio::posix::stream_descriptor errors_;
  boost::asio::steady_timer pause_;
  Tap tap_;
  std::array<char, 16 << 10> block_{};
  std::string head_;  ///< first bytes read since the question began
  std::string tail_;
  std::uint64_t total_at_question_ = 0;
  std::uint64_t total_ = 0;
  Time window_start_{};
  int reads_in_window_ = 0;
};

namespace asio = boost::asio;

/// Bytes that a bot may write in response to a question, or unasked; more is a flood.
inline constexpr std::size_t most_output = 1 << 20;

/// The outcome of listening to a bot.
struct Input {
  enum class Kind : std::uint8_t {
    line,         ///< a line of text
    not_text,     ///< a line with a NUL byte or that is no UTF-8
    flood,        ///< a line that is too long, or too much output
    ended,        ///< the process has ended or closed its output
    timed_out,    ///< no line by the deadline
    interrupted,  ///< the caller was cancelled
  };
  Kind kind = Kind::line;
  std::string_view text;             ///< text of a line; valid until the next `listen`
  bool unasked = false;              ///< it came before the question was sent
  std::chrono::microseconds us{};    ///< since just before the question was sent; 0 if unasked
  std::chrono::microseconds late{};  ///< timed out: the delay after the deadline until that was noticed
};

class BotProcess;

/// Kills the process at once, if it was not ended before. Handlers of pending operations, which may run
/// later, keep its object alive.
struct KillAtEnd {
  std::shared_ptr<BotProcess> shared;
  void operator()(BotProcess* bot);
};
using RunningBot = std::unique_ptr<BotProcess, KillAtEnd>;

/// A running bot: a process that reads and writes lines, whose meaning is unknown here. It belongs to the
/// thread that runs `context`, and dies with it. Its stderr is drained, at a limited rate, and the end is
/// stored. One question is open at a time:
///     bot.post("ask 12 1000 play:9c\n"); bot.open_question(1s); const auto input = co_await bot.listen();
class BotProcess : public std::enable_shared_from_this<BotProcess> {
 public:
  [[nodiscard]] static Result<RunningBot> launch(asio::io_context& context, Host& host,
                                                 const Command& command, const Sandbox& sandbox,
                                                 Tap tap = {});
  /// For `launch`, which also starts to watch the process.
  BotProcess(asio::io_context& context, Host& host, Launched launched, Tap tap);

  /// Adds to the text that is sent with the next question.
  void post(std::string_view text) { outbox_ += text; }
  /// The text that is sent with the next question; callers may add to it.
  [[nodiscard]] std::string& outbox() { return outbox_; }
  /// Opens a question with the time limit `allowance`, from just before it is written until an answer was
  /// read. With `cpu` it also times out soon after the bot's processes have used that much CPU time since.
  void open_question(std::chrono::microseconds allowance,
                     std::optional<std::chrono::microseconds> cpu = std::nullopt);
  /// Closes the question. Until the next one, a bot that has a control group and computes anyway gets only
  /// CPU time that no one else needs.
  void close_question();
  /// CPU time that the bot's processes have used since the question was sent; only for a question with a
  /// limit on it.
  [[nodiscard]] std::chrono::microseconds cpu_used();
  /// The part of it that the sandbox's own processes have used, as far as it can be trusted (`wrapper_time`).
  [[nodiscard]] std::chrono::microseconds wrapper_cpu() const;
  /// The bot's share of a processor while the time of its question ran out (`QuestionClock::share`).
  [[nodiscard]] const ProcessorShare& share() const { return clock_.share(); }
  /// The next line. A line that came before the question is unasked, and is read before the question is sent.
  [[nodiscard]] asio::awaitable<Input> listen();
  /// Waits, a second at most, while the bot may be about to go into the background: otherwise it would be a
  /// matter of chance whether it answers before it is gone. Closes the start's question and its clock, so
  /// that processes which the start creates do not disturb the questions of games.
  [[nodiscard]] asio::awaitable<void> settle();
  /// True if the process that was launched has ended, and another that it has left behind holds its output.
  /// Takes a tenth of a second to be sure, since a sandbox does not end at once; returns at once if the
  /// process has not ended.
  [[nodiscard]] asio::awaitable<bool> has_left_another();
  /// Writes the posted text as far as the pipe takes it, without waiting.
  void send_now();
  /// Bytes that it was sent and has not read, including those still to be written. After its end or kill:
  /// those unread at that time.
  [[nodiscard]] std::size_t unread() const;
  /// Call it after the bot's end or kill: true if it had read any of the bytes sent with its last question.
  [[nodiscard]] bool has_read_question() const;
  /// Waits, a second at most, until it has read all but the last `posted` bytes that it was sent, or has
  /// ended.
  [[nodiscard]] asio::awaitable<void> read_all(std::size_t posted);
  /// Closes its input, even if some of it is unread.
  void end_input();
  /// Reads and drops the output so far. False if that was a flood, if the bot has ended, or if it has left
  /// more than `most_output` of its input unread: a bot that never reads must not fill the referee's memory.
  [[nodiscard]] bool forget_output();

  /// Ends the bot: `farewell`, then SIGTERM, then SIGKILL to the group, with the pauses of `grace`; returns
  /// when no process is left. True if it exited by itself, without a signal.
  asio::awaitable<bool> end(Grace grace = {}, Farewell farewell = Farewell::quit);
  /// Sends SIGKILL to the group; returns when no process is left.
  void kill();

  /// The usage of its processes. CPU time is current; the rest, and the list of processes, is that of the
  /// last sample.
  [[nodiscard]] Usage usage();

  [[nodiscard]] bool running() const { return !dismissed_ && !is_gone(); }
  /// True if this program has ended or killed it, or has cleaned up after its end.
  [[nodiscard]] bool is_dismissed() const { return dismissed_; }
  [[nodiscard]] pid_t pid() const { return pid_; }
  /// True if it ever wrote a byte.
  [[nodiscard]] bool ever_wrote() const { return wrote_; }
  /// The beginning of a line whose end has not come; valid until the next `listen`.
  [[nodiscard]] std::string_view unfinished_line() const { return lines_.unfinished(); }
  /// True if it does not read its input: its pipe is full.
  [[nodiscard]] bool reads_nothing() const { return waits_to_write_; }
  /// The end of its stderr, at most 8 KiB; of a longer one also the beginning since the last question.
  [[nodiscard]] std::string error_tail() const { return errors_->text(); }
  /// The number of bytes of its stderr that were read so far.
  [[nodiscard]] std::uint64_t error_bytes() const { return errors_->total(); }
  /// The reason for its end, after its end or kill: `exited with 3`, `was killed by signal 11 (Segmentation
  /// fault)` or, if this program killed it, `closed its input or its output`; or the limit for which its
  /// sandbox killed it.
  [[nodiscard]] std::string ending() const;
  /// True if it had ended by itself, with exit code 0; known after its end or kill.
  [[nodiscard]] bool left_in_order() const;
  /// True if a signal ended it, of neither this program nor its sandbox; known after its end or kill.
  [[nodiscard]] bool was_killed() const;
  /// The message of its sandbox, if that ended before the bot ran in it, and not because the bot's program
  /// cannot be run; else empty. Known after its end or kill.
  [[nodiscard]] std::string sandbox_trouble() const;
  /// True if it was killed by SIGKILL, not by this program, and the system has killed processes for lack of
  /// memory since its launch, other than by a limit of its own control group.
  [[nodiscard]] bool may_be_out_of_memory() const { return out_of_memory_; }

 private:
  /// True if it cannot be asked again, though its last output may still be in the pipe.
  [[nodiscard]] bool is_gone() const { return exited_ || output_closed_ || input_broken_; }
  [[nodiscard]] bool has_exited();
  /// Bytes for the bot that are not yet written to the pipe.
  [[nodiscard]] std::size_t unsent() const { return going_out_.size() - written_ + outbox_.size(); }
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

  Host& host_;
  Tap tap_;
  pid_t pid_;
  asio::posix::stream_descriptor input_;
  asio::posix::stream_descriptor output_;
  asio::posix::stream_descriptor exit_;
  asio::steady_timer deadline_timer_;
  std::shared_ptr<ErrorDrain> errors_;
  std::int64_t killed_for_memory_ = processes_killed_for_memory();  ///< count at its launch
  UsageSampler sampler_;
  QuestionClock clock_;
  Rest rest_;

  LineBuffer lines_;
  std::string outbox_;  ///< sent with the next question
  std::string going_out_;
  std::size_t written_ = 0;    ///< bytes of `going_out_` that are written
  std::size_t lay_there_ = 0;  ///< bytes of its output that were there at the last look, and are not read yet
  std::size_t received_ = 0;   ///< bytes since the question was opened
  std::size_t question_size_ = 0;  ///< bytes sent with the last question
  std::size_t unread_at_end_ = 0;  ///< bytes that it had not read when it was dismissed
  std::chrono::steady_clock::time_point read_at_;
  Dismissal ended_;     ///< once dismissed
  bool asked_ = false;  ///< the question was sent
  bool timer_runs_ = false;
  bool read_what_lay_there_ = false;  ///< whether the last read took all that lay there
  bool out_of_time_ = false;
  bool waits_to_write_ = false;
  bool input_broken_ = false;  ///< no process can read the input any more
  bool exited_ = false;
  bool output_closed_ = false;
  bool dismissed_ = false;
  bool wrote_ = false;
  bool out_of_memory_ = false;  ///< it was killed, most likely since the system was out of memory
};

inline void KillAtEnd::operator()(BotProcess* bot) {
  bot->kill();
  shared.reset();
}

}  // namespace tribunal
