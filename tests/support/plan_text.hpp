#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tribunal::testing {

struct BotText {
  std::string name;
  std::string command;
  std::string more = {};  ///< further keys
};

/// The plan of a tournament, as its parts.
struct PlanText {
  std::string name = "cup";
  std::string game = "revolution";  ///< empty: `more` has several
  int players = 0;                  ///< 0: the usual number
  std::uint64_t deals = 20;
  std::string seed = "42";  ///< empty: none
  std::string more = {};    ///< further keys and tables, before those of the bots
  std::vector<BotText> bots = {{"ann", "./ann"}, {"bob", "./bob"}, {"cyd", "./cyd"}};
};

/// The plan in TOML.
[[nodiscard]] inline std::string plan_text(const PlanText& plan = {}) {
  std::string text = "name = \"" + plan.name + "\"\n";
  if (!plan.game.empty()) text += "game = \"" + plan.game + "\"\n";
  if (plan.players > 0) text += "players = " + std::to_string(plan.players) + "\n";
  text += "deals = " + std::to_string(plan.deals) + "\n";
  if (!plan.seed.empty()) text += "seed = \"" + plan.seed + "\"\n";
  text += plan.more;
  for (const auto& bot : plan.bots)
    text += "[[bots]]\nname = \"" + bot.name + "\"\ncommand = \"" + bot.command + "\"\n" + bot.more;
  return text;
}

}  // namespace tribunal::testing
