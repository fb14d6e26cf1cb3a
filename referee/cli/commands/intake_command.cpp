// tribunal intake: submissions of authors, built, checked, and put into a plan.
#include <memory>

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/intake/intake_run.hpp"
#include "cli/options/help_format.hpp"

namespace tribunal {
namespace {

void add_plan_options(CLI::App& command, IntakeOptions& options) {
  command
      .add_option(
          "-o,--out", options.out,
          "write the plan to FILE; what is remembered is in a folder beside it, cup.intake for cup.toml")
      ->type_name("FILE")
      ->required();
  auto* const base = command
                         .add_option("--plan", options.base,
                                     "take games, limits and other bots from this plan, in the same folder")
                         ->type_name("PLAN");
  auto* const game = command
                         .add_option("-g,--game", options.plan.rules.game,
                                     "write a new plan of this game or preset (tribunal games lists them)")
                         ->type_name("GAME");
  options.plan.add_options(command);
  for (const auto* const name : {"--game", "--name", "--format", "--players", "--rule", "--deals"})
    base->excludes(command.get_option(name));
  for (const auto* const name : {"--name", "--format", "--players", "--rule", "--deals"})
    command.get_option(name)->needs(game);
}

}  // namespace

void add_intake_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command =
      app.add_subcommand("intake", "Build and check submissions, and write the plan of the sound ones");
  set_examples(*command, {"intake inbox -o cup.toml --plan base.toml --reports pages",
                          "intake ann.zip --submission bob/ -o cup.toml --game revolution"});
  const auto options = std::make_shared<IntakeOptions>();
  command
      ->add_option(
          "inbox", options->submissions,
          "folders that hold a folder or an archive (.zip, .tar, .tar.gz, .tar.xz, .tar.zst) of each author; "
          "or such archives")
      ->type_name("INBOX");
  command
      ->add_option("--submission", options->single,
                   "take this folder or archive as the submission of one author; repeated for several")
      ->type_name("PATH")
      ->allow_extra_args(false);
  add_plan_options(*command, *options);
  command->add_option("--reports", options->reports, "write a page for each author to this folder, BOT.html")
      ->type_name("DIR");
  options->json.add(*command, "--json", "JSON");
  command->add_flag("--keep-last", options->keeps_sound,
                    "let the last version that was admitted play in place of one that is not");
  command->add_flag("--again", options->again, "build and check all anew, also what has not changed");
  command
      ->add_option("--names", options->names,
                   "whose submissions these are, by this list (default: names.toml beside the plan)")
      ->type_name("FILE");
  command
      ->add_option("--memory", options->season,
                   "know names and last sound versions from the intake of this plan too, as a final those of "
                   "its season")
      ->type_name("PLAN");
  command->add_flag("--accept-fewer", options->accepts_fewer,
                    "write the plan also if many authors of the last one do not play in it");
  command->add_option("--seconds", options->seconds, "time limit of the check of each bot, in seconds")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{86400}))
      ->capture_default_str();
  command
      ->add_option("--workers", options->workers,
                   "submissions taken in concurrently (default: number of cores)")
      ->check(CLI::Range(1, 1024));
  command->callback([options, &exit_code] {
    if (options->base.empty() && options->plan.rules.game.empty()) {
      exit_code = complain(ExitCode::usage, "intake: expected --plan PLAN, or --game GAME for a new plan");
      return;
    }
    if (options->submissions.empty() && options->single.empty()) {
      exit_code = complain(ExitCode::usage,
                           "intake: expected INBOX, a folder of submissions, or --submission PATH for one");
      return;
    }
    exit_code = run_intake(*options);
  });
}

}  // namespace tribunal
