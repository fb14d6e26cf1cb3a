#include "tournament/results/roster_change.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

/// The number of deals or rounds that have been started in a tournament.
struct Started {
  std::uint64_t count = 0;
  bool rounds = false;

  /// `3 deals have been started`
  [[nodiscard]] std::string text() const {
    if (count == 0) return rounds ? "no round has been started" : "no deal has been started";
    return fmt::format("{} {}{} been started", count, rounds ? "round" : "deal",
                       count == 1 ? " has" : "s have");
  }
};

std::string wrong_number(const PlannedBot& bot, const std::string& key, std::uint64_t number,
                         const Started& started) {
  return fmt::format("bot {}: {} = {}, but {}; expected {} = {}", bot.name, key, number, started.text(), key,
                     started.count);
}

std::string objection_to_withdrawal(const PlannedBot& bot, std::optional<std::uint64_t> before,
                                    const Started& started) {
  const auto now = bot.stay.withdrawn_after;
  if (now == before) return {};
  if (before && *before < started.count) {
    return fmt::format(
        "bot {} was withdrawn after {}, and {}: it cannot come back; expected withdrawn_after = {}; a bot of "
        "another name can join",
        bot.name, *before, started.text(), *before);
  }
  if (now && *now != started.count) return wrong_number(bot, "withdrawn_after", *now, started);
  return {};
}

std::string objection_to_newcomer(const Plan& plan, const PlannedBot& bot, const Started& started) {
  const bool in_time = plan.format->newcomers() == Newcomers::candidates || started.count == 0;
  if (!in_time && plan.format->newcomers() == Newcomers::nobody)
    return fmt::format("bot {}: {}", bot.name, plan.format->closed_clause());
  if (!in_time && bot.stay.joins_after < started.count)
    return wrong_number(bot, "joins_after", bot.stay.joins_after, started);
  return objection_to_withdrawal(bot, {}, started);
}

std::string objection_to_stay(const PlannedBot& before, const PlannedBot& bot, const Started& started) {
  const auto joined = before.stay.joins_after;
  if (joined != bot.stay.joins_after && std::min(joined, bot.stay.joins_after) < started.count) {
    return fmt::format("bot {}: joins_after was {}, and {}: it cannot be {}", bot.name, joined,
                       started.text(), bot.stay.joins_after);
  }
  return objection_to_withdrawal(bot, before.stay.withdrawn_after, started);
}

}  // namespace

std::string objection_to_roster(const Plan& before, const Plan& plan, std::uint64_t started) {
  const Started what{started, plan.format->in_rounds()};
  for (std::size_t i = 0; i < plan.bots.size(); ++i) {
    const auto& bot = plan.bots[i];
    auto wrong = i < before.bots.size() ? objection_to_stay(before.bots[i], bot, what)
                                        : objection_to_newcomer(plan, bot, what);
    if (!wrong.empty()) return wrong;
  }
  return {};
}

std::string objection_to_first_roster(const Plan& plan) {
  for (const auto& bot : plan.bots)
    if (bot.stay.withdrawn_after)
      return fmt::format("bot {} is withdrawn, but nothing has been played yet; use a plan without it",
                         bot.name);
  return {};
}

}  // namespace tribunal
