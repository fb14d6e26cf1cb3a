#include "cli/options/new_plan_options.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "cli/options/command_line.hpp"
#include "games/catalogue.hpp"
#include "tournament/schedule/formats/formats.hpp"

namespace tribunal {
namespace {

/// The maximum number of bots for which a new plan is a round robin: all groups of more bots would be too
/// many games.
constexpr std::size_t most_for_round_robin = 8;

/// Three, as far as the game and the number of bots permit.
int usual_players(const GameInfo& game, std::size_t bots) {
  return std::clamp(std::min(3, static_cast<int>(bots)), game.fewest_players, game.most_players);
}

std::vector<std::string> lines_for(const Format& format) {
  std::vector<std::string> lines;
  for (const auto& key : format.keys())
    if (key.otherwise == 0 && !key.flag) lines.push_back(fmt::format("{} = {}", key.name, key.example));
  return lines;
}

}  // namespace

void NewPlanOptions::add_options(CommandLine& command) {
  command.add("--name", name, "name of the tournament (default: that of the file)");
  std::vector<std::string> names;
  for (const auto* const known : formats::all()) names.emplace_back(known->name());
  command.add("--format", format, choice(names),
              "who plays whom (default: round-robin; sampled from 9 bots on)");
  command.add("-p,--players", players, whole(1, max_seats),
              "players at a table (default: 3 if the game allows it)");
  rules.add_rule_option(command);
  command.add("-n,--deals", deals, whole(1, std::int64_t{1} << 40U), "number of deals for each group");
}

Result<NewPlan> NewPlanOptions::plan(std::size_t bots, const std::string& file) const {
  const auto* const game = find_game(rules.name());
  if (game == nullptr) return std::unexpected{unknown_game(rules.name())};
  auto options = rules.options();
  if (!options) return std::unexpected{options.error()};
  NewPlan plan{.name = name.empty() ? file : name,
               .game = rules.name(),
               .players = players > 0 ? players : usual_players(*game, bots),
               .deals = deals,
               .rules = *std::move(options),
               .format = format,
               .format_lines = {},
               .bots = {}};
  if (plan.format.empty()) plan.format = bots > most_for_round_robin ? "sampled" : "round-robin";
  for (const auto* const known : formats::all())
    if (known->name() == plan.format) plan.format_lines = lines_for(*known);
  return plan;
}

}  // namespace tribunal
