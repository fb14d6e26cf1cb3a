#include "table/answer.hpp"

#include <cctype>
#include <fmt/format.h>
#include <utility>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "bots/hints/file_hint.hpp"
#include "bots/hints/reported_error.hpp"
#include "bots/hints/sandbox_hint.hpp"
#include "bots/meter/question_clock.hpp"
#include "bots/system/machine.hpp"
#include "bots/system/process_table.hpp"
#include "games/vocabulary.hpp"
#include "table/protocol.hpp"
#include "table/silence.hpp"

namespace tribunal {
namespace {

/// A fault with a message that quotes the line at fault.
Reply fault(FaultKind kind, const Input& input, std::string message, std::string_view got) {
  auto reply = fault(kind, input, std::move(message));
  reply.got = escaped(got);
  reply.message += ": '" + reply.got + "'";
  return reply;
}

/// The answer with the number of its question within this game, because a record must not depend on the
/// number of questions in the process's earlier games.
std::string in_this_game(const Answer& answer, const SeatTalk& talk) {
  return fmt::format("move {} {}", answer.id - talk.first_question + 1, answer.action);
}

/// A hint at the offered action that the bot probably meant: the action is quoted or in capitals, or its verb
/// is missing.
std::string hint_at_action(std::string_view said, const ActionList& legal) {
  const auto lower = [](unsigned char c) { return static_cast<char>(std::tolower(c)); };
  for (const auto& action : legal) {
    std::string word;
    action.append_to(word);
    const bool is_within = !std::ranges::search(said, word, {}, lower, lower).empty();
    if (is_within || word.ends_with(fmt::format(":{}", said))) return "; the list has '" + word + "'";
  }
  return {};
}

/// The reply to a line that is neither an answer nor a comment, with a hint for its author.
Reply unexpected_line(const Input& input, const ActionList& legal) {
  const auto digits = input.text.find_first_not_of("0123456789");
  const bool has_number = digits != std::string::npos && digits > 0 && input.text[digits] == ' ';
  const auto action = parse_action(std::string_view{input.text}.substr(has_number ? digits + 1 : 0));
  const bool is_bare_action = action && std::ranges::find(legal, *action) != legal.end();
  constexpr std::size_t most_shown = 60;  // a hint follows it
  auto reply = fault(FaultKind::garbage, input, "unexpected line on standard output: '");
  reply.got = escaped(input.text);
  reply.message += escaped(input.text, most_shown) + "'";
  const auto hint = hint_at_line(input.text, "move");
  reply.message += is_bare_action || hint.empty() ? "; expected 'move ID ACTION'" : hint;
  return reply;
}

/// The reply to a line that is not a comment. None if the line is dropped.
std::optional<Reply> reply_to_line(const Input& input, SeatTalk& talk, std::uint64_t open,
                                   const ActionList& legal) {
  const auto answer = parse_answer(input.text);
  if (!answer) return unexpected_line(input, legal);
  if (answer->id > open || (answer->id == open && input.unasked)) {
    return fault(FaultKind::early, input, "answered a question that had not been asked",
                 in_this_game(*answer, talk));
  }
  if (answer->id < open) {
    const bool twice = answer->id >= talk.first_question && talk.answered[answer->id - talk.first_question];
    if (!twice) {  // its question has timed out
      talk.stale = input.text;
      return std::nullopt;
    }
    auto reply = fault(FaultKind::garbage, input, "answered a question twice", in_this_game(*answer, talk));
    reply.message += "; answer each question once, by the ID in its own `ask`";
    return reply;
  }
  talk.answered.back() = true;
  const auto action = parse_action(answer->action);
  if (!action || std::ranges::find(legal, *action) == legal.end()) {
    auto reply = fault(FaultKind::illegal, input, "answered with an action that was not in the list",
                       in_this_game(*answer, talk));
    reply.message += hint_at_action(answer->action, legal);
    return reply;
  }
  return Reply{Reply::Kind::action, *action, {}, input.us.count(), {}, {}};
}

void keep_comment(SeatTalk& talk, std::string_view line) {
  if (talk.comment_bytes + line.size() > most_comment_bytes) {
    ++talk.dropped_comments;
    return;
  }
  talk.comment_bytes += line.size();
  talk.comments.emplace_back(line);
}

using std::chrono::microseconds;

std::int64_t in_whole_ms(std::chrono::nanoseconds time) { return time.count() / 1'000'000; }

/// The reply to trouble of the referee or of the machine.
Reply nobodys_fault(const Input& input, std::string message) {
  return {Reply::Kind::referee, {}, {}, input.us.count(), {}, std::move(message)};
}

/// The error that the bot reported, and the restriction of its sandbox that it may have met.
std::string why_ended(const BotEntry& bot, std::string_view ending, std::string_view error_tail) {
  auto hint = sandbox_hint(bot.sandbox, fmt::format("{}\n{}", ending, error_tail), bot.command.words.front());
  if (hint.empty()) hint = file_hint(bot.command, bot.sandbox, error_tail);
  return as_cause(reported_error(error_tail)) + (hint.empty() ? "" : "; " + hint);
}

/// The fault of a process that ended. If a process exits without an error before it has read a question, or
/// leaves another process behind, it has gone into the background or was never meant to play. It may do so
/// before or after its `ready` is read, so in both cases this is a fault of the start. The message depends
/// only on this game, not on earlier games of the process.
Reply crashed(const Input& input, Bot& bot, const SeatTalk& talk, const Allowance& allowance,
              bool left_another) {
  bot.process().kill();
  if (allowance.excused && bot.process().may_be_out_of_memory()) {
    return nobodys_fault(
        input, bot.process().ending() + ", and the system has killed processes because it was out of memory");
  }
  const bool stayed = bot.process().has_read_question() && !left_another;
  if (bot.last_question() == 1 && bot.process().left_in_order() && !stayed) {
    return fault(
        FaultKind::start, input,
        bot.process().ending() +
            " before it had answered once: the process that is started must stay, in the foreground");
  }
  const auto* const when = talk.answered.size() == 1 ? " at its first question" : " in the middle of a game";
  const auto ending = bot.process().ending();
  const auto why = why_ended(bot.entry(), ending, bot.process().error_tail());
  const bool left = why.empty() && bot.process().left_in_order();
  return fault(FaultKind::crash, input,
               ending + when + (left ? "; a bot answers, and stays until `quit`" : why));
}

/// The hint for a bot that did not compute and that flushes its output, as far as is known.
std::string hint_at_idleness(const Activity& activity) {
  if (activity.sleeps) return "; it did not compute: it sleeps";
  if (activity.waits_for_input)
    return "; it waits for more input: it has not answered this question, or not flushed the answer";
  return "; it did not compute: it sleeps, or waits for something";
}

std::string why_no_answer(Bot& bot, const SeatTalk& talk, const Allowance& allowance) {
  auto hint = hint_at({.unfinished = bot.process().unfinished_line(),
                       .stale = talk.stale,
                       .reads_nothing = bot.process().reads_nothing(),
                       .errors = bot.process().error_tail(),
                       .only_comments = talk.comment_bytes > 0 && !talk.has_answered()});
  if (!hint.empty()) return hint;
  const auto& share = bot.process().share();
  // A bot whose answer is still in its own buffer neither computes nor waits for a processor.
  const auto little = allowance.wall() / 20;
  if (share.is_busy() && share.ran > little)
    return "; it computed until then: let it answer sooner, or look for an endless loop";
  if (share.waited > little || share.ran > little) return {};
  const bool has_ever_answered = talk.has_answered() || bot.last_question() > talk.answered.size();
  const auto activity = activity_of(bot.process().pid());
  if (has_ever_answered || (activity.sleeps && !activity.waits_for_input)) return hint_at_idleness(activity);
  if (bot.cpu_time() > little) return {};
  return "; it has not answered once since it became ready: does it flush its output?";
}

/// The load of the machine, for the message of a timeout.
std::string how_busy(const ProcessorShare& share, const Allowance& allowance) {
  Measurements measurements{.share = std::nullopt,
                            .tables = static_cast<std::uint64_t>(allowance.tables),
                            .cores = rounded(usable_cores(), 1),
                            .load = rounded(machine_load().average, 1)};
  if (share.is_known)
    measurements.share = {
        .ran = in_whole_ms(share.ran), .span = in_whole_ms(share.span), .waited = in_whole_ms(share.waited)};
  return to_text(measurements);
}

/// Whether the bot waited for a processor for nearly all of the longest possible extension of its deadline.
bool never_had_its_time(const ProcessorShare& share, const Allowance& allowance) {
  return share.is_known && share.waited > (WallDeadline::most_put_off - 1) * allowance.wall();
}

/// The message of a timeout. `used`: CPU time, if that is the clock.
std::string timeout_message(const Allowance& allowance, microseconds used) {
  return "gave no answer " + within_time(allowance.clock, microseconds{allowance.us}, used);
}

Reply timed_out(const Input& input, Bot& bot, const SeatTalk& talk, const Allowance& allowance) {
  const auto used = bot.process().cpu_used();
  const bool used_up = allowance.clock == ClockKind::cpu && used >= microseconds{allowance.us};
  if (allowance.excused && !used_up && input.late > own_lateness(allowance.wall()))
    return nobodys_fault(input, "the referee checked the clock " + in_ms(input.late) + " late");
  const auto& share = bot.process().share();
  if (allowance.excused && allowance.clock == ClockKind::wall && never_had_its_time(share, allowance))
    return nobodys_fault(input, timeout_message(allowance, used) + how_busy(share, allowance));
  // If a bot has used up its CPU time, it was busy, so neither a hint nor the load of the machine explains
  // more.
  const auto why = used_up ? "" : why_no_answer(bot, talk, allowance) + how_busy(share, allowance);
  auto reply = fault(FaultKind::timeout, input, timeout_message(allowance, used) + why);
  // If the wall backstop is reached, the whole allowance is charged.
  if (allowance.clock == ClockKind::cpu) reply.us = std::max(used.count(), allowance.us);
  return reply;
}

/// Replaces wall time by CPU time, and turns an answer that took too much CPU time into a timeout.
Reply by_cpu_time(Reply reply, Bot& bot, const Input& input, const Allowance& allowance) {
  const bool is_timeout = reply.kind == Reply::Kind::fault && reply.fault == FaultKind::timeout;
  if (is_timeout) return reply;
  reply.us = bot.process().cpu_used().count();
  if (reply.kind != Reply::Kind::action || reply.us <= allowance.us) return reply;
  const auto us = reply.us;
  reply = fault(FaultKind::timeout, input,
                "used " + in_ms(microseconds{us}) + " of CPU time for an answer, of " +
                    in_ms(microseconds{allowance.us}) + " that it had");
  reply.us = us;
  return reply;
}

/// Reduces the charge to the allowance, because the machine took the rest of the time from the bot.
Reply by_wall(Reply reply, const Allowance& allowance) {
  const bool is_timeout = reply.kind == Reply::Kind::fault && reply.fault == FaultKind::timeout;
  if (!is_timeout) reply.us = std::min(reply.us, allowance.us);
  return reply;
}

std::optional<Reply> reply_to(const Input& input, Bot& bot, SeatTalk& talk, const Allowance& allowance,
                              const ActionList& legal, bool left_another) {
  switch (input.kind) {
    case Input::Kind::line:
    case Input::Kind::not_text:
    case Input::Kind::flood:
      return reply_to_output(input, talk, bot.last_question(), legal);
    case Input::Kind::ended:
      return crashed(input, bot, talk, allowance, left_another);
    case Input::Kind::timed_out:
      return timed_out(input, bot, talk, allowance);
    case Input::Kind::interrupted:
      break;
  }
  return Reply{Reply::Kind::interrupted, {}, {}, 0, {}, "interrupted"};
}

}  // namespace

void SeatTalk::asked(std::uint64_t id) {
  if (answered.empty()) first_question = id;
  answered.push_back(false);
  stale.clear();
}

bool SeatTalk::has_answered() const { return std::ranges::find(answered, true) != answered.end(); }

Reply fault(FaultKind kind, const Input& input, std::string message) {
  return {Reply::Kind::fault, {}, kind, input.us.count(), {}, std::move(message)};
}

std::optional<Reply> reply_to_output(const Input& input, SeatTalk& talk, std::uint64_t open,
                                     const ActionList& legal) {
  if (input.kind == Input::Kind::flood)
    return fault(FaultKind::flood, input, "wrote a line of more than 4 KiB, or more than 1 MiB");
  if (input.kind == Input::Kind::not_text)
    return fault(FaultKind::garbage, input, "wrote a line with a NUL byte or invalid UTF-8", input.text);
  if (!input.text.starts_with('#')) return reply_to_line(input, talk, open, legal);
  keep_comment(talk, input.text);
  return std::nullopt;
}

asio::awaitable<Reply> ask(Bot& bot, SeatTalk& talk, Allowance allowance, const ActionList& legal) {
  auto& process = bot.process();
  const auto id = bot.next_question();
  talk.asked(id);
  const auto before = process.outbox().size();
  append_ask_line(process.outbox(), id, allowance.us, legal);
  const bool by_cpu = allowance.clock == ClockKind::cpu;
  process.open_question(allowance.wall(), by_cpu ? std::optional{microseconds{allowance.us}} : std::nullopt);
  while (true) {
    const auto input = co_await process.listen();
    bool left_another = false;
    if (id == 1 && input.kind == Input::Kind::ended) left_another = co_await process.has_left_another();
    auto reply = reply_to(input, bot, talk, allowance, legal, left_another);
    if (!reply) continue;
    const bool is_first_answer = reply->kind == Reply::Kind::action && id == 1;
    if (is_first_answer) left_another = co_await process.has_left_another();
    if (is_first_answer && left_another) reply = crashed(input, bot, talk, allowance, true);
    if (input.unasked) process.outbox().resize(before);  // the question was not sent, and never will be
    reply = by_cpu ? by_cpu_time(std::move(*reply), bot, input, allowance)
                   : by_wall(std::move(*reply), allowance);
    process.close_question();
    co_return std::move(*reply);
  }
}

}  // namespace tribunal
