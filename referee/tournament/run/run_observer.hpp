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
  std::uint64_t total = 0;   ///< number of games in the tournament that count
  std::uint64_t stored = 0;  ///< number of these that are committed
  std::uint64_t now = 0;     ///< number of these that this run committed
  std::uint64_t faults = 0;  ///< number of faults in the committed games
  std::chrono::milliseconds elapsed{};

  /// The estimated time for the missing games at the pace so far. None before the first game.
  [[nodiscard]] std::optional<std::chrono::milliseconds> left() const {
    if (now == 0) return std::nullopt;
    const double each = static_cast<double>(elapsed.count()) / static_cast<double>(now);
    return std::chrono::milliseconds{static_cast<std::int64_t>(each * static_cast<double>(total - stored))};
  }
};

/// Facts about a run that starts.
struct RunStart {
  const Store& store;
  const HostFacts& host;
  int workers = 0;
  std::uint64_t games = 0;   ///< games of this run and earlier ones that count, as far as they are known
  std::uint64_t stored = 0;  ///< number of these that earlier runs stored
  bool is_whole = false;     ///< whether there will be no further games
};

/// Receives the events of a run of a tournament. All calls come from the thread of `run_tournament`, except
/// for `ready`, which comes from the threads of the tables.
class RunObserver {
 public:
  RunObserver() = default;
  RunObserver(const RunObserver&) = delete;
  RunObserver& operator=(const RunObserver&) = delete;
  virtual ~RunObserver() = default;

  virtual void start(const RunStart& /*run*/) {}
  /// A process of this bot became ready for the `Bot::starts`th time at its table.
  virtual void ready(const Bot& /*bot*/) {}
  /// A game was stored with its faults. It is game number `stored` of those that count.
  virtual void game(const FinishedGame& /*game*/, std::uint64_t /*stored*/) {}
  virtual void void_game(const VoidGame& /*game*/) {}
  virtual void start_news(const StartNews& /*news*/) {}
  /// Bots will have to wait for processors (`RunOptions::crowding`).
  virtual void crowding(const std::string& /*sentence*/) {}
  /// Further rounds are known: `count` of them, from `first` on (counted from 0). `games` as in `RunStart`.
  virtual void rounds(std::size_t /*first*/, std::size_t /*count*/, std::uint64_t /*games*/) {}
  /// A signal arrived. `again`: it is not the first one.
  virtual void interrupted(int /*signal*/, bool /*again*/) {}
  /// The run cannot continue. `why` is a sentence.
  virtual void failure(const std::string& /*why*/) {}
  /// Called several times a second, and at the end.
  virtual void progress(const RunProgress& /*now*/) {}
  /// The run has ended. `how`: complete, interrupted or failed.
  virtual void end(std::string_view /*how*/, const Store& /*store*/) {}
};

}  // namespace tribunal
