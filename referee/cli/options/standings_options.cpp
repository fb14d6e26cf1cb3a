#include "cli/options/standings_options.hpp"

#include <CLI/CLI.hpp>

#include "ratings/plackett_luce.hpp"

namespace tribunal {

void StandingsOutput::add_options(CLI::App& command) {
  auto* const as_json = command.add_flag("--json", json, "print JSON");
  command.add_flag("--csv", csv, "print comma-separated values")->excludes(as_json);
  command.add_flag("--crosstable", crosstable,
                   "add a table of all pairs of bots (with --csv: print only that)");
  command
      .add_option(
          "--bootstrap", bootstrap,
          "add Elo intervals from N resampled tournaments (100 to " + std::to_string(most_drawn) + ")")
      ->check(CLI::Range(std::size_t{100}, most_drawn));
}

LastColumn StandingsOutput::last_column() const {
  if (json) return LastColumn::content;
  return csv || usage ? LastColumn::usage : LastColumn::times;
}

}  // namespace tribunal
