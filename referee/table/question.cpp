#include "table/question.hpp"

#include <algorithm>
#include <utility>

#include "bots/lines.hpp"
#include "table/protocol.hpp"

namespace tribunal {
namespace {

using std::chrono::microseconds;

/// Bytes of comments kept, a seat a game.
constexpr std::size_t most_comments = 16 << 10;

/// A deadline looked at so much later was not the bot's alone to miss.
constexpr microseconds own_lateness{1'000'000};

Reply fault(FaultKind kind, const Input& input, std::string message) {
  return {Reply::Kind::fault, {}, kind, input.us.count(), {}, std::move(message)};
}

/// A fault to be shown with the words that it was.
Reply fault(FaultKind kind, const Input& input, std::string message, std::string_view got) {
  auto reply = fault(kind, input, std::move(message));
  reply.got = escaped(got);
  reply.message += ": '" + reply.got + "'";
  return reply;
}

/// The answer with the number that its question has in this game: what a record holds must not depend on how
/// many questions the process was asked before.
std::string in_this_game(const Answer& answer, const SeatTalk& talk) {
  return "move " + std::to_string(answer.id - talk.first_question + 1) + ' ' + std::string{answer.action};
}

Reply crashed(const Input& input, Bot& bot) {
  bot.process().kill();
  return fault(FaultKind::crash, input, bot.process().ending() + " in the middle of a game");
}

Reply timed_out(const Input& input, Bot& bot, const SeatTalk& talk, std::int64_t allowance_us) {
  const auto late = input.us - microseconds{allowance_us};
  if (late > own_lateness) {
    return {Reply::Kind::referee,
            {},
            {},
            input.us.count(),
            {},
            "the referee looked at the clock " + std::to_string(late.count() / 1000) + " ms late"};
  }
  std::string message = "gave no answer within " + std::to_string(allowance_us / 1000) + " ms";
  if (bot.process().reads_nothing()) message += "; it does not read what it is sent";
  if (std::ranges::find(talk.answered, true) == talk.answered.end()) {
    message += "; it has not answered once in this game: does it flush its output?";
  }
  return fault(FaultKind::timeout, input, std::move(message));
}

/// A verdict on a line that is no comment; nothing if it is to be dropped.
std::optional<Reply> judge_line(const Input& input, SeatTalk& talk, std::uint64_t open,
                                const ActionList& legal) {
  const auto answer = parse_answer(input.text);
  if (!answer)
    return fault(FaultKind::garbage, input, "said what is neither 'move ID ACTION' nor a comment",
                 input.text);
  if (answer->id > open || (answer->id == open && input.unasked)) {
    return fault(FaultKind::early, input, "answered a question that it had not been asked",
                 in_this_game(*answer, talk));
  }
  if (answer->id < open) {
    const bool twice = answer->id >= talk.first_question && talk.answered[answer->id - talk.first_question];
    if (!twice) return std::nullopt;  // its time was over
    return fault(FaultKind::garbage, input, "answered a question twice", in_this_game(*answer, talk));
  }
  talk.answered.back() = true;
  const auto action = Action::parse(answer->action);
  if (!action || std::ranges::find(legal, *action) == legal.end()) {
    return fault(FaultKind::illegal, input, "answered with an action that was not in the list",
                 in_this_game(*answer, talk));
  }
  return Reply{Reply::Kind::action, *action, {}, input.us.count(), {}, {}};
}

void keep_comment(SeatTalk& talk, std::string_view line) {
  if (talk.comment_bytes + line.size() > most_comments) return;
  talk.comment_bytes += line.size();
  talk.comments.emplace_back(line);
}

std::optional<Reply> judge(const Input& input, Bot& bot, SeatTalk& talk, std::int64_t allowance_us,
                           const ActionList& legal) {
  switch (input.kind) {
    case Input::Kind::line:
      if (!input.text.starts_with('#')) return judge_line(input, talk, bot.last_question(), legal);
      keep_comment(talk, input.text);
      return std::nullopt;
    case Input::Kind::not_text:
      return fault(FaultKind::garbage, input, "wrote a line with a NUL byte or that is no UTF-8", input.text);
    case Input::Kind::flood:
      return fault(FaultKind::flood, input, "wrote a line of more than 4 KiB, or more than 1 MiB");
    case Input::Kind::ended:
      return crashed(input, bot);
    case Input::Kind::timed_out:
      return timed_out(input, bot, talk, allowance_us);
    case Input::Kind::interrupted:
      break;
  }
  return Reply{Reply::Kind::interrupted, {}, {}, 0, {}, "interrupted"};
}

}  // namespace

asio::awaitable<Reply> ask(Bot& bot, SeatTalk& talk, std::int64_t allowance_us, const ActionList& legal) {
  auto& process = bot.process();
  const auto id = bot.next_question();
  if (talk.answered.empty()) talk.first_question = id;
  talk.answered.push_back(false);
  const auto before = process.outbox().size();
  append_ask_line(process.outbox(), id, allowance_us, legal);
  process.open_question(microseconds{allowance_us});
  while (true) {
    const auto input = co_await process.listen();
    auto reply = judge(input, bot, talk, allowance_us, legal);
    if (!reply) continue;
    if (input.unasked) process.outbox().resize(before);  // it did not go out, and never will
    co_return std::move(*reply);
  }
}

}  // namespace tribunal
