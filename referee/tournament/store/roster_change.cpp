#include "tournament/store/roster_change.hpp"

#include <algorithm>

#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

/// What has been begun in a tournament.
struct Begun {
  std::uint64_t count = 0;
  bool rounds = false;

  /// `3 deals have been begun`
  [[nodiscard]] std::string text() const {
    if (count == 0) return rounds ? "no round has been begun" : "no deal has been begun";
    return std::to_string(count) + (rounds ? " round" : " deal") + (count == 1 ? " has" : "s have") +
           " been begun";
  }
};

std::string wrong_number(const PlannedBot& bot, const std::string& key, std::uint64_t number,
                         const Begun& begun) {
  return "bot " + bot.name + ": " + key + " = " + std::to_string(number) + ", but " + begun.text() + "; " +
         key + " = " + std::to_string(begun.count) + " would be right";
}

std::string objection_to_withdrawal(const PlannedBot& bot, std::optional<std::uint64_t> before,
                                    const Begun& begun) {
  const auto now = bot.stay.withdrawn_after;
  if (now == before) return {};
  if (before && *before < begun.count) {
    return "bot " + bot.name + " was withdrawn after " + std::to_string(*before) + ", and " + begun.text() +
           ": it cannot come back; withdrawn_after = " + std::to_string(*before) +
           " would be right, and a bot of another name can join";
  }
  if (now && *now != begun.count) return wrong_number(bot, "withdrawn_after", *now, begun);
  return {};
}

std::string objection_to_newcomer(const Plan& plan, const PlannedBot& bot, const Begun& begun) {
  const bool in_time = plan.format->newcomers() == Newcomers::candidates || begun.count == 0;
  if (!in_time && plan.format->newcomers() == Newcomers::nobody)
    return "bot " + bot.name + ": the bracket of a " + std::string{plan.format->name()} +
           " is drawn before its first game, and no bot can join it later";
  if (!in_time && bot.stay.joins_after < begun.count)
    return wrong_number(bot, "joins_after", bot.stay.joins_after, begun);
  return objection_to_withdrawal(bot, {}, begun);
}

std::string objection_to_stay(const PlannedBot& before, const PlannedBot& bot, const Begun& begun) {
  const auto joined = before.stay.joins_after;
  if (joined != bot.stay.joins_after && std::min(joined, bot.stay.joins_after) < begun.count) {
    return "bot " + bot.name + ": joins_after was " + std::to_string(joined) + ", and " + begun.text() +
           ": it cannot be " + std::to_string(bot.stay.joins_after);
  }
  return objection_to_withdrawal(bot, before.stay.withdrawn_after, begun);
}

}  // namespace

std::string objection_to_roster(const Plan& before, const Plan& plan, std::uint64_t begun) {
  const Begun what{begun, plan.format->in_rounds()};
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
      return "bot " + bot.name +
             " is withdrawn, but nothing has been played yet; a plan without it would be right";
  return {};
}

}  // namespace tribunal
