#include "cli/results/rehearsal.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include <boost/asio/awaitable.hpp>

#include "base/escape.hpp"
#include "bots/process/host.hpp"
#include "cli/terminal/answer_signals.hpp"
#include "table/bot.hpp"
#include "table/protocol.hpp"
#include "table/silence.hpp"

namespace tribunal {
namespace {

using std::chrono::milliseconds;

void post_line(BotProcess& process, std::string_view line) {
  process.post(line);
  process.post("\n");
}

std::string why_silent(const BotProcess& process, const RehearsedAnswer& answer, bool ever_answered) {
  auto hint = hint_at({.unfinished = process.unfinished_line(),
                       .reads_nothing = process.reads_nothing(),
                       .errors = process.error_tail(),
                       .only_comments = !answer.comments.empty()});
  if (!hint.empty() || ever_answered) return hint;
  return "; it has not answered once: does it flush its output?";
}

/// A phrase for the event that occurred instead of an answer.
std::string trouble_of(const Input& input, BotProcess& process) {
  switch (input.kind) {
    case Input::Kind::not_text:
      return "the bot wrote a NUL byte or bytes that are not UTF-8";
    case Input::Kind::flood:
      return "the bot wrote too much without an answer";
    case Input::Kind::ended:
      process.kill();  // its exit status is known only afterwards
      return "the bot " + process.ending();
    case Input::Kind::timed_out:
      return "the bot gave no answer";
    case Input::Kind::line:
    case Input::Kind::interrupted:
      break;
  }
  return "interrupted";
}

/// Reads until the bot answers question `id`. Any line that is not a comment is taken for its answer. Returns
/// the last input, which is not a line if the bot gave no answer.
asio::awaitable<Input> hear(BotProcess& process, std::uint64_t id, RehearsedAnswer& answer) {
  while (true) {
    const auto input = co_await process.listen();
    if (input.kind != Input::Kind::line) co_return input;
    if (input.text.starts_with('#')) {
      answer.comments.push_back(escaped(input.text));
      continue;
    }
    const auto move = parse_answer(input.text);
    answer.answered = escaped(move && move->id == id ? move->action : input.text);
    answer.us = input.us;
    co_return input;
  }
}

/// The fault of the record at a decision, with the wrong line if the record has one.
std::string fault_at(const Record& record, std::size_t decision) {
  for (const auto& fault : record.faults)
    if (fault.kind != FaultKind::start && fault.decision == decision)
      return std::string{name_of(fault.kind)} + (fault.got.empty() ? "" : " '" + fault.got + '\'');
  return "fault";
}

/// The time limit for an answer that had this allowance in the game.
milliseconds patience_for(const Limits& limits, std::int64_t allowance_us) {
  const auto backstop = limits.clock == ClockKind::cpu ? wall_backstop : 1;
  return std::max(pace.rehearsed_answer, milliseconds{allowance_us * backstop / 1000});
}

asio::awaitable<Rehearsal> rehearse_with(Bot& bot, const Record& record, Seat seat, const SeatLines& lines,
                                         std::optional<milliseconds> patience) {
  Rehearsal rehearsal;
  if (const auto trouble = co_await bot.make_ready(record.limits_of(seat))) {
    rehearsal.trouble = "the bot does not start: " + trouble->message;
    co_return rehearsal;
  }
  auto& process = bot.process();
  append_game_line(process.outbox(), record.rules, seat, record.limits_of(seat));
  for (const auto& question : lines.questions) {
    for (const auto& line : question.lines) post_line(process, line);
    const auto id = bot.next_question();
    append_ask_line(process.outbox(), id, question.allowance_us, question.legal);
    const auto allowed = patience.value_or(patience_for(record.limits, question.allowance_us));
    process.open_question(allowed);
    RehearsedAnswer answer{.decision = question.decision,
                           .recorded = record.decisions[question.decision].action.text(),
                           .fault = question.in_fault ? fault_at(record, question.decision) : ""};
    const auto input = co_await hear(process, id, answer);
    if (input.kind != Input::Kind::line) {
      rehearsal.timed_out = input.kind == Input::Kind::timed_out;
      rehearsal.trouble = fmt::format("{} at decision {}", trouble_of(input, process), question.decision + 1);
      if (rehearsal.timed_out) {
        rehearsal.trouble += fmt::format(" within {} ms{}", allowed.count(),
                                         why_silent(process, answer, !rehearsal.answers.empty()));
      }
      co_return rehearsal;
    }
    const bool is_late =
        answer.fault.starts_with(name_of(FaultKind::timeout)) && answer.us.count() > question.allowance_us;
    answer.is_right =
        !is_late && std::ranges::find(question.legal, answer.answered, &Action::text) != question.legal.end();
    rehearsal.answers.push_back(std::move(answer));
  }
  for (const auto& line : lines.closing) post_line(process, line);
  append_result_line(process.outbox(), lines.outcome);
  process.post(end_line);
  process.send_now();
  co_return rehearsal;
}

asio::awaitable<Rehearsal> rehearse_and_dismiss(Bot& bot, const Record& record, Seat seat,
                                                const SeatLines& lines,
                                                std::optional<std::chrono::milliseconds> patience) {
  auto rehearsal = co_await rehearse_with(bot, record, seat, lines, patience);
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await bot.end();
  co_return rehearsal;
}

}  // namespace

Rehearsal rehearse(const BotEntry& entry, const Record& record, Seat seat, const SeatLines& lines,
                   std::optional<std::chrono::milliseconds> patience) {
  Host host;
  asio::io_context context{1};
  Bot bot{context, host, entry};
  bool interrupted = false;
  auto rehearsal =
      run_interruptibly(context, rehearse_and_dismiss(bot, record, seat, lines, patience), interrupted);
  rehearsal.error_tail = bot.error_tail();
  rehearsal.interrupted = interrupted;
  return rehearsal;
}

}  // namespace tribunal
