#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "tournament/plan/tournament.hpp"
#include "tournament/run/journal.hpp"
#include "tournament/run/run_observer.hpp"

namespace tribunal {

/// The bot in a seat of a game.
[[nodiscard]] const std::string& name_at(const Plan& plan, const FinishedGame& game, Seat seat);

/// `fault: one: crash (game 17, deal 5, seat 1): exited with 1`, as the journal and the terminal say it.
[[nodiscard]] std::string fault_line(const Plan& plan, const FinishedGame& game, const FaultReport& report);

/// `start: one: exited with 1 before it was ready; it is tried again`, as the journal and the terminal say
/// it.
[[nodiscard]] std::string start_line(const Plan& plan, const StartNews& news);

/// `SIGINT`
[[nodiscard]] std::string name_of_signal(int signal);

/// Writes what happens in a run of `tournament`, which must outlive it, to its journal.
[[nodiscard]] std::shared_ptr<RunObserver> journal_of_run(const Tournament& tournament, Journal journal);

}  // namespace tribunal
