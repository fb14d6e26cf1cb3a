#include "tournament/run/run_journal.hpp"

#include <csignal>
#include <unistd.h>

#include "cards/digest.hpp"
#include "record/names.hpp"
#include "record/number_text.hpp"
#include "tournament/plan/conditions.hpp"

namespace tribunal {
namespace {

std::string name_of_signal(int signal) {
  const char* const name = ::sigabbrev_np(signal);
  return name != nullptr ? std::string{"SIG"} + name : "signal " + std::to_string(signal);
}

}  // namespace

std::string fault_line(const Plan& plan, const FinishedGame& game, const Diagnostic& fault) {
  const auto bot = static_cast<std::size_t>(game.result.seats.at(static_cast<std::size_t>(fault.seat)).bot);
  return "fault: " + plan.bots.at(bot).name + ": " + std::string{name_of(fault.kind)} + " (game " +
         std::to_string(game.result.index) + ", deal " + std::to_string(game.result.deal) + ", seat " +
         std::to_string(fault.seat) + "): " + fault.message;
}

void RunJournal::start(const Store& store, const HostFacts& host, int workers) const {
  journal_.info("start: tribunal " + host.referee + ", tournament " + tournament_.plan.name +
                ", plan sha256 " + to_hex(sha256(tournament_.plan_text)) + ", " +
                counted(static_cast<std::uint64_t>(workers), "worker") + ", sandbox " + host.sandbox +
                ", process " + std::to_string(::getpid()));
  journal_.info("conditions: " + to_text(conditions_of(tournament_, host)));
  journal_.info("commitment to the deals: " + to_hex(store.commitment()));
  if (store.size() > 0)
    journal_.info("resumption: " + counted(store.size(), "game") + " stored before, the last by tribunal " +
                  store.referee_before());
}

void RunJournal::ready(const Bot& bot) const {
  const auto& entry = bot.entry();
  const auto text = entry.name + " (" + bot.version() + ")";
  if (bot.starts() > 1 && entry.restart == Restart::never)
    return journal_.info("restart: " + text + ", process " + std::to_string(bot.starts()) + " at its table");
  journal_.debug("ready: " + text);
}

void RunJournal::game(const FinishedGame& game) const {
  for (const auto& fault : game.diagnostics) journal_.warning(fault_line(tournament_.plan, game, fault));
  if (!journal_.writes_trace()) return;
  journal_.trace("game " + std::to_string(game.result.index) + ", deal " + std::to_string(game.result.deal) +
                 ": stored");
}

void RunJournal::void_game(const VoidGame& game) const {
  journal_.warning("void: game " + std::to_string(game.index) + ": " + game.reason);
}

void RunJournal::rounds(std::size_t first, std::size_t count) const {
  const auto last = first + count;
  journal_.info(count == 1
                    ? "round " + std::to_string(last) + " is drawn"
                    : "rounds " + std::to_string(first + 1) + " to " + std::to_string(last) + " are drawn");
}

void RunJournal::interrupted(int signal, bool again) const {
  journal_.warning(name_of_signal(signal) +
                   (again ? ": slow bots are not waited for" : ": running games are abandoned"));
}

void RunJournal::failure(const RunFailure& failure) const { journal_.error("failure: " + failure.message); }

void RunJournal::end(const std::string& how, const Store& store) const {
  journal_.info("end: " + how + ", " + counted(store.size(), "game") + " stored, " +
                counted(store.faults(), "fault"));
}

}  // namespace tribunal
