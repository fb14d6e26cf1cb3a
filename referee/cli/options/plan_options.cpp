#include "cli/options/plan_options.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <system_error>

#include "base/spelling.hpp"
#include "bots/system/program.hpp"
#include "cli/options/command_line.hpp"
#include "games/catalogue.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

fs::path folder_of_plans() { return shipped_folder() / "plans"; }

/// The first sentence of the comment at the top of a plan. Empty if there is none.
std::string meaning_of(const fs::path& plan) {
  std::ifstream stream{plan};
  std::string line;
  if (!std::getline(stream, line) || !line.starts_with("# ")) return {};
  line.erase(0, 2);
  line.erase(std::min(line.find(". "), line.size()));
  if (line.ends_with('.')) line.pop_back();
  return line;
}

/// The names of plans that could be meant: those that come with the program, and the files in the folder of
/// `file`.
std::vector<std::string> known_plans(const fs::path& file) {
  std::vector<std::string> names;
  const auto folder = file.has_parent_path() ? file.parent_path() : fs::path{"."};
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator{folder, ignored})
    if (entry.path().extension() == ".toml")
      names.push_back((file.has_parent_path() ? entry.path() : entry.path().filename()).string());
  std::ranges::sort(names);
  if (!file.has_parent_path() && !file.has_extension())
    for (auto& plan : shipped_plans()) names.push_back(std::move(plan.name));
  return names;
}

/// The largest number of bots for which a new plan is a round robin. More bots have too many groups to play
/// all of them.
constexpr std::size_t most_for_round_robin = 8;

/// The default number of players: three, or the nearest number that the game and the number of bots permit.
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

std::vector<ShippedPlan> shipped_plans() {
  std::vector<ShippedPlan> plans;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator{folder_of_plans(), ignored})
    if (entry.path().extension() == ".toml")
      plans.push_back({entry.path().stem().string(), meaning_of(entry.path())});
  std::ranges::sort(plans, {}, &ShippedPlan::name);
  return plans;
}

fs::path plan_named(const std::string& given) {
  std::error_code ignored;
  fs::path file{given};
  if (given == "-" || fs::exists(fs::symlink_status(file, ignored))) return file;
  if (!file.has_parent_path() && !file.has_extension()) {
    auto plan = folder_of_plans() / (given + ".toml");
    if (fs::exists(plan, ignored)) return plan;
  }
  const auto near = nearest(given, known_plans(file));
  if (near.empty()) return file;  // its reader reports the reason
  throw Complaint{given + ": no such file; " + did_you_mean(near)};
}

void NewPlanOptions::add_options(CommandLine& command) {
  command.add("--name", name, "name of the tournament (default: that of the file)");
  std::vector<std::string> names;
  for (const auto* const known : formats::all()) names.emplace_back(known->name());
  command.add("--format", format, choice(names),
              "who plays whom (default: round-robin; sampled for 9 bots or more)");
  command.add("-p,--players", players, whole(1, max_seats),
              "players at a table (default: 3 if the game allows it)");
  rules.add_rule_option(command);
  command.add("-n,--deals", deals, whole(1, std::int64_t{1} << 40U), "number of deals for each group");
}

Result<NewPlan> NewPlanOptions::plan(std::size_t bots, const std::string& file) const {
  const auto* const game = find_game(rules.name());
  if (game == nullptr) return std::unexpected{unknown_game(rules.name())};
  auto options = TRY(rules.options());
  NewPlan plan{.name = name.empty() ? file : name,
               .game = rules.name(),
               .players = players > 0 ? players : usual_players(*game, bots),
               .deals = deals,
               .rules = std::move(options),
               .format = format};
  if (plan.format.empty()) plan.format = bots > most_for_round_robin ? "sampled" : "round-robin";
  for (const auto* const known : formats::all())
    if (known->name() == plan.format) plan.format_lines = lines_for(*known);
  return plan;
}

}  // namespace tribunal
