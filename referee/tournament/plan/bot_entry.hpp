#pragma once

#include <cstddef>
#include <vector>

#include "table/bot.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// A bot of the plan, by its index, as a table seats it; `sandboxes`: of all the plan's bots.
[[nodiscard]] inline BotEntry entry_of(const Tournament& tournament, const std::vector<Sandbox>& sandboxes,
                                       int bot) {
  const auto index = static_cast<std::size_t>(bot);
  const auto& planned = tournament.plan.bots.at(index);
  return {.name = planned.name,
          .command = planned.command,
          .sandbox = sandboxes.at(index),
          .sha256 = tournament.sha256.at(index),
          .restart = tournament.plan.restart,
          .grace = {}};
}

}  // namespace tribunal
