#include "table/bot.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/escape.hpp"
#include "bots/hints/reported_error.hpp"
#include "bots/meter/usage.hpp"
#include "bots/system/process_table.hpp"
#include "table/protocol.hpp"
#include "table/silence.hpp"
#include "table/together.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;

using std::chrono::microseconds;
using std::chrono::milliseconds;

/// The time for a start, by the clock of the moves.
struct StartAllowance {
  milliseconds startup;
  ClockKind clock;
  bool wrapped;  ///< whether it is in a sandbox, whose own CPU time is not charged

  [[nodiscard]] bool by_cpu() const { return clock == ClockKind::cpu; }
  [[nodiscard]] milliseconds wall() const { return by_cpu() ? startup * wall_backstop : startup; }
  [[nodiscard]] std::optional<microseconds> cpu() const {
    if (!by_cpu()) return std::nullopt;
    return wrapped ? startup + most_wrapper_time : startup;
  }
  /// The CPU time of the process since its launch.
  [[nodiscard]] microseconds used(BotProcess& process) const {
    if (!by_cpu()) return microseconds{0};
    return std::max(process.cpu_used() - (wrapped ? process.wrapper_cpu() : microseconds{0}),
                    microseconds{0});
  }
};

/// The message of a late start. `used`: CPU time, if that is the clock.
std::string too_late(const StartAllowance& allowance, microseconds used) {
  return "did not say 'ready NAME VERSION' " + within_time(allowance.clock, allowance.startup, used);
}

std::string why_not_ready(const Input& input, BotProcess& process, const StartAllowance& allowance,
                          microseconds used) {
  switch (input.kind) {
    case Input::Kind::timed_out:
      if (allowance.by_cpu() && used >= allowance.startup) return too_late(allowance, used);
      return too_late(allowance, used) + (process.ever_wrote()
                                              ? hint_at({.unfinished = process.unfinished_line(),
                                                         .errors = process.error_tail(),
                                                         .only_comments = true})
                                              : std::string{});
    case Input::Kind::ended:
      process.kill();
      return process.ending() + " before it was ready" + as_cause(reported_error(process.error_tail()));
    case Input::Kind::flood:
      return "wrote too much where 'ready NAME VERSION' was expected";
    default:
      return "said '" + escaped(input.text) + "' where 'ready NAME VERSION' was expected" +
             hint_at_line(input.text, "ready");
  }
}

/// The bot's reaction to a request, if it comes in time.
asio::awaitable<Input::Kind> reaction(BotProcess& process) {
  process.open_question(pace.reaction);
  const auto input = co_await process.listen();
  co_return input.kind;
}

/// Whether a bot that was not ready within `time` would fail at another start too: it computed for nearly all
/// of that time, or not at all, and the machine did not delay it. A compiler is not certain to fail again,
/// because it may reuse files that it has already made.
bool would_be_late_again(const BotProcess& process, microseconds time, microseconds computed) {
  const auto activity = activity_of(process.pid());
  if (activity.compiles || activity.waits_for_disk) return false;
  return !activity.computes || computed > time / 10 * 9;
}

/// A phrase `; ...` for the end of a message: the reason that a bot that wrote nothing was not ready within
/// `time`. `computed`: the part of that time in which it computed. The bot is sent `quit`, then its input is
/// closed, and its reactions are observed. This takes up to a second, and makes the process unusable.
asio::awaitable<std::string> why_silent_at_start(BotProcess& process, microseconds time,
                                                 microseconds computed) {
  const auto activity = activity_of(process.pid());
  if (activity.compiles)
    co_return "; it was compiling: build it before, and let the command run the program that was built";
  // On a busy machine, a bot that computes waits for a processor most of the time.
  const bool computes = computed > time / 2 || (activity.computes && computed > time / 10) ||
                        (process.share().is_busy() && computed > time / 20);
  if (computes) {
    co_return "; it used " + in_ms(computed) +
        " of CPU time: let it say 'ready' before it prepares, or prepare less (or raise startup_ms, "
        "--startup-ms)";
  }
  if (auto hint = hint_at({.errors = process.error_tail()}); !hint.empty()) co_return hint;
  process.post("quit\n");
  auto reacted = co_await reaction(process);
  if (reacted == Input::Kind::line)
    co_return "; its output came only when it ended: let it flush its output after every line";
  if (reacted == Input::Kind::timed_out) {
    process.end_input();
    reacted = co_await reaction(process);
    if (reacted == Input::Kind::line)
      co_return "; its output came only at the end of its input: let it read line by line, not all of it, and "
                "flush its output after every line";
  }
  if (reacted == Input::Kind::timed_out) {
    co_return "; it used " + in_ms(computed) +
        " of CPU time and did not read its input: it sleeps, or waits for something else before it says "
        "'ready'";
  }
  co_return "; it wrote nothing at all: does it say 'ready NAME VERSION', and flush its output?";
}

/// Whether a line is a comment. Comments are allowed before `ready`.
bool is_comment(const Input& input) { return input.kind == Input::Kind::line && input.text.starts_with('#'); }

}  // namespace

/// Starts the bot as often as the desk permits now. Without a desk it is started once.
asio::awaitable<std::optional<Bot::StartTrouble>> Bot::make_ready(Limits limits) {
  if (is_ready()) co_return std::nullopt;
  kill();
  std::optional<StartTrouble> before;
  while (true) {
    std::optional<StartDesk::Turn> turn;
    if (entry_.starts != nullptr) {
      auto entered = co_await entry_.starts->enter(entry_.number);
      if (!entered) co_return refused(entered.error(), std::move(before));
      turn.emplace(std::move(*entered));
    }
    auto trouble = co_await start(limits);
    if (!trouble) {
      if (turn) turn->succeeded();
      co_return std::nullopt;
    }
    kill();
    if (!turn || trouble->kind != StartTrouble::Kind::fault) co_return trouble;
    turn->failed({.message = trouble->message,
                  .took = trouble->us,
                  .silent = trouble->silent,
                  .certain = trouble->certain});
    before = std::move(trouble);
  }
}

/// The trouble of a start that the desk refused. `before`: the result of the last try in this call, if there
/// was one.
Bot::StartTrouble Bot::refused(StartDesk::Refusal refusal, std::optional<StartTrouble> before) const {
  using Kind = StartTrouble::Kind;
  using Refusal = StartDesk::Refusal;
  if (refusal == Refusal::interrupted)
    return {.kind = Kind::interrupted, .message = "interrupted", .us = microseconds{0}};
  const auto kind = refusal == Refusal::gone && entry_.starts->forfeits() ? Kind::fault : Kind::waits;
  if (before) {
    before->kind = kind;
    return *std::move(before);
  }
  auto message = refusal == Refusal::gone
                     ? "is withdrawn, since it does not start: " + entry_.starts->why_gone(entry_.number)
                     : std::string{"did not start at another table; it will be tried again"};
  return {.kind = kind, .message = std::move(message), .us = microseconds{0}, .tried = false};
}

bool Bot::is_ready() { return running() && process_->forget_output(); }

std::string Bot::end_between_games() {
  if (!process_ || process_->is_dismissed()) return {};
  const bool ended = !process_->running();
  kill();
  if (!ended) return "wrote more than 1 MiB without being asked, or left more of its input unread";
  return last_ending_ + " between two games";
}

asio::awaitable<std::optional<Bot::StartTrouble>> Bot::start(Limits limits) {
  using Kind = StartTrouble::Kind;
  const StartAllowance allowance{milliseconds{limits.startup_ms}, limits.clock,
                                 entry_.sandbox.level >= SandboxLevel::bwrap};
  auto launched = BotProcess::launch(*context_, *host_, entry_.command, entry_.sandbox, entry_.tap);
  if (!launched) {
    const auto kind = launched.error().code == ErrorCode::machine ? Kind::ours : Kind::fault;
    co_return StartTrouble{kind, launched.error().message, microseconds{0}};
  }
  process_ = std::move(*launched);
  taken_ = {};
  questions_ = 0;
  process_->post(greeting_line);
  process_->open_question(allowance.wall(), allowance.cpu());
  auto input = co_await process_->listen();
  while (is_comment(input)) input = co_await process_->listen();
  if (input.kind == Input::Kind::interrupted)
    co_return StartTrouble{Kind::interrupted, "interrupted", input.us};
  const auto used = allowance.used(*process_);
  const auto ready = input.kind == Input::Kind::line ? parse_ready(input.text) : std::nullopt;
  if (ready && used > allowance.startup)
    co_return StartTrouble{Kind::fault, too_late(allowance, used), input.us};
  if (!ready) {
    auto why = why_not_ready(input, *process_, allowance, used);
    if (const auto trouble = process_->sandbox_trouble(); !trouble.empty())
      co_return StartTrouble{Kind::ours, "cannot make the sandbox: " + escaped(trouble), input.us};
    const bool silent = input.kind == Input::Kind::timed_out;
    const bool used_up = allowance.by_cpu() && used >= allowance.startup;
    StartTrouble trouble{Kind::fault, {}, input.us, escaped(input.text), silent};
    if (silent) {
      const auto computed = std::chrono::duration_cast<microseconds>(process_->usage().cpu.total);
      trouble.certain = would_be_late_again(*process_, used_up ? computed : allowance.wall(), computed);
      if (!used_up && !process_->ever_wrote())
        why += co_await why_silent_at_start(*process_, allowance.wall(), computed);
    }
    trouble.message = std::move(why);
    co_return trouble;
  }
  version_ = escaped(*ready);
  start_took_ = allowance.by_cpu() ? used : input.us;
  process_->close_question();
  co_await process_->settle();
  taken_ = process_->usage();  // start-up resources are not charged to a game
  ++starts_;
  if (entry_.on_ready) entry_.on_ready(*this);
  co_return std::nullopt;
}

asio::awaitable<void> Bot::end() {
  if (!process_) co_return;
  co_await process_->end(entry_.grace);
  kill();
}

void Bot::kill() {
  if (!process_) return;
  process_->kill();
  last_errors_ = process_->error_tail();
  last_ending_ = process_->ending();
  carried_ = take_usage();
  process_.reset();
}

SeatUsage Bot::take_usage() {
  auto used = std::exchange(carried_, SeatUsage{});
  if (!process_) return used;
  const auto now = process_->usage();
  const auto cpu = used_between(taken_.cpu, now.cpu);
  used.cpu_us += std::chrono::duration_cast<microseconds>(cpu).count();
  used.peak_kib = std::max(used.peak_kib, now.peak_kib);
  used.voluntary_switches += now.voluntary_switches - taken_.voluntary_switches;
  used.involuntary_switches += now.involuntary_switches - taken_.involuntary_switches;
  taken_ = now;
  return used;
}

milliseconds Bot::cpu_time() {
  return std::chrono::duration_cast<milliseconds>(used_between(taken_.cpu, process_->usage().cpu));
}

std::string Bot::error_tail() const { return process_ ? process_->error_tail() : last_errors_; }

asio::awaitable<void> end_all(std::span<Bot* const> bots) {
  std::vector<asio::awaitable<void>> endings;
  for (auto* const bot : bots) endings.push_back(bot->end());
  co_await together(std::move(endings));
}

}  // namespace tribunal
