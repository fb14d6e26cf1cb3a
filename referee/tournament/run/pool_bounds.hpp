#pragma once

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
[[nodiscard]] PoolBounds pool_bounds(const Plan& plan, int tables);

}  // namespace tribunal
