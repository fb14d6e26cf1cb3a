#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "table/start_history.hpp"
#include "tournament/results/finished_game.hpp"
#include "tournament/results/store.hpp"

namespace tribunal {

class Bot;

/// The progress of a run.
struct RunProgress {
  std::uint64_t total = 0;   ///< games of the tournament
  std::uint64_t stored = 0;  ///< of these, committed
  std::uint64_t now = 0;     ///< of these, in this run
  std::uint64_t faults = 0;  ///< in the games committed
  std::chrono::milliseconds elapsed{};

  /// The time that the missing games will take at the pace so far; none before the first game.
  [[nodiscard]] std::optional<std::chrono::milliseconds> left() const {
    if (now == 0) return std::nullopt;
    const double each = static_cast<double>(elapsed.count()) / static_cast<double>(now);
    return std::chrono::milliseconds{static_cast<std::int64_t>(each * static_cast<double>(total - stored))};
  }
};

/// The facts of a run that starts.
struct RunStart {
  const Store& store;
  const HostFacts& host;
  int workers = 0;
  std::uint64_t games = 0;  ///< of this run and those before it, as far as is known
  bool is_whole = false;    ///< there will be no more
};

/// Hears what happens in a run of a tournament. All calls come from the thread of `run_tournament`, except
/// `ready`, which comes from the threads of the tables.
class RunObserver {
 public:
  RunObserver() = default;
  RunObserver(const RunObserver&) = delete;
  RunObserver& operator=(const RunObserver&) = delete;
  virtual ~RunObserver() = default;

  virtual void start(const RunStart& /*run*/) {}
  /// A process of this bot got ready for the `Bot::starts`th time at its table.
  virtual void ready(const Bot& /*bot*/) {}
  /// A game was stored, with its faults: the `stored`th of the tournament.
  virtual void game(const FinishedGame& /*game*/, std::uint64_t /*stored*/) {}
  virtual void void_game(const VoidGame& /*game*/) {}
  virtual void start_news(const StartNews& /*news*/) {}
  /// `RunOptions::crowding`
  virtual void crowding(const std::string& /*sentence*/) {}
  /// Rounds are known, of which `first` (from 0) is the first, and with them `games` as in `RunStart`.
  virtual void rounds(std::size_t /*first*/, std::size_t /*count*/, std::uint64_t /*games*/) {}
  /// A signal arrived; `again`: not the first.
  virtual void interrupted(int /*signal*/, bool /*again*/) {}
  /// The run cannot continue, a sentence.
  virtual void failure(const std::string& /*why*/) {}
  /// Called several times a second, and at the end.
  virtual void progress(const RunProgress& /*now*/) {}
  /// `how`: complete, interrupted or failed.
  virtual void end(std::string_view /*how*/, const Store& /*store*/) {}
};

}  // namespace tribunal
