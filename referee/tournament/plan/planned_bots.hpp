#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "bots/identity/identity.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "bots/sandbox/visibility.hpp"
#include "tournament/plan/plan.hpp"

namespace tribunal {

/// The default parent folder of results. In it, each tournament has a folder of its name.
inline constexpr std::string_view usual_results = "results";

/// The visibility of each bot of a plan (`visibility_of`). All folders in `results` are hidden.
[[nodiscard]] std::vector<Visibility> visibility_of(const Plan& plan,
                                                    std::span<const std::filesystem::path> results);

/// The sandbox of each bot of a plan. It shows exactly the files that `visibility_of` allows.
[[nodiscard]] std::vector<Sandbox> sandboxes_of(const Plan& plan, SandboxLevel level,
                                                std::span<const std::filesystem::path> results);

/// Whether the bot is optional, and files that the plan names are missing with its program on this machine.
/// A program with a name like that of a sample bot is an error in spelling instead.
[[nodiscard]] bool is_absent(const PlannedBot& bot);

/// A file or a directory that a plan names for a bot but that does not exist.
struct MissingFile {
  std::size_t bot = 0;
  std::string_view key;  ///< key of the bot that names it
  std::string sentence;
};

/// The first missing file of a plan. None if all files exist. Bots that are withdrawn, still have to be
/// built or are absent are ignored.
[[nodiscard]] std::optional<MissingFile> missing_file(const Plan& plan);

/// The identity of each bot of a plan. It is empty for withdrawn bots, whose files may be gone, for bots
/// that still have to be built, and for absent ones. `known` as in `identities_of`.
[[nodiscard]] Result<std::vector<BotIdentity>> identities_of(const Plan& plan,
                                                             std::span<const std::filesystem::path> results,
                                                             std::span<const BotIdentity> known = {});

/// The identity of a bot by only those files that its command and the plan name (`identity_by_named_files`).
[[nodiscard]] Result<BotIdentity> identity_by_named_files(const PlannedBot& bot);

/// The number of bot processes that all tables together keep running between games. It is larger if twice the
/// number of playing bots is larger.
inline constexpr int processes_kept = 64;

/// The bounds on the processes of bots at each table.
struct PoolBounds {
  int kept = 0;    ///< number of running bots, including those that play
  int ending = 0;  ///< number of further bots that were asked to exit but still run
  [[nodiscard]] int all() const { return kept + ending; }
};

/// The bounds for each of `tables` tables of a run.
[[nodiscard]] inline PoolBounds pool_bounds(const Plan& plan, int tables) {
  const auto bots = static_cast<int>(plan.bots.size());
  if (plan.restart != Restart::never) return {.kept = std::min(bots, plan.players)};
  const int room = std::max(2 * plan.players, processes_kept / std::max(tables, 1));
  if (bots <= room) return {.kept = bots};
  return {.kept = room, .ending = plan.players};
}

}  // namespace tribunal
