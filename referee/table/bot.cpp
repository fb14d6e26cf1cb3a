#include "table/bot.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

#include "bots/system/lines.hpp"
#include "table/protocol.hpp"
#include "table/silence.hpp"
#include "table/together.hpp"

namespace tribunal {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

std::string why_not_ready(const Input& input, BotProcess& process, milliseconds startup) {
  switch (input.kind) {
    case Input::Kind::timed_out:
      return "did not say 'ready NAME VERSION' within " + std::to_string(startup.count()) + " ms" +
             (process.ever_wrote() ? hint_at({.unfinished = process.unfinished_line(), .only_comments = true})
                                   : "; it wrote nothing at all: does it flush its output?");
    case Input::Kind::ended:
      process.kill();
      return process.ending() + " before it was ready";
    case Input::Kind::flood:
      return "wrote too much where 'ready NAME VERSION' was expected";
    default:
      return "said '" + escaped(input.text) + "' where 'ready NAME VERSION' was expected";
  }
}

/// Comments are allowed before `ready`.
bool is_comment(const Input& input) { return input.kind == Input::Kind::line && input.text.starts_with('#'); }

}  // namespace

asio::awaitable<std::optional<Bot::StartTrouble>> Bot::make_ready(milliseconds startup) {
  using Kind = StartTrouble::Kind;
  if (is_ready()) co_return std::nullopt;
  if (withdrawn()) {
    co_return StartTrouble{Kind::fault,
                           fmt::format("is withdrawn: it failed to start {} times in a row", starts_allowed),
                           microseconds{0}};
  }
  kill();
  auto trouble = co_await start(startup);
  if (trouble) kill();
  if (!trouble) failed_starts_ = 0;
  if (trouble && trouble->kind == Kind::fault) ++failed_starts_;
  co_return trouble;
}

bool Bot::is_ready() { return running() && process_->forget_output(); }

asio::awaitable<std::optional<Bot::StartTrouble>> Bot::start(milliseconds startup) {
  using Kind = StartTrouble::Kind;
  auto launched = BotProcess::launch(*context_, *host_, entry_.command, entry_.sandbox, entry_.tap);
  if (!launched) {
    const auto kind = launched.error().our_trouble ? Kind::ours : Kind::fault;
    co_return StartTrouble{kind, launched.error().message, microseconds{0}};
  }
  process_ = std::move(*launched);
  taken_ = {};
  questions_ = 0;
  process_->post(greeting_line);
  process_->open_question(startup);
  auto input = co_await process_->listen();
  while (is_comment(input)) input = co_await process_->listen();
  if (input.kind == Input::Kind::interrupted)
    co_return StartTrouble{Kind::interrupted, "interrupted", input.us};
  const auto ready = input.kind == Input::Kind::line ? parse_ready(input.text) : std::nullopt;
  if (!ready) {
    auto why = why_not_ready(input, *process_, startup);
    if (const auto trouble = process_->sandbox_trouble(); !trouble.empty())
      co_return StartTrouble{Kind::ours, "cannot make the sandbox: " + escaped(trouble), input.us};
    co_return StartTrouble{Kind::fault, std::move(why), input.us, escaped(input.text)};
  }
  version_ = escaped(*ready);
  process_->close_question();
  co_await process_->settle();
  taken_ = process_->usage();  // what a start takes is nobody's move
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
