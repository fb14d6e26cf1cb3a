// A plan from arbitrary bytes is refused in one line, or its rules and schedule can be made.
#include "tournament/plan/plan.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "fuzz/fuzz.hpp"

namespace tribunal::fuzz {
namespace {

/// The first game, the last, and some between them.
void check_schedule(const Plan& plan, const Schedule& schedule) {
  must(schedule.size() > 0 && schedule.size() <= std::uint64_t{1} << 48U, "a schedule is too long");
  const auto last = schedule.size() - 1;
  for (const auto index : std::array<std::uint64_t, 4>{0, last / 2, last - last / 3, last}) {
    const auto game = schedule.game(index);
    must(game.deal < plan.deals, "a deal is played that the plan does not have");
    must(game.seating.size() == static_cast<std::size_t>(plan.players), "a seat is lost or added");
    auto bots = game.seating;
    std::ranges::sort(bots);
    must(std::ranges::adjacent_find(bots) == bots.end() && bots.front() >= 0 &&
             static_cast<std::size_t>(bots.back()) < plan.bots.size(),
         "a bot sits in two seats, or does not exist");
  }
}

void check_plan(std::string_view text) {
  const auto plan = parse_plan(text, "/plans/any.toml");
  if (!plan) {
    must(is_one_line(plan.error().text()) && plan.error().text().starts_with("/plans/any.toml"),
         "a plan is refused in more than a line", plan.error().text());
    return;
  }
  const auto rules = rules_of(*plan);
  must(rules && rules->size() == plan->games.size(), "a plan is taken whose rules cannot be made");
  const auto schedule = schedule_of(*plan);
  must(schedule.has_value(), "a plan is taken whose schedule cannot be made");
  check_schedule(*plan, *schedule);
  for (const auto& bot : plan->bots) must(!bot.command.words.empty(), "a bot is not started by anything");
}

}  // namespace

bool targets::plan(std::string_view input) {
  check_plan(input);
  return true;
}

}  // namespace tribunal::fuzz
