#include "tournament/run/run_journal.hpp"

#include <csignal>
#include <fmt/format.h>
#include <unistd.h>

#include "base/digest.hpp"
#include "base/text/number_text.hpp"
#include "record/names.hpp"
#include "tournament/plan/conditions.hpp"

namespace tribunal {

std::string name_of_signal(int signal) {
  const char* const name = ::sigabbrev_np(signal);
  return name != nullptr ? std::string{"SIG"} + name : "signal " + std::to_string(signal);
}

std::string fault_line(const Plan& plan, const FinishedGame& game, const Diagnostic& fault) {
  const auto bot = static_cast<std::size_t>(game.result.seats.at(static_cast<std::size_t>(fault.seat)).bot);
  return fmt::format("fault: {}: {} (game {}, deal {}, seat {}): {}", plan.bots.at(bot).name,
                     name_of(fault.kind), game.result.index, game.result.deal, fault.seat, fault.message);
}

std::string start_line(const Plan& plan, const StartNews& news) {
  const auto& name = plan.bots.at(static_cast<std::size_t>(news.bot)).name;
  switch (news.standing) {
    case StartDesk::Standing::sound:
      return fmt::format("start: {} is ready, after {}", name, counted(news.failures, "failed start"));
    case StartDesk::Standing::in_doubt:
      return fmt::format("start: {}: {}; it is tried again, and its games wait", name, news.message);
    case StartDesk::Standing::gone:
      break;
  }
  return fmt::format("start: {} is withdrawn, since it does not start any more: {}", name, news.message);
}

std::string unplayed_sentence(const Plan& plan, const StartDesk& starts, std::uint64_t games) {
  std::string names;
  for (const int bot : starts.gone())
    names += (names.empty() ? "" : ", ") + plan.bots.at(static_cast<std::size_t>(bot)).name;
  return fmt::format(
      "{} not played, as a bot does not start any more: {}; repair it and run the same command again "
      "to resume",
      counted(games, "game") + (games == 1 ? " was" : " were"), names);
}

void RunJournal::start(const Store& store, const HostFacts& host, int workers) const {
  journal_.info(fmt::format("start: tribunal {}, tournament {}, plan sha256 {}, {}, sandbox {}, process {}",
                            host.referee, tournament_.plan.name, to_hex(sha256(tournament_.plan_text)),
                            counted(static_cast<std::uint64_t>(workers), "worker"), host.sandbox,
                            ::getpid()));
  journal_.info("conditions: " + to_text(conditions_of(tournament_, host)));
  journal_.info("commitment to the deals: " + to_hex(store.commitment()));
  if (store.size() > 0)
    journal_.info(fmt::format("resumption: {} stored before, the last by tribunal {}",
                              counted(store.size(), "game"), store.referee_before()));
}

void RunJournal::ready(const Bot& bot) const {
  const auto& entry = bot.entry();
  const auto text = entry.name + " (" + bot.version() + ")";
  if (bot.starts() > 1 && entry.restart == Restart::never)
    return journal_.info(fmt::format("restart: {}, process {} at its table", text, bot.starts()));
  journal_.debug("ready: " + text);
}

void RunJournal::game(const FinishedGame& game) const {
  for (const auto& fault : game.diagnostics) journal_.warning(fault_line(tournament_.plan, game, fault));
  for (const auto& restart : game.restarts) {
    const auto bot = game.result.seats.at(static_cast<std::size_t>(restart.seat)).bot;
    journal_.info(fmt::format("restarted: {}, before game {} or in it: {}",
                              tournament_.plan.bots.at(static_cast<std::size_t>(bot)).name, game.result.index,
                              restart.message));
  }
  if (!journal_.writes_trace()) return;
  journal_.trace(fmt::format("game {}, deal {}: stored", game.result.index, game.result.deal));
}

void RunJournal::void_game(const VoidGame& game) const {
  journal_.warning(fmt::format("void: game {}: {}", game.index, game.reason));
}

void RunJournal::start_news(const StartNews& news) const {
  const auto line = start_line(tournament_.plan, news);
  if (news.standing == StartDesk::Standing::sound) return journal_.info(line);
  if (news.standing == StartDesk::Standing::in_doubt) return journal_.warning(line);
  journal_.error(line);
}

void RunJournal::crowding(const std::string& sentence) const { journal_.warning("load: " + sentence); }

void RunJournal::rounds(std::size_t first, std::size_t count) const {
  const auto last = first + count;
  journal_.info(count == 1 ? fmt::format("round {} is drawn", last)
                           : fmt::format("rounds {} to {} are drawn", first + 1, last));
}

void RunJournal::interrupted(int signal, bool again) const {
  journal_.warning(name_of_signal(signal) +
                   (again ? ": slow bots are not waited for" : ": running games are abandoned"));
}

void RunJournal::failure(const Error& failure) const { journal_.error("failure: " + failure.text()); }

void RunJournal::end(const std::string& how, const Store& store) const {
  journal_.info("end: " + how + ", " + counted(store.size(), "game") + " stored, " +
                counted(store.faults(), "fault"));
}

}  // namespace tribunal
