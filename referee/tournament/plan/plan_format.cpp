#include "tournament/plan/plan_format.hpp"

#include <algorithm>
#include <array>

namespace tribunal {
namespace {

/// A key that only one format has.
struct KeyOfFormat {
  std::string_view key;
  Format format;
};

constexpr std::array keys_of_formats{KeyOfFormat{"rounds", Format::swiss},
                                     KeyOfFormat{"advance", Format::knockout},
                                     KeyOfFormat{"target_error", Format::ladder}};

std::string named(Format format) {
  return "format = \"" + std::string{format_names.at(static_cast<std::size_t>(format))} + "\"";
}

/// The number under `key`, which the plan's format needs.
int required_number(const PlanTable& table, std::string_view key, int highest, int example) {
  if (!table.has(key)) {
    const std::string name{key};
    table.report("format",
                 "this format needs '" + name + "'; for example " + name + " = " + std::to_string(example));
  }
  return static_cast<int>(table.number(key, 1, highest).value_or(1));
}

void check_candidates(const PlanTable& table, const Plan& plan) {
  const bool wanted = plan.format == Format::gauntlet || plan.format == Format::ladder;
  const auto candidate = std::ranges::find(plan.bots, true, &PlannedBot::candidate);
  if (wanted == (candidate != plan.bots.end())) return;
  if (wanted)
    return table.report("format", "this format needs bots on trial, each with a line candidate = true");
  const auto at = static_cast<std::size_t>(candidate - plan.bots.begin());
  table.tables("bots").at(at).report(
      "candidate", "candidates belong to " + named(Format::gauntlet) + " or " + named(Format::ladder));
}

/// Why a bot with this stay cannot be in the plan; `before` is the bot before it.
std::string objection_to_joining(const Plan& plan, const PlannedBot& bot, const PlannedBot* before) {
  const auto joins_after = bot.stay.joins_after;
  if (before != nullptr && joins_after < before->stay.joins_after)
    return "bots stand in the order in which they join; at the end of the plan those that join last";
  if (joins_after == 0) return {};
  if (plan.format == Format::knockout)
    return "the bracket of a knockout is drawn before its first game: no bot can join it later";
  if (plan.format == Format::ladder)
    return "new candidates join a ladder when they come to stand at the end of its plan, without "
           "'joins_after'";
  const bool swiss = plan.format == Format::swiss;
  const auto most = swiss ? static_cast<std::uint64_t>(plan.rounds) - 1 : plan.deals;
  if (joins_after <= most) return {};
  return "'joins_after' is at most " + std::to_string(most) +
         (swiss ? ", or no round is left" : ", as there are 'deals'");
}

void check_stays(const PlanTable& table, const Plan& plan) {
  const PlannedBot* before = nullptr;
  const auto entries = table.tables("bots");
  for (std::size_t i = 0; i < plan.bots.size(); ++i) {
    const auto& bot = plan.bots[i];
    if (const auto wrong = objection_to_joining(plan, bot, before); !wrong.empty())
      return entries.at(i).report("joins_after", wrong);
    if (bot.stay.withdrawn_after && *bot.stay.withdrawn_after < bot.stay.joins_after)
      return entries.at(i).report("withdrawn_after", "a bot is withdrawn after it has joined, not before");
    before = &bot;
  }
}

}  // namespace

void read_format(const PlanTable& table, Plan& plan) {
  constexpr int most_rounds = 1000;
  constexpr int most_error = 1000;
  if (const auto word = table.word("format", format_names)) plan.format = static_cast<Format>(*word);
  for (const auto& [key, format] : keys_of_formats) {
    if (table.has(key) && plan.format != format)
      table.report(key, "'" + std::string{key} + "' belongs to " + named(format));
  }
  check_candidates(table, plan);
  if (plan.format == Format::swiss) plan.rounds = required_number(table, "rounds", most_rounds, 7);
  if (plan.format == Format::ladder)
    plan.target_error = required_number(table, "target_error", most_error, 30);
  if (plan.format == Format::knockout && plan.players > 1)
    plan.advance = static_cast<int>(table.number("advance", 1, plan.players - 1).value_or(1));
  check_stays(table, plan);
}

}  // namespace tribunal
