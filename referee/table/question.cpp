#include "table/question.hpp"

#include <algorithm>
#include <utility>

#include "table/protocol.hpp"

namespace tribunal {
namespace {

using std::chrono::microseconds;

/// A deadline looked at so much later was not the bot's alone to miss.
constexpr microseconds own_lateness{1'000'000};

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

std::optional<Reply> judge(const Input& input, Bot& bot, SeatTalk& talk, std::int64_t allowance_us,
                           const ActionList& legal) {
  switch (input.kind) {
    case Input::Kind::line:
    case Input::Kind::not_text:
    case Input::Kind::flood:
      return judge_output(input, talk, bot.last_question(), legal);
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
  talk.asked(id);
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
