#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "table/bot.hpp"
#include "table/start_desk.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/run/journal.hpp"
#include "tournament/store/finished_game.hpp"
#include "tournament/store/store.hpp"

namespace tribunal {

/// `fault: one: crash (game 17, deal 5, seat 1): exited with 1`, as the journal and the terminal say it.
[[nodiscard]] std::string fault_line(const Plan& plan, const FinishedGame& game, const Diagnostic& fault);

/// `start: one: exited with 1 before it was ready; it is tried again`, as the journal and the terminal say
/// it.
[[nodiscard]] std::string start_line(const Plan& plan, const StartNews& news);

/// A sentence on why a run ended without games of bots that do not start any more, and what the organiser can
/// do.
[[nodiscard]] std::string unplayed_sentence(const Plan& plan, const StartDesk& starts, std::uint64_t games);

/// `SIGINT`
[[nodiscard]] std::string name_of_signal(int signal);

/// Writes what happens in a run of a tournament to its journal. Safe to use from several threads.
class RunJournal {
 public:
  RunJournal(const Tournament& tournament, Journal journal)
      : tournament_{tournament}, journal_{std::move(journal)} {}

  /// The start of a run, its conditions, and how many games are stored from before.
  void start(const Store& store, const HostFacts& host, int workers) const;
  /// A process of this bot got ready for the `Bot::starts`th time at its table.
  void ready(const Bot& bot) const;
  /// A game was stored, with its faults.
  void game(const FinishedGame& game) const;
  void void_game(const VoidGame& game) const;
  void start_news(const StartNews& news) const;
  /// `RunOptions::crowding`
  void crowding(const std::string& sentence) const;
  /// Rounds are known, of which `first` (from 0) is the first.
  void rounds(std::size_t first, std::size_t count) const;
  /// A signal arrived; `again`: not the first.
  void interrupted(int signal, bool again) const;
  void failure(const Error& failure) const;
  /// Logs the outcome of the run: `complete` and the like.
  void end(const std::string& how, const Store& store) const;

 private:
  const Tournament& tournament_;
  Journal journal_;
};

}  // namespace tribunal
