#pragma once

#include <algorithm>

#include "tournament/plan/plan.hpp"

namespace tribunal {

/// The number of bot processes that all tables together keep running between games, unless twice the number
/// of bots that play is greater.
inline constexpr int processes_kept = 64;

/// Bounds on the processes of bots at each table.
struct PoolBounds {
  int kept = 0;    ///< running bots, those that play included
  int ending = 0;  ///< bots beside them that were asked to exit and have not yet
  [[nodiscard]] int all() const { return kept + ending; }
};

/// `tables`: of the run.
[[nodiscard]] inline PoolBounds pool_bounds(const Plan& plan, int tables) {
  const auto bots = static_cast<int>(plan.bots.size());
  if (plan.restart != Restart::never) return {.kept = std::min(bots, plan.players)};
  const int room = std::max(2 * plan.players, processes_kept / std::max(tables, 1));
  if (bots <= room) return {.kept = bots};
  return {.kept = room, .ending = plan.players};
}

}  // namespace tribunal
