#include "cli/terminal/first_faults.hpp"

#include "tournament/run/run_journal.hpp"

namespace tribunal {

void FirstFaults::note(const FinishedGame& game) {
  for (const auto& fault : game.diagnostics) {
    const int bot = game.result.seats.at(static_cast<std::size_t>(fault.seat)).bot;
    const bool is_first_of_all = known_.empty();
    if (!known_.emplace(bot, fault.kind).second) continue;
    say_(fault_line(plan_, game, fault) +
         (is_first_of_all ? "; 'tribunal faults " + folder_.string() + "' lists all" : ""));
  }
}

}  // namespace tribunal
