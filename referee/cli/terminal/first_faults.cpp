#include "cli/terminal/first_faults.hpp"

#include "record/names.hpp"

namespace tribunal {

void FirstFaults::note(const FinishedGame& game) {
  for (const auto& fault : game.diagnostics) {
    const int bot = game.result.seats.at(static_cast<std::size_t>(fault.seat)).bot;
    const bool is_first_of_all = known_.empty();
    if (!known_.emplace(bot, fault.kind).second) continue;
    say_("fault: " + plan_.bots.at(static_cast<std::size_t>(bot)).name + ": " +
         std::string{name_of(fault.kind)} + " (game " + std::to_string(game.result.index) + ", deal " +
         std::to_string(game.result.deal) + ", seat " + std::to_string(fault.seat) + "): " + fault.message +
         (is_first_of_all ? "; 'tribunal faults " + folder_.string() + "' lists all" : ""));
  }
}

}  // namespace tribunal
