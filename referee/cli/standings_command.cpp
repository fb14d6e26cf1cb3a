// tribunal standings: the rating table of a tournament, also while it is being played.
#include <filesystem>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/store_exit_code.hpp"
#include "report/crosstable_report.hpp"
#include "report/outlook_report.hpp"
#include "report/rounds_report.hpp"
#include "report/standings_report.hpp"
#include "report/tournament_json.hpp"
#include "tournament/standings_of.hpp"

namespace tribunal {
namespace {

struct StandingsCommandOptions {
  std::filesystem::path folder;
  bool json = false;
  bool csv = false;
  bool crosstable = false;
  bool usage = false;
  std::size_t bootstrap = 0;
};

ExitCode show(const StandingsCommandOptions& options) {
  const auto results = Results::open(options.folder);
  if (!results) return complain(results.error());
  const auto standings = standings_of(*results, options.bootstrap);
  if (!standings) return complain(standings.error());
  const auto void_games = results->void_games();
  if (!void_games) return complain(void_games.error());
  const auto& tournament = results->tournament();
  if (options.json) {
    std::cout << tournament_json(tournament, *standings,
                                 {.commitment = results->commitment(), .void_games = *void_games},
                                 options.crosstable);
  } else if (options.csv) {
    std::cout << (options.crosstable ? crosstable_csv(standings->overall) : standings_csv(*standings));
  } else {
    std::cout << standings_table(*standings, {.usage = options.usage, .drawn = options.bootstrap > 0});
    std::cout << rounds_text(tournament.plan, tournament.schedule);
    if (options.crosstable) std::cout << '\n' << crosstable_table(standings->overall);
    const auto played = static_cast<std::uint64_t>(standings->overall.games);
    if (played < tournament.schedule.size())
      std::cout << '\n' << how_far(tournament.schedule, played) << '\n';
    if (*void_games > 0) std::cout << '\n' << void_games_sentence(*void_games) << '\n';
  }
  return ExitCode::ok;
}

}  // namespace

void add_standings_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command =
      app.add_subcommand("standings", "The rating table of a tournament, also while it runs");
  const auto options = std::make_shared<StandingsCommandOptions>();
  command->add_option("folder", options->folder, "the folder of the results")->required();
  auto* const json = command->add_flag("--json", options->json, "as JSON");
  command->add_flag("--csv", options->csv, "as comma-separated values")->excludes(json);
  command->add_flag("--crosstable", options->crosstable,
                    "everyone against everyone as well (with --csv: instead)");
  command->add_flag("--usage", options->usage,
                    "also CPU time, memory and context switches (--json and --csv have them always)");
  command
      ->add_option("--bootstrap", options->bootstrap,
                   "also intervals of Elo from so many tournaments drawn from these deals")
      ->check(CLI::Range(100, 1'000'000));
  command->callback([options, &exit_code] { exit_code = show(*options); });
}

}  // namespace tribunal
