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

/// The number of bytes at the end of a bot's stderr that are stored.
inline constexpr std::size_t error_tail_size = 8 << 10;

/// Reads a bot's stderr as long as it lives. It stores the end, and the beginning of the output since the
/// last question, because the first line of a long stack trace names the error. It reads at most about 25
/// MB/s, so that a bot that writes endlessly is blocked by its own pipe and takes no time from the referee.
class ErrorDrain : public std::enable_shared_from_this<ErrorDrain> {
 public:
  /// `tap`, if there is one, receives the bytes that are read.
  ErrorDrain(boost::asio::io_context& context, Descriptor errors, Tap tap);
  void start();
  /// Reads the rest in the pipe, up to a pipe's size, and stops.
  void stop();
  /// Call it with each question. Later output belongs to that question.
  void question_begins();
  /// At most `error_tail_size` bytes: everything, or the stored parts with `left_out_mark` in place of the
  /// rest.
  [[nodiscard]] std::string text() const;
  /// The number of bytes read so far.
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

/// The largest number of bytes that a bot may write in response to a question, or without one. More is a
/// flood.
inline constexpr std::size_t most_output = 1 << 20;

/// The result of waiting for a bot's output.
struct Input {
  enum class Kind : std::uint8_t {
    line,         ///< a line of text
    not_text,     ///< a line with a NUL byte, or one that is not UTF-8
    flood,        ///< a line that is too long, or too much output
    ended,        ///< the process has ended or closed its output
    timed_out,    ///< no line before the deadline
    interrupted,  ///< the caller was cancelled
  };
  Kind kind = Kind::line;
  std::string_view text;             ///< text of a line, valid until the next `listen`
  bool unasked = false;              ///< whether it arrived before the question was sent
  std::chrono::microseconds us{};    ///< time since just before the question was sent; 0 if unasked
  std::chrono::microseconds late{};  ///< if timed out: time from the deadline until that was noticed
};

class BotProcess;

/// Kills the process at once, if it has not been ended before. Handlers of pending operations, which may run
/// later, keep its object alive.
struct KillAtEnd {
  std::shared_ptr<BotProcess> shared;
  void operator()(BotProcess* bot);
};
using RunningBot = std::unique_ptr<BotProcess, KillAtEnd>;

/// A running bot: a process that reads and writes lines, whose meaning is unknown here. It belongs to the
/// thread that runs `context`, and dies with it. Its stderr is read at a limited rate, and the end is stored.
/// One question is open at a time:
///     bot.post("ask 12 1000 play:9c\n"); bot.open_question(1s); const auto input = co_await bot.listen();
class BotProcess : public std::enable_shared_from_this<BotProcess> {
 public:
  [[nodiscard]] static Result<RunningBot> launch(asio::io_context& context, Host& host,
                                                 const Command& command, const Sandbox& sandbox,
                                                 Tap tap = {});
  /// For `launch`, which also begins to watch the process.
  BotProcess(asio::io_context& context, Host& host, Launched launched, Tap tap);

  /// Appends to the text that is sent with the next question.
  void post(std::string_view text) { outbox_ += text; }
  /// The text that is sent with the next question. Callers may append to it.
  [[nodiscard]] std::string& outbox() { return outbox_; }
  /// Opens a question. Its time limit `allowance` runs from just before it is written until an answer is
  /// read. With `cpu`, it also times out soon after the bot's processes have used that much CPU time since.
  void open_question(std::chrono::microseconds allowance,
                     std::optional<std::chrono::microseconds> cpu = std::nullopt);
  /// Closes the question. If a bot with a control group computes before the next one, it gets only CPU time
  /// that no other process needs.
  void close_question();
  /// The CPU time that the bot's processes have used since the question was sent. Only for a question with a
  /// limit on it.
  [[nodiscard]] std::chrono::microseconds cpu_used();
  /// The part of it that the sandbox's own processes have used, as far as that is certain (`wrapper_time`).
  [[nodiscard]] std::chrono::microseconds wrapper_cpu() const;
  /// The bot's share of a processor while its question was open, if that timed out (`QuestionClock::share`).
  [[nodiscard]] const ProcessorShare& share() const { return clock_.share(); }
  /// The next line. A line that arrived before the question is unasked, and is read before the question is
  /// sent.
  [[nodiscard]] asio::awaitable<Input> listen();
  /// Waits, at most one second, while the bot may be moving into the background. Otherwise it would be a
  /// matter of chance whether it answers before it is gone. Closes the start's question and its clock, so
  /// that processes created during the start do not disturb the questions of games.
  [[nodiscard]] asio::awaitable<void> settle();
  /// Whether the launched process has ended but left another one behind that holds its output. Takes a tenth
  /// of a second to be sure, because a sandbox does not end at once. Returns at once if the process has not
  /// ended.
  [[nodiscard]] asio::awaitable<bool> has_left_another();
  /// Writes as much of the posted text as the pipe takes, without waiting.
  void send_now();
  /// The number of bytes that were sent to the bot but not read, including those still to be written. After
  /// its end or kill: the number that was unread then.
  [[nodiscard]] std::size_t unread() const;
  /// Whether the bot had read any of the bytes sent with its last question. Call it after the bot's end or
  /// kill.
  [[nodiscard]] bool has_read_question() const;
  /// Waits, at most one second, until the bot has read all of its input except for the last `posted` bytes,
  /// or has ended.
  [[nodiscard]] asio::awaitable<void> read_all(std::size_t posted);
  /// Closes its input, even if some of it is unread.
  void end_input();
  /// Reads and discards the output so far. False if that was a flood, if the bot has ended, or if more than
  /// `most_output` bytes of its input are unread, because a bot that never reads must not fill the referee's
  /// memory.
  [[nodiscard]] bool forget_output();

  /// Ends the bot: sends `farewell`, then SIGTERM, then SIGKILL to the group, with the pauses of `grace`.
  /// Returns when no process is left. True if it exited by itself, without a signal.
  asio::awaitable<bool> end(Grace grace = {}, Farewell farewell = Farewell::quit);
  /// Sends SIGKILL to the group. Returns when no process is left.
  void kill();

  /// The usage of its processes. CPU time is current. Everything else, including the list of processes, is
  /// from the last sample.
  [[nodiscard]] Usage usage();

  [[nodiscard]] bool running() const { return !dismissed_ && !is_gone(); }
  /// Whether this program has ended or killed it, or has cleaned up after its end.
  [[nodiscard]] bool is_dismissed() const { return dismissed_; }
  [[nodiscard]] pid_t pid() const { return pid_; }
  /// Whether it has ever written a byte.
  [[nodiscard]] bool ever_wrote() const { return wrote_; }
  /// The beginning of a line that has no end yet, valid until the next `listen`.
  [[nodiscard]] std::string_view unfinished_line() const { return lines_.unfinished(); }
  /// Whether it does not read its input, so that its pipe is full.
  [[nodiscard]] bool reads_nothing() const { return waits_to_write_; }
  /// The end of its stderr, at most 8 KiB. If there is more, this includes the beginning since the last
  /// question.
  [[nodiscard]] std::string error_tail() const { return errors_->text(); }
  /// The number of bytes of its stderr read so far.
  [[nodiscard]] std::uint64_t error_bytes() const { return errors_->total(); }
  /// A phrase about its end, after its end or kill: `exited with 3`, `was killed by signal 11 (Segmentation
  /// fault)` or, if this program killed it, `closed its input or its output`, or the limit for which its
  /// sandbox killed it.
  [[nodiscard]] std::string ending() const;
  /// Whether it ended by itself with exit code 0. Known after its end or kill.
  [[nodiscard]] bool left_in_order() const;
  /// Whether a signal ended it that was sent by neither this program nor its sandbox. Known after its end or
  /// kill.
  [[nodiscard]] bool was_killed() const;
  /// The message of its sandbox, if the sandbox ended before the bot ran in it. Empty otherwise, and if the
  /// bot's program cannot be run. Known after its end or kill.
  [[nodiscard]] std::string sandbox_trouble() const;
  /// Whether it was killed by SIGKILL, not by this program, and since its launch the system has killed
  /// processes for lack of memory, other than by a limit of its own control group.
  [[nodiscard]] bool may_be_out_of_memory() const { return out_of_memory_; }

 private:
  /// Whether it can no longer be asked. Its last output may still be in the pipe.
  [[nodiscard]] bool is_gone() const { return exited_ || output_closed_ || input_broken_; }
  [[nodiscard]] bool has_exited();
  /// The number of bytes for the bot that are not written to the pipe yet.
  [[nodiscard]] std::size_t unsent() const { return going_out_.size() - written_ + outbox_.size(); }
  /// The number of bytes in the pipe.
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
  std::int64_t killed_for_memory_ = processes_killed_for_memory();  ///< value at its launch
  UsageSampler sampler_;
  QuestionClock clock_;
  Rest rest_;

  LineBuffer lines_;
  std::string outbox_;  ///< text for the next question
  std::string going_out_;
  std::size_t written_ = 0;        ///< number of bytes of `going_out_` that are written
  std::size_t lay_there_ = 0;      ///< number of unread bytes of its output at the last check
  std::size_t received_ = 0;       ///< number of bytes since the question was opened
  std::size_t question_size_ = 0;  ///< number of bytes sent with the last question
  std::size_t unread_at_end_ = 0;  ///< number of bytes that it had not read when it was dismissed
  std::chrono::steady_clock::time_point read_at_;
  Dismissal ended_;     ///< set when it is dismissed
  bool asked_ = false;  ///< whether the question was sent
  bool timer_runs_ = false;
  bool read_what_lay_there_ = false;  ///< whether the last read took all bytes that were there
  bool out_of_time_ = false;
  bool waits_to_write_ = false;
  bool input_broken_ = false;  ///< whether no process can read the input any more
  bool exited_ = false;
  bool output_closed_ = false;
  bool dismissed_ = false;
  bool wrote_ = false;
  bool out_of_memory_ = false;  ///< whether it was killed, probably because the system was out of memory
};

inline void KillAtEnd::operator()(BotProcess* bot) {
  bot->kill();
  shared.reset();
}

}  // namespace tribunal
