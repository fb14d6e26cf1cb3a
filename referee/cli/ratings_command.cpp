// tribunal ratings: one rating table over several tournaments.
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/store_exit_code.hpp"
#include "report/crosstable_report.hpp"
#include "report/standings_report.hpp"
#include "tournament/joint_standings.hpp"

namespace tribunal {
namespace {

struct RatingsOptions {
  std::vector<std::filesystem::path> folders;
  std::string anchor;
  std::size_t bootstrap = 0;
  bool json = false;
  bool csv = false;
  bool crosstable = false;
};

ExitCode show_ratings(const RatingsOptions& options) {
  const auto anchor = parse_anchor(options.anchor);
  if (!anchor && !options.anchor.empty()) {
    return complain(ExitCode::usage, "--anchor " + options.anchor +
                                         ": a bot's name and its rating are wanted, for example greedy=1500");
  }
  std::set<std::filesystem::path> seen;
  for (const auto& folder : options.folders) {
    if (!seen.insert(std::filesystem::weakly_canonical(folder / "")).second)
      return complain(ExitCode::usage, folder.string() + " is given twice");
  }
  const auto standings = joint_standings(options.folders, {.anchor = anchor, .bootstrap = options.bootstrap});
  if (!standings) return complain(standings.error());
  if (options.json) {
    std::cout << (options.crosstable ? crosstable_json(*standings) : standings_json(*standings));
  } else if (options.csv) {
    std::cout << (options.crosstable ? crosstable_csv(*standings) : standings_csv(*standings));
  } else {
    std::cout << standings_table(*standings, {.drawn = options.bootstrap > 0});
    if (options.crosstable) std::cout << '\n' << crosstable_table(*standings);
  }
  return ExitCode::ok;
}

}  // namespace

void add_ratings_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command = app.add_subcommand("ratings", "One rating table over several tournaments");
  const auto options = std::make_shared<RatingsOptions>();
  command->add_option("folders", options->folders, "the folders of the results")->required();
  command->add_option("--anchor", options->anchor, "the bot whose Elo is fixed, for example greedy=1500");
  command
      ->add_option("--bootstrap", options->bootstrap, "also intervals of Elo from so many drawn tournaments")
      ->check(CLI::Range(100, 1'000'000));
  auto* const json = command->add_flag("--json", options->json, "as JSON");
  command->add_flag("--csv", options->csv, "as comma-separated values")->excludes(json);
  command->add_flag("--crosstable", options->crosstable,
                    "everyone against everyone (with --json and --csv: instead)");
  command->callback([options, &exit_code] { exit_code = show_ratings(*options); });
}

}  // namespace tribunal
