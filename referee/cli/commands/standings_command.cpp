// tribunal standings: the rating table of a tournament, also while it is being played.
#include <filesystem>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/options/standings_options.hpp"
#include "cli/options/store_exit_code.hpp"
#include "report/standings/crosstable_report.hpp"
#include "report/standings/outlook_report.hpp"
#include "report/standings/rounds_report.hpp"
#include "report/standings/standings_report.hpp"
#include "report/standings/tournament_json.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {
namespace {

struct StandingsCommandOptions {
  std::filesystem::path folder;
  StandingsOutput output;
};

ExitCode show(const StandingsCommandOptions& options) {
  const auto results = Results::open(options.folder, RoundSource::in_passing);
  if (!results) return complain(results.error());
  const auto standings = standings_of(*results, options.output.bootstrap, options.output.last_column());
  if (!standings) return complain(standings.error());
  const auto void_games = results->void_games();
  if (!void_games) return complain(void_games.error());
  const auto& tournament = results->tournament();
  if (options.output.json || options.output.csv) std::cerr << always_at_fault_text(standings->overall);
  if (options.output.json) {
    std::cout << tournament_json(tournament, *standings,
                                 {.commitment = results->commitment(), .void_games = *void_games},
                                 options.output.crosstable);
  } else if (options.output.csv) {
    std::cout << (options.output.crosstable ? crosstable_csv(standings->overall) : standings_csv(*standings));
  } else {
    std::cout << standings_table(*standings,
                                 {.usage = options.output.usage, .drawn = options.output.bootstrap > 0});
    std::cout << rounds_text(tournament.plan, tournament.schedule);
    if (options.output.crosstable) std::cout << '\n' << crosstable_table(standings->overall);
    const auto played = static_cast<std::uint64_t>(standings->overall.games);
    if (played < tournament.schedule.size())
      std::cout << '\n'
                << how_far(tournament.schedule, played, left_out_games(tournament.schedule, *standings))
                << '\n';
    if (*void_games > 0) std::cout << '\n' << void_games_sentence(*void_games) << '\n';
  }
  return ExitCode::ok;
}

}  // namespace

void add_standings_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command =
      app.add_subcommand("standings", "Print the rating table of a tournament, also while it runs");
  command->footer("Example: tribunal standings results/demo --crosstable");
  const auto options = std::make_shared<StandingsCommandOptions>();
  command->add_option("folder", options->folder, "results folder")->required();
  options->output.add_options(*command);
  command->add_flag("--usage", options->output.usage,
                    "add CPU time, memory and context switches (--json and --csv always have them)");
  command->callback([options, &exit_code] { exit_code = show(*options); });
}

}  // namespace tribunal
