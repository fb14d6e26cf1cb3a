// tribunal new-plan: writes the plan of a tournament between given bots.
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "base/text/utf8.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/plan_options.hpp"
#include "cli/terminal/output.hpp"
#include "games/catalogue.hpp"
#include "tournament/plan/new_plan.hpp"
#include "tournament/plan/plan.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The command line of `new-plan`.
struct NewPlanCommand {
  NewPlanOptions options;
  std::vector<std::string> bots;
  std::string out;
};

/// The bots that a plan in `folder` can have. For each other path, adds the reason to `left_out`.
std::vector<NewBot> bots_for(const std::vector<std::string>& paths, const fs::path& folder,
                             std::vector<std::string>& left_out) {
  std::vector<NewBot> bots;
  for (const auto& path : paths) {
    auto bot = new_bot(path, folder);
    if (bot) {
      bots.push_back(*std::move(bot));
    } else if (bot.error().is_there) {
      left_out.push_back(bot.error().sentence);
    } else {
      throw Complaint{bot.error().sentence};
    }
  }
  if (bots.empty()) throw Complaint{left_out.front()};
  return bots;
}

/// The reason that these bots cannot form a table. It includes the next step if the number of players comes
/// from the number of bots.
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

/// The text of the plan. Adds the reason for each omitted bot to `left_out`.
std::string plan_for(const NewPlanCommand& command, const fs::path& file,
                     std::vector<std::string>& left_out) {
  const auto& options = command.options;
  const auto name = command.out.empty() || command.out == "-" ? "cup" : file.stem().string();
  must(options.plan(command.bots.size(), name));
  auto bots = bots_for(command.bots, file.parent_path(), left_out);
  auto plan = must(options.plan(bots.size(), name));
  plan.bots = std::move(bots);
  must_not(problem_of_table(plan, options.players > 0));
  auto text = text_of(std::move(plan));
  if (const auto parsed = parse_plan(text, file); !parsed)
    throw Complaint{parsed.error().message};  // the plan has no file yet
  return text;
}

ExitCode make_plan(const NewPlanCommand& options) {
  const bool to_file = !options.out.empty() && options.out != "-";
  const auto file = fs::absolute(to_file ? fs::path{options.out} : fs::path{"cup.toml"});
  if (to_file && fs::exists(file))
    throw Complaint{ExitCode::cannot_write, options.out + ": this file exists already; expected a new one"};
  std::vector<std::string> left_out;
  must(write_output(to_file ? options.out : "-", plan_for(options, file, left_out)));
  for (const auto& sentence : left_out) std::cerr << "tribunal: left out: " << harmless(sentence) << '\n';
  if (to_file) std::cerr << "next: tribunal tournament " << options.out << " --dry-run\n";
  return ExitCode::ok;
}

}  // namespace

void add_new_plan_command(CommandLine& command) {
  auto& options = command.runs(make_plan);
  command
      .add("game", options.options.rules.game, Value::game, "a game or preset (tribunal games lists them)")
      ->required();
  command
      .add("bots", options.bots, Value::bot,
           "sample bots, programs, scripts, folders with one, or quoted commands; relative to the current "
           "directory; anything else is skipped")
      ->required();
  command.add("-o,--out", options.out, Value::output,
              "write the plan to FILE, which must be new (default: standard output)");
  options.options.add_options(command);
}

}  // namespace tribunal
