#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "cli/options/exit_code.hpp"
#include "cli/run/run_options.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/run/event_stream.hpp"

namespace tribunal {

/// The settings for playing a shard of a tournament.
struct ShardOrder {
  std::string shard;                             ///< as `shard_of` reads it
  std::filesystem::path after;                   ///< results of the rounds before; empty: there are none
  std::optional<std::filesystem::path> scratch;  ///< the folder on this machine in which it is played
  RunPlace place;                                ///< `out`: the folder of all shards
  std::shared_ptr<EventStream> events;           ///< nothing, if nobody listens
  SignalWatch* signals = nullptr;                ///< of the command
  bool quiet = false;
  bool dry_run = false;
  bool accept_changes = false;
  bool with_failing_bots = false;
};

/// Plays a shard, or resumes it, and leaves its results in the folder of all shards, complete or not at
/// all. A shard that is there is not played again.
[[nodiscard]] ExitCode play_shard(Tournament tournament, const ShardOrder& order);

}  // namespace tribunal
