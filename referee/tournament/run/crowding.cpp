#include "tournament/run/crowding.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/text/number_text.hpp"
#include "games/core/game.hpp"
#include "record/limits.hpp"
#include "record/record.hpp"
#include "tournament/plan/plan.hpp"

namespace tribunal {
namespace {

/// The smallest time for a decision, in microseconds, at which a busy machine hardly matters.
constexpr std::int64_t ample_us = 500'000;

constexpr auto cpu_clock_cure = "clock = \"cpu\" in [limits] counts the CPU time of bots instead";

/// The largest number of bots that are asked at the same time, in a game with default actions.
int asked_at_once(const Rules& rules) {
  const auto game = rules.deal(std::make_shared<KeyedDeal>(DealKey{}));
  EventLog events;
  game->begin(events);
  int most = 1;
  for (auto wanted = game->wanted(); !wanted.empty(); wanted = game->wanted()) {
    most = std::max(most, wanted.size());
    Choices choices;
    for (const auto seat : wanted) choices[seat] = game->default_action(seat);
    events.clear();
    game->apply(choices, events);
  }
  return most;
}

std::string too_many_tables(const Plan& plan, int tables, double cores) {
  const int each = std::max(1, plan.cores_per_table);
  return fmt::format(
      "{}{} on {} by the wall clock: bots have to wait for a processor while their time runs; workers = {} "
      "(--workers) plays as many games at a time as there are cores for, {}",
      counted(static_cast<std::uint64_t>(tables), "table"),
      plan.cores_per_table > 1 ? " with " + cores_text(each) + (tables > 1 ? " each" : "") : "",
      cores_text(cores), std::max(1, static_cast<int>(cores) / each), cpu_clock_cure);
}

/// The shortest time that any bot of the plan has for its first decision, without its bank of overtime.
std::int64_t least_allowance_us(const Plan& plan) {
  std::int64_t least = longest_us;
  for (std::size_t bot = 0; bot < plan.bots.size(); ++bot) {
    auto limits = limits_of(plan, bot);
    limits.bank_ms = 0;
    least = std::min(least, Clock{limits}.allowance_us());
  }
  return least;
}

}  // namespace

std::string crowding_of(const Tournament& tournament, int tables, double cores, const MachineLoad& load) {
  const auto& plan = tournament.plan;
  if (plan.limits.clock == ClockKind::cpu) return {};
  if (tables * std::max(1, plan.cores_per_table) > cores) return too_many_tables(plan, tables, cores);
  if (least_allowance_us(plan) >= ample_us) return {};
  int at_once = 1;
  for (const auto& rules : tournament.rules) at_once = std::max(at_once, asked_at_once(rules));
  if (tables > 1 && at_once > 1 && tables * at_once > cores) {
    return fmt::format(
        "{} on {} by the wall clock, at each of which {} bots decide at the same time: bots have to wait for "
        "a "
        "processor while their time runs; workers = {} (--workers) lets fewer compute, {}",
        counted(static_cast<std::uint64_t>(tables), "table"), cores_text(cores), at_once,
        std::max(1, static_cast<int>(cores) / at_once), cpu_clock_cure);
  }
  if (!is_busy(load, cores)) return {};
  return fmt::format(
      "this machine is busy with other programs (load {} on {}) and the wall clock runs: bots have to wait "
      "for "
      "a processor while their time runs; start it when the machine is idle, or {}",
      fixed(load.average, 1), cores_text(cores), cpu_clock_cure);
}

std::string crowding_of(const Tournament& tournament, int tables) {
  return crowding_of(tournament, tables, usable_cores(), machine_load());
}

}  // namespace tribunal
