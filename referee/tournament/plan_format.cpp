#include "tournament/plan_format.hpp"

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
}

}  // namespace tribunal
