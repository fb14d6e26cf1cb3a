#include "tournament/plan/bot_limits.hpp"

#include <algorithm>

namespace tribunal {

void check_limits(const PlanTable& table, const Limits& limits) {
  if (limits.move_ms == 0 && limits.game_ms == 0) {
    table.report("move_ms",
                 "without a limit for a move or a game nothing would ever end; move_ms = 1000 is usual");
  }
  if (limits.increment_ms > 0 && limits.game_ms == 0)
    table.report("increment_ms", "'increment_ms' adds to the time for a game, which needs 'game_ms'");
  if (limits.bank_ms > 0 && limits.game_ms > 0) {
    table.report(
        "bank_ms",
        "'bank_ms' is for what moves take beyond 'move_ms', and 'game_ms' for all of a game: a game has "
        "one of them");
  }
  if (limits.bank_ms > 0 && limits.move_ms == 0)
    table.report("bank_ms", "'bank_ms' is for what moves take beyond 'move_ms', which is 0: no limit");
}

const Limits& limits_of(const Plan& plan, std::size_t bot) {
  const auto& own = plan.bots.at(bot).limits;
  return own ? *own : plan.limits;
}

std::vector<Limits> own_limits_of(const Plan& plan, std::span<const int> seating) {
  const auto has_own = [&](int bot) {
    return plan.bots.at(static_cast<std::size_t>(bot)).limits.has_value();
  };
  std::vector<Limits> limits;
  if (std::ranges::none_of(seating, has_own)) return limits;
  for (const int bot : seating) limits.push_back(limits_of(plan, static_cast<std::size_t>(bot)));
  return limits;
}

}  // namespace tribunal
