#include "tournament/run/pool_bounds.hpp"

#include <algorithm>

namespace tribunal {

PoolBounds pool_bounds(const Plan& plan, int tables) {
  const auto bots = static_cast<int>(plan.bots.size());
  if (plan.restart != Restart::never) return {.kept = std::min(bots, plan.players)};
  const int room = std::max(2 * plan.players, processes_kept / std::max(tables, 1));
  if (bots <= room) return {.kept = bots};
  return {.kept = room, .ending = plan.players};
}

}  // namespace tribunal
