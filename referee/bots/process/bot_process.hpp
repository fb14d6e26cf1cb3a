#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "bots/accounting/usage.hpp"
#include "bots/accounting/wait_watch.hpp"
#include "bots/process/host.hpp"
#include "bots/process/tap.hpp"

namespace tribunal {

namespace asio = boost::asio;

/// Bytes that a bot may write to a question, or unasked, before it is a flood.
inline constexpr std::size_t most_output = 1 << 20;

/// What came from a bot, or did not.
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
  std::string_view text;             ///< of a line; valid until the bot is listened to again
  bool unasked = false;              ///< it was there before the question went out
  std::chrono::microseconds us{};    ///< since just before the question went out; 0 if unasked
  std::chrono::microseconds late{};  ///< timed out: how long after its deadline that was noticed, if it was
};

/// How long a bot may take to leave: after `quit` (then SIGTERM), and after that (then SIGKILL).
struct Grace {
  std::chrono::milliseconds quit{1000};
  std::chrono::milliseconds terminate{1000};
};

/// How a bot is asked to exit: with the line `quit`, or by the end of its input alone.
enum class Farewell : std::uint8_t { quit, end_of_input };

/// A running bot: a process to which lines go and from which lines come. It knows nothing of what they mean.
/// Belongs to the thread that runs `context`, and dies with it. Whatever it writes to stderr is drained,
/// slowly, and its tail kept. One question is open at a time:
///     bot.post("ask 12 1000 play:9c\n"); bot.open_question(1s); const auto input = co_await bot.listen();
class BotProcess {
 public:
  [[nodiscard]] static std::expected<BotProcess, LaunchFailure> launch(asio::io_context& context, Host& host,
                                                                       const Command& command,
                                                                       const Sandbox& sandbox, Tap tap = {});
  BotProcess(BotProcess&&) noexcept;
  BotProcess& operator=(BotProcess&&) noexcept;
  /// Kills it at once, if it was not ended before.
  ~BotProcess();

  /// Adds to what goes out with the next question.
  void post(std::string_view text);
  /// The text that goes out with the next question, to be added to.
  [[nodiscard]] std::string& outbox();
  /// Opens a question that lets `allowance` pass, from just before it is written to the moment an answer was
  /// read. With `cpu` it also ends, timed out, soon after the bot's processes have used so much CPU time
  /// since.
  void open_question(std::chrono::microseconds allowance,
                     std::optional<std::chrono::microseconds> cpu = std::nullopt);
  /// Nothing more is expected until the next question: where it has a control group, a bot that computes
  /// anyway gets only the CPU time that nobody else needs.
  void close_question();
  /// CPU time that the bot's processes have used since the question went out; only of one with a limit of it.
  [[nodiscard]] std::chrono::microseconds cpu_used();
  /// The part of it that the sandbox's own processes have used, as far as that may be believed
  /// (`wrapper_time`).
  [[nodiscard]] std::chrono::microseconds wrapper_cpu() const;
  /// The bot's share of a processor while it let the time of its question run out (`QuestionClock::share`).
  [[nodiscard]] const ProcessorShare& share() const;
  /// The next line. Whatever came before the question is unasked, and is read before the question goes out.
  [[nodiscard]] asio::awaitable<Input> listen();
  /// Waits, a second at most, while it may be about to go into the background (`is_settled`): otherwise its
  /// answers before it is gone would be a matter of chance. Closes the start's question and its clock, so
  /// that processes which the start creates do not disturb the questions of games.
  [[nodiscard]] asio::awaitable<void> settle();
  /// True if the process that was launched has ended, and another that it has left behind holds its output.
  /// Takes a tenth of a second to be sure, since a sandbox is not gone at once; nothing if it has not ended.
  [[nodiscard]] asio::awaitable<bool> has_left_another();
  /// Writes what is posted as far as the pipe takes it, without waiting.
  void send_now();
  /// Bytes that it was sent and has not read, including those still to be written. Once it was ended or
  /// killed: those unread at that moment.
  [[nodiscard]] std::size_t unread() const;
  /// Once it was ended or killed: true if it had read any of the bytes sent with its last question.
  [[nodiscard]] bool has_read_question() const;
  /// Waits, a second at most, until it has read all but the last `posted` bytes that it was sent, or has
  /// ended.
  [[nodiscard]] asio::awaitable<void> read_all(std::size_t posted);
  /// Closes its input, whatever it has read of it.
  void end_input();
  /// Reads and forgets what has come so far. False if that was a flood, if the bot has ended, or if it has
  /// left more than `most_output` of what it was sent: who never reads must not fill our memory.
  [[nodiscard]] bool forget_output();

  /// The farewell, then SIGTERM, then SIGKILL to the group, as `grace` lets time pass; returns when nothing
  /// is left of it. True if it left of its own accord: no signal was needed.
  asio::awaitable<bool> end(Grace grace = {}, Farewell farewell = Farewell::quit);
  /// SIGKILL to the group, at once; returns when nothing is left of it.
  void kill();

  /// What its processes use. CPU time is as of now; the rest, and which processes there are, as of a moment
  /// ago.
  [[nodiscard]] Usage usage();

  [[nodiscard]] bool running() const;
  /// True if this program has ended or killed it, or found it ended and cleaned up after it.
  [[nodiscard]] bool is_dismissed() const;
  [[nodiscard]] pid_t pid() const;
  /// True if a byte ever came.
  [[nodiscard]] bool ever_wrote() const;
  /// What it has written of a line whose end has not come; valid until it is listened to again.
  [[nodiscard]] std::string_view unfinished_line() const;
  /// True if it does not take what is written to it: its pipe is full.
  [[nodiscard]] bool reads_nothing() const;
  /// The end of what it wrote to stderr, at most 8 KiB.
  [[nodiscard]] const std::string& error_tail() const;
  /// All the bytes that it wrote to stderr and that were read so far.
  [[nodiscard]] std::uint64_t error_bytes() const;
  /// What became of it, once it was ended or killed: `exited with 3`, `was killed by signal 11 (Segmentation
  /// fault)` or, if that was us, `closed its input or its output`; or what its sandbox killed it for.
  [[nodiscard]] std::string ending() const;
  /// True if it had ended by itself, with exit code 0. Known once it was ended or killed.
  [[nodiscard]] bool left_in_order() const;
  /// What its sandbox said, if that ended before the bot ran in it, and not because the bot's program cannot
  /// be run; else empty. Known once it was ended or killed.
  [[nodiscard]] std::string sandbox_trouble() const;
  /// True if it was killed by SIGKILL, not by us, and the system has killed processes since its launch
  /// because memory was short, other than by a limit of its own control group.
  [[nodiscard]] bool may_be_out_of_memory() const;

 private:
  struct State;
  explicit BotProcess(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

}  // namespace tribunal
