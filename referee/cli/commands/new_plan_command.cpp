// tribunal new-plan: the plan of a tournament between the bots at hand.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/text/utf8.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/game_options.hpp"
#include "cli/options/help_format.hpp"
#include "cli/terminal/output.hpp"
#include "games/catalogue.hpp"
#include "tournament/plan/new_plan.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/schedule/formats/formats.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

struct NewPlanOptions {
  RuleOptions rules;
  std::vector<std::string> bots;
  std::string out;
  std::string name;
  std::string format;
  int players = 0;
  std::uint64_t deals = 100;
};

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

/// The text of a plan, and of each bot that it could not hold why not.
struct MadePlan {
  std::string text;
  std::vector<std::string> left_out;
};

/// The bots that a plan in `folder` can hold; the others are told in `left_out`. The error is one sentence.
Result<std::vector<NewBot>> bots_for(const std::vector<std::string>& paths, const fs::path& folder,
                                     std::vector<std::string>& left_out) {
  std::vector<NewBot> bots;
  for (const auto& path : paths) {
    auto bot = new_bot(path, folder);
    if (bot) {
      bots.push_back(*std::move(bot));
    } else if (bot.error().is_there) {
      left_out.push_back(bot.error().sentence);
    } else {
      return std::unexpected{bot.error().sentence};
    }
  }
  if (bots.empty()) return std::unexpected{left_out.front()};
  return bots;
}

/// The reason why no table can be made of these bots, and the next step if the number of players follows from
/// theirs.
std::optional<std::string> problem_of_table(const NewPlan& plan, bool players_are_given) {
  const auto rules = make_rules(plan.game, plan.players, plan.rules);
  const auto problem =
      rules ? fmt::format("{} is played by {}", plan.game, plan.players) : rules.error().message;
  const bool is_alone = !players_are_given && plan.bots.size() == 1;
  if (is_alone && (!rules || plan.players > 1))
    return fmt::format("there is only one bot, {}: name more, or sample bots, such as greedy and careful; {}",
                       plan.bots.front().name, problem);
  if (rules) return std::nullopt;
  return problem;
}

Result<MadePlan> plan_for(const NewPlanOptions& options, const fs::path& file) {
  const auto* const game = find_game(options.rules.name());
  if (game == nullptr) return std::unexpected{unknown_game(options.rules.name())};
  auto rules = options.rules.options();
  if (!rules) return std::unexpected{rules.error()};
  MadePlan made;
  auto bots = bots_for(options.bots, file.parent_path(), made.left_out);
  if (!bots) return std::unexpected{bots.error()};
  NewPlan plan{.name = options.name,
               .game = options.rules.name(),
               .players = options.players > 0 ? options.players : usual_players(*game, bots->size()),
               .deals = options.deals,
               .rules = *std::move(rules),
               .format = options.format,
               .format_lines = {},
               .bots = *std::move(bots)};
  if (plan.name.empty()) plan.name = options.out.empty() || options.out == "-" ? "cup" : file.stem().string();
  if (plan.format.empty()) plan.format = plan.bots.size() > most_for_round_robin ? "sampled" : "round-robin";
  for (const auto* const format : formats::all())
    if (format->name() == plan.format) plan.format_lines = lines_for(*format);
  if (auto problem = problem_of_table(plan, options.players > 0)) return std::unexpected{*std::move(problem)};
  made.text = text_of(std::move(plan));
  if (const auto parsed = parse_plan(made.text, file); !parsed)
    return std::unexpected{Error{parsed.error().message}};  // the plan is not written yet
  return made;
}

ExitCode make_plan(const NewPlanOptions& options) {
  const bool to_file = !options.out.empty() && options.out != "-";
  const auto file = fs::absolute(to_file ? fs::path{options.out} : fs::path{"cup.toml"});
  if (to_file && fs::exists(file))
    return complain(ExitCode::cannot_write, options.out + ": this file exists already; expected a new one");
  const auto plan = plan_for(options, file);
  if (!plan) return complain(plan.error());
  const auto written = write_output(to_file ? options.out : "-", plan->text);
  if (written != ExitCode::ok) return written;
  for (const auto& sentence : plan->left_out)
    std::cerr << "tribunal: left out: " << harmless(sentence) << '\n';
  if (to_file) std::cerr << "next: tribunal tournament " << options.out << " --dry-run\n";
  return ExitCode::ok;
}

}  // namespace

void add_new_plan_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command = app.add_subcommand("new-plan", "Write the plan of a tournament between bots");
  set_examples(*command, {"new-plan revolution bots/* -o cup.toml"});
  const auto options = std::make_shared<NewPlanOptions>();
  command->add_option("game", options->rules.game, "a game or preset (tribunal games lists them)")
      ->required();
  command
      ->add_option("bots", options->bots,
                   "sample bots, programs, scripts, folders with one, or quoted commands; relative to the "
                   "current directory; what is no bot is left out")
      ->required();
  command
      ->add_option("-o,--out", options->out,
                   "write the plan to FILE, which must be new (default: standard output)")
      ->type_name("FILE");
  command->add_option("--name", options->name, "name of the tournament (default: that of the file)");
  std::vector<std::string> names;
  for (const auto* const format : formats::all()) names.emplace_back(format->name());
  command
      ->add_option("--format", options->format,
                   "who plays whom (default: round-robin; sampled from 9 bots on)")
      ->check(CLI::IsMember(names));
  command
      ->add_option("-p,--players", options->players, "players at a table (default: 3 if the game allows it)")
      ->check(CLI::Range(1, max_seats));
  options->rules.add_rule_option(*command);
  command->add_option("-n,--deals", options->deals, "number of deals for each group")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40U))
      ->capture_default_str();
  command->callback([options, &exit_code] { exit_code = make_plan(*options); });
}

}  // namespace tribunal
