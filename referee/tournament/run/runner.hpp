#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "bots/system/machine.hpp"
#include "record/record.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/store.hpp"
#include "tournament/run/run_observer.hpp"

namespace tribunal {

class SignalWatch;

struct RunOptions {
  std::optional<int> workers = {};  ///< number of games at a time; none: the plan's number
  HostFacts facts = {};
  SandboxLevel level = SandboxLevel::none;
  std::vector<std::shared_ptr<RunObserver>> observers = {};  ///< each event is passed to them in this order
  /// Called with every stored game, in the order in which games finish. If it returns true, no more games are
  /// needed, and the run is complete.
  std::function<bool(const GameResult&)> enough = {};
  /// Returns the index below which games may start. It is called at first, and again after games were passed
  /// to `enough`. It never falls. If empty, all games may start.
  std::function<std::uint64_t()> may_begin = {};
  /// Folders that bots must not see, in addition to that of the store.
  std::vector<std::filesystem::path> hidden = {};
  /// Whether a bot that no longer starts forfeits its games. Otherwise these games are not played.
  bool with_failing_bots = false;
  /// Bots, by their index in the plan, that are already known not to start. Without `with_failing_bots` they
  /// are optional bots whose program is missing, and no start is tried.
  std::vector<int> failing_bots = {};
  /// The reason that bots will have to wait for processors (`crowding_of`). It is logged, and stored with the
  /// results.
  std::string crowding = {};
  /// Whether a game with a timeout is played once more, to note with the fault whether it recurred. The first
  /// game counts.
  bool repeats_timeouts = false;
  /// The time that running games have to end after SIGTERM. After it they are abandoned.
  std::chrono::milliseconds patience{0};
  SignalWatch* signals = nullptr;  ///< those of the command; null: the run has its own
};

enum class RunEnd : std::uint8_t { complete, interrupted };

/// Plays all games of `tournament`, or of its shard, that `store` does not have yet, and stores them. Several
/// tables play at the same time. SIGINT, SIGTERM and SIGHUP end the run in good order: running games are
/// abandoned (after SIGTERM only once `RunOptions::patience` is over), finished games are stored, and bots
/// are ended, by SIGKILL after the grace of `SignalWatch`. A second signal ends them at once. The games do
/// not depend on the number of workers or on interruptions.
[[nodiscard]] Result<RunEnd> run_tournament(const Tournament& tournament, Store& store,
                                            const RunOptions& options);

/// The number of tables that play at the same time: from the options, else from the plan, else one for each
/// `cores_per_table` cores of this machine.
[[nodiscard]] int workers_of(const Plan& plan, const RunOptions& options);

/// A sentence that says why bots will have to wait for processors while the wall clock runs, and what to do
/// about it. Empty if they will not, or if the plan counts CPU time.
[[nodiscard]] std::string crowding_of(const Tournament& tournament, int tables, double cores,
                                      const MachineLoad& load);
/// The sentence for this machine with its current load.
[[nodiscard]] std::string crowding_of(const Tournament& tournament, int tables);

}  // namespace tribunal
