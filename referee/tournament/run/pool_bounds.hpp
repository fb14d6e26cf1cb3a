#pragma once

#include <algorithm>

#include "tournament/plan/plan.hpp"

namespace tribunal {

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
