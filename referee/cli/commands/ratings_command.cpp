// tribunal ratings: one rating table over several tournaments.
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>
#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/commands/commands.hpp"
#include "cli/options/standings_options.hpp"
#include "cli/options/store_exit_code.hpp"
#include "report/standings/crosstable_report.hpp"
#include "report/standings/standings_report.hpp"
#include "tournament/standings/joint_standings.hpp"

namespace tribunal {
namespace {

struct RatingsOptions {
  std::vector<std::filesystem::path> folders;
  std::string anchor;
  StandingsOutput output;
};

ExitCode show_ratings(const RatingsOptions& options) {
  const auto anchor = parse_anchor(options.anchor);
  if (!anchor && !options.anchor.empty()) {
    return complain(ExitCode::usage, "--anchor " + options.anchor +
                                         ": expected a bot and its rating, for example greedy=1500");
  }
  std::set<std::filesystem::path> seen;
  for (const auto& folder : options.folders) {
    if (!seen.insert(std::filesystem::weakly_canonical(folder / "")).second)
      return complain(ExitCode::usage, folder.string() + " is given twice");
  }
  const auto standings =
      joint_standings(options.folders, {.anchor = anchor, .bootstrap = options.output.bootstrap},
                      options.output.last_column());
  if (!standings) return complain(standings.error());
  if (options.output.json) {
    auto json = nlohmann::ordered_json::parse(standings_json(*standings));
    if (options.output.crosstable)
      json["crosstable"] = nlohmann::ordered_json::parse(crosstable_json(*standings));
    std::cout << json.dump(2) << '\n';
  } else if (options.output.csv) {
    std::cout << (options.output.crosstable ? crosstable_csv(*standings) : standings_csv(*standings));
  } else {
    std::cout << standings_table(*standings, {.drawn = options.output.bootstrap > 0});
    if (options.output.crosstable) std::cout << '\n' << crosstable_table(*standings);
  }
  return ExitCode::ok;
}

}  // namespace

void add_ratings_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command = app.add_subcommand("ratings", "Print one rating table over several tournaments");
  command->footer("Example: tribunal ratings results/spring results/autumn --anchor greedy=1500");
  const auto options = std::make_shared<RatingsOptions>();
  command->add_option("folders", options->folders, "results folders")->required();
  command->add_option("--anchor", options->anchor,
                      "bot with a fixed Elo, such as greedy=1500 (default: the mean is 1500)");
  options->output.add_options(*command);
  command->callback([options, &exit_code] { exit_code = show_ratings(*options); });
}

}  // namespace tribunal
