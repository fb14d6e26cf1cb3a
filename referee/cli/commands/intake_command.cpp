// tribunal intake: builds and checks the submissions of authors, and puts them into a plan.

#include "cli/commands/commands.hpp"
#include "cli/intake/intake_run.hpp"

namespace tribunal {
namespace {

void add_plan_options(CommandLine& command, IntakeOptions& options) {
  command
      .add("-o,--out", options.out, Value::output,
           "write the plan to FILE; the memory of the intake is a folder beside it, cup.intake for cup.toml")
      ->required();
  auto* const base = command.add("--plan", options.base, Value::plan,
                                 "take games, limits and other bots from this plan, in the same folder");
  auto* const game = command.add("-g,--game", options.plan.rules.game, Value::game,
                                 "write a new plan of this game or preset (tribunal games lists them)");
  options.plan.add_options(command);
  command.exclude(*base, {"--game", "--name", "--format", "--players", "--rule", "--deals"});
  for (const auto* const name : {"--name", "--format", "--players", "--rule", "--deals"})
    command.get_option(name)->needs(game);
}

ExitCode intake(const IntakeOptions& options) {
  if (options.base.empty() && options.plan.rules.game.empty())
    throw Complaint{"intake: expected --plan PLAN, or --game GAME for a new plan"};
  if (options.submissions.empty() && options.single.empty())
    throw Complaint{"intake: expected INBOX, a folder of submissions, or --submission PATH for one"};
  return run_intake(options);
}

}  // namespace

void add_intake_command(CommandLine& command) {
  auto& options = command.runs(intake);
  command.add("inbox", options.submissions, {Value::file, "INBOX"},
              "folders with one folder or archive (.zip, .tar, .tar.gz, .tar.xz, .tar.zst) per author; or "
              "such archives");
  command.add("--submission", options.single, {Value::file, "PATH"},
              "take this folder or archive as the submission of one author; repeatable");
  add_plan_options(command, options);
  command.add("--reports", options.reports, Value::output_folder,
              "write a page for each author, BOT.html, to this folder");
  options.json.add(command, "--json", "JSON");
  command.add("--keep-last", options.keeps_sound,
              "if a version is not admitted, let the last admitted one play");
  command.add("--again", options.again, "build and check all submissions again, even unchanged ones");
  command.add("--names", options.names, Value::file,
              "list of persons and their submissions (default: names.toml beside the plan)");
  command.add(
      "--memory", options.season, Value::plan,
      "also use the names and last sound versions of this plan's intake, such as the season's for its final");
  command.add("--accept-fewer", options.accepts_fewer,
              "write the plan even if many authors of the last one are missing");
  command.add("--seconds", options.seconds, whole(1, 86400),
              "time limit of the check of each bot, in seconds");
  command.add("--workers", options.workers, whole(1, 1024),
              "submissions processed concurrently (default: number of cores)");
}

}  // namespace tribunal
