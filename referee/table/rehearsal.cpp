#include "table/rehearsal.hpp"

#include <chrono>

#include "bots/lines.hpp"
#include "table/protocol.hpp"

namespace tribunal {
namespace {

constexpr std::chrono::hours no_hurry{24};

void post_line(BotProcess& process, std::string_view line) {
  process.post(line);
  process.post("\n");
}

std::string trouble_of(const Input& input, const BotProcess& process) {
  switch (input.kind) {
    case Input::Kind::not_text:
      return "the bot wrote a NUL byte or bytes that are no UTF-8";
    case Input::Kind::flood:
      return "the bot wrote too much without an answer";
    case Input::Kind::ended:
      return "the bot " + process.ending();
    case Input::Kind::timed_out:
      return "the bot did not answer in a day";
    case Input::Kind::line:
    case Input::Kind::interrupted:
      break;
  }
  return "interrupted";
}

// Listens until the bot answers question `id`; anything else it says is shown as its answer. False if it
// cannot answer.
asio::awaitable<bool> hear(BotProcess& process, std::uint64_t id, RehearsedAnswer& answer,
                           std::string& trouble) {
  while (true) {
    const auto input = co_await process.listen();
    if (input.kind != Input::Kind::line) {
      trouble = trouble_of(input, process);
      co_return false;
    }
    if (input.text.starts_with('#')) {
      answer.comments.push_back(escaped(input.text));
      continue;
    }
    const auto move = parse_answer(input.text);
    answer.answered = escaped(move && move->id == id ? move->action : input.text);
    answer.us = input.us;
    co_return true;
  }
}

}  // namespace

asio::awaitable<Rehearsal> rehearse(Bot& bot, const Record& record, Seat seat, const SeatLines& lines) {
  Rehearsal rehearsal;
  if (const auto trouble = co_await bot.make_ready(std::chrono::milliseconds{record.limits.startup_ms})) {
    rehearsal.trouble = trouble->message;
    co_return rehearsal;
  }
  auto& process = bot.process();
  append_game_line(process.outbox(), record.rules, seat, record.limits);
  for (const auto& question : lines.questions) {
    for (const auto& line : question.lines) post_line(process, line);
    const auto id = bot.next_question();
    append_ask_line(process.outbox(), id, question.allowance_us, question.legal);
    process.open_question(no_hurry);
    RehearsedAnswer answer{.decision = question.decision,
                           .recorded = record.decisions[question.decision].action.text(),
                           .recorded_in_fault = question.in_fault};
    if (!co_await hear(process, id, answer, rehearsal.trouble)) co_return rehearsal;
    rehearsal.answers.push_back(std::move(answer));
  }
  for (const auto& line : lines.closing) post_line(process, line);
  append_result_line(process.outbox(), lines.outcome);
  process.post(end_line);
  process.send_now();
  co_return rehearsal;
}

}  // namespace tribunal
