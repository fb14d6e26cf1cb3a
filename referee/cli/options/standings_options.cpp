#include "cli/options/standings_options.hpp"

#include <CLI/CLI.hpp>

#include "ratings/plackett_luce.hpp"

namespace tribunal {

void StandingsOutput::add_options(CLI::App& command) {
  auto* const as_json = command.add_flag("--json", json, "as JSON");
  command.add_flag("--csv", csv, "as comma-separated values")->excludes(as_json);
  command.add_flag("--crosstable", crosstable, "everyone against everyone as well (with --csv: instead)");
  command
      .add_option("--bootstrap", bootstrap,
                  "also intervals of Elo from so many tournaments drawn from these deals")
      ->check(CLI::Range(std::size_t{100}, most_drawn));
}

}  // namespace tribunal
