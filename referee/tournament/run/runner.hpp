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
#include "record/record.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/store.hpp"
#include "tournament/run/run_observer.hpp"

namespace tribunal {

class SignalWatch;

struct RunOptions {
  std::optional<int> workers = {};  ///< instead of the plan's
  HostFacts facts = {};
  SandboxLevel level = SandboxLevel::none;
  std::vector<std::shared_ptr<RunObserver>> observers = {};  ///< told of each event in their order
  /// Called with every stored game, in the order in which games finish; true: no more are needed, and
  /// the run is complete.
  std::function<bool(const GameResult&)> enough = {};
  /// The index below which games may start; asked at first, and again after games were shown to `enough`.
  /// It does not fall. Without it all may be.
  std::function<std::uint64_t()> may_begin = {};
  /// Folders that bots must not see, in addition to that of the store.
  std::vector<std::filesystem::path> hidden = {};
  /// A bot that does not start any more forfeits its games; else they are not played.
  bool with_failing_bots = false;
  /// Bots, by their index in the plan, of which it is known already that they do not start. Without
  /// `with_failing_bots` they are optional bots whose program is missing: none of them is tried.
  std::vector<int> failing_bots = {};
  /// The reason why bots will have to wait for processors (`crowding_of`), to be logged and stored with the
  /// results.
  std::string crowding = {};
  /// Whether a game with a timeout is played once more, to note with the fault whether it recurred. The game
  /// counts as it was played first.
  bool repeats_timeouts = false;
  /// The time that running games get to end after SIGTERM before they are abandoned.
  std::chrono::milliseconds patience{0};
  SignalWatch* signals = nullptr;  ///< of the command; without it the run has its own
};

enum class RunEnd : std::uint8_t { complete, interrupted };

/// Plays all games of `tournament`, or of its shard, that `store` does not have yet, at several tables at the
/// same time, and keeps them. SIGINT, SIGTERM and SIGHUP end it in good order: running games are abandoned
/// (after SIGTERM only once `RunOptions::patience` is over), finished games stored, and bots ended, by
/// SIGKILL after the grace of `SignalWatch`; a second one ends them at once. What is played does not depend
/// on the number of workers, nor on how often it was interrupted.
[[nodiscard]] Result<RunEnd> run_tournament(const Tournament& tournament, Store& store,
                                            const RunOptions& options);

/// Tables at which a tournament is played at the same time: as the options say, else as the plan says, else
/// one for each `cores_per_table` cores of this machine.
[[nodiscard]] int workers_of(const Plan& plan, const RunOptions& options);

}  // namespace tribunal
