#include "cli/terminal/run_terminal.hpp"

#include "tournament/run/run_journal.hpp"

namespace tribunal {

void RunTerminal::game(const FinishedGame& game, std::uint64_t /*stored*/) {
  if (quiet_) return;
  for (const auto& fault : game.diagnostics) {
    const bool is_first_of_all = known_.empty();
    if (!known_.emplace(game.result.seats.at(index_of(fault.seat)).bot, fault.kind).second) continue;
    line_.say(fault_line(plan_, game, fault) +
              (is_first_of_all ? "; 'tribunal faults " + folder_.string() + "' lists all" : ""));
  }
}

void RunTerminal::start_news(const StartNews& news) {
  if (news.standing != StartDesk::Standing::in_doubt || news.in_a_row <= 1)
    line_.say(start_line(plan_, news));
}

void RunTerminal::progress(const RunProgress& now) {
  if (!quiet_) show(line_, now);
}

void RunTerminal::end(std::string_view /*how*/, const Store& /*store*/) { line_.finish(); }

}  // namespace tribunal
