#include "check/dialogues.hpp"

#include <array>
#include <fmt/format.h>

#include "base/text/number_text.hpp"
#include "bots/hints/start_hint.hpp"
#include "check/evidence.hpp"
#include "check/order.hpp"
#include "check/self_play.hpp"
#include "games/vocabulary.hpp"
#include "record/clocks_and_strikes.hpp"
#include "table/answer.hpp"
#include "table/protocol.hpp"

namespace tribunal {
namespace {

Examination examination(std::string_view kind) { return {.name = std::string{kind}, .message = {}}; }

/// A hint for a bot that did not say `ready`.
std::string hint_for(const Bot::StartTrouble& trouble, const Bot& bot) {
  const auto& entry = bot.entry();
  const std::array alone{BotFiles{.name = entry.name, .command = entry.command}};
  const FailedStart start{.command = entry.command,
                          .sandbox = entry.sandbox,
                          .shared = visibility_of(alone, {}).front().shared,
                          .ran = trouble.us.count() > 0,
                          .message = trouble.message,
                          .error_tail = bot.error_tail()};
  return start_hint(start, [](const auto&) { return std::string{own_folder_or_no_sandbox}; });
}

/// Reports the trouble of a start as an examination.
void note_start_trouble(Examination& found, const Bot::StartTrouble& trouble, const Bot& bot,
                        const CheckOrder& order) {
  const bool is_fault = trouble.kind == Bot::StartTrouble::Kind::fault;
  found.finding = is_fault ? Finding::failed : Finding::error;
  found.message = is_fault ? "start: " + trouble.message : trouble.message;
  found.again = check_command(order, found.name);
  if (!is_fault) return;
  if (trouble.got.empty()) found.hint = hint_for(trouble, bot);
  found.evidence = evidence_of_lines(greeting_line, trouble.got, bot.error_tail());
  found.evidence.rule = rules::ready;
  if (!trouble.silent)  // the referee ended a silent one, so its error is not the cause
    found.evidence.place = place_of_failure(bot.entry().command, bot.error_tail());
}

/// The opening of a game that no bot knows, up to its question.
constexpr std::string_view unknown_opening = "hand 0 1\ndeal 0 Kh 9c 4d\ndeal 1 ?? ?? ??\n";

std::string unknown_game_line(const Limits& limits) {
  return fmt::format(
      "game patience-for-two players=2 seats=2 you=0 move_ms={} game_ms=0 increment_ms=0 columns=7\n",
      limits.move_ms);
}

ActionList unknown_actions() {
  ActionList legal;
  for (const auto* const action : {"play:Kh", "play:9c", "play:4d", "pass"}) {
    legal.push_back(parse_action(action).value());
  }
  return legal;
}

}  // namespace

asio::awaitable<Examination> examine_handshake(Bot& bot, const CheckOrder& order, Figures& figures) {
  auto found = examination(examinations::handshake);
  const auto trouble = co_await bot.make_ready(order.limits);
  const auto took = bot.start_took();
  if (trouble) {
    note_start_trouble(found, *trouble, bot, order);
    co_return found;
  }
  figures.startup_us = took.count();
  found.message = fmt::format("'ready {}' after {}{}", bot.version(), short_time(took.count()),
                              order.limits.clock == ClockKind::cpu ? " of CPU time" : "");
  if (took > std::chrono::milliseconds{order.limits.startup_ms} / 2) {
    found.finding = Finding::warning;
    found.message += fmt::format(", more than half of the {} ms it has", order.limits.startup_ms);
  }
  co_return found;
}

asio::awaitable<Examination> examine_restart(Bot& bot, const CheckOrder& order, std::string version) {
  auto found = examination(examinations::restart);
  const auto trouble = co_await bot.make_ready(order.limits);
  if (trouble) {
    note_start_trouble(found, *trouble, bot, order);
    found.message += " (it was ready the first time)";
  } else if (bot.version() != version) {
    found.finding = Finding::warning;
    found.message = "it said 'ready " + bot.version() + "', and 'ready " + version + "' before";
    found.again = check_command(order, found.name);
  } else {
    found.message = "ready again";
  }
  co_return found;
}

asio::awaitable<Examination> examine_unknown_game(Bot& bot, const CheckOrder& order) {
  auto found = examination(examinations::unknown_game);
  const auto opening = unknown_game_line(order.limits) + std::string{unknown_opening};
  const auto legal = unknown_actions();
  Allowance allowance{.us = Clock{order.limits}.allowance_us(), .clock = order.limits.clock};
  Reply reply;
  for (const bool excused : {true, false}) {
    bot.process().post(opening);
    SeatTalk talk;
    allowance.excused = excused;
    reply = co_await ask(bot, talk, allowance, legal);
    if (reply.kind != Reply::Kind::referee) break;
  }
  if (reply.kind == Reply::Kind::action) {
    found.message = "it answered '" + reply.action.text() + "'";
    bot.process().post("result 0 0 places 1 1\nend\n");
    bot.process().send_now();
    co_return found;
  }
  found.message = reply.message;
  found.finding = reply.kind == Reply::Kind::fault ? Finding::warning : Finding::error;
  if (reply.kind != Reply::Kind::fault) co_return found;
  found.message += ": in a game that it does not know it would be at fault";
  std::string question;
  append_ask_line(question, bot.last_question(), allowance.us, legal);
  found.evidence = evidence_of_lines(opening + question, reply.got, bot.error_tail());
  found.again = check_command(order, found.name);
  found.cause = cause_of(reply.fault, bot.error_tail());
  if (ends_the_bot(reply.fault))
    found.evidence.place = place_of_failure(bot.entry().command, bot.error_tail());
  bot.kill();
  co_return found;
}

asio::awaitable<Examination> examine_farewell(Bot& bot, Farewell farewell, const CheckOrder& order) {
  const bool quits = farewell == Farewell::quit;
  auto found = examination(quits ? examinations::quit : examinations::end_of_input);
  auto& process = bot.process();
  const auto grace = bot.entry().grace;
  const auto start = CheckClock::now();
  const bool left = co_await process.end(grace, farewell);
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(CheckClock::now() - start);
  found.message = trouble_of_leaving(left, process, grace, farewell);
  if (found.message.empty()) {
    found.message = "it left after " + short_time(took.count());
  } else {
    found.finding = Finding::warning;
    found.evidence =
        evidence_of_lines(quits ? "quit\n" : "(the end of its input)\n", {}, process.error_tail());
    found.evidence.rule = quits ? rules::leave : rules::stay;
    found.again = check_command(order, found.name);
  }
  bot.kill();
  co_return found;
}

}  // namespace tribunal
