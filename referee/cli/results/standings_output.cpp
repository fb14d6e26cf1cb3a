#include "cli/results/standings_output.hpp"

#include <iostream>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "ratings/plackett_luce.hpp"

namespace tribunal {

void StandingsOutput::add_options(CLI::App& command) {
  json.add(command, "--json", "JSON");
  csv.add(command, "--csv", "comma-separated values");
  markdown.add(command, "--markdown", "Markdown, for a page or an issue");
  command.add_flag("--crosstable", crosstable, "add a table of all pairs of bots (CSV: print only that)");
  command.add_flag("--los", los, "add a table of how sure it is that each bot is stronger than each other")
      ->excludes(command.get_option("--csv"));
  command
      .add_option(
          "--bootstrap", bootstrap,
          "add Elo intervals from N resampled tournaments (100 to " + std::to_string(most_drawn) + ")")
      ->check(CLI::Range(std::size_t{100}, most_drawn));
  layout.add_wide(command);
  layout.add_legend(command);
}

ExitCode StandingsOutput::complain_of_options() const { return complain_of({json, csv, markdown}); }

LastColumn StandingsOutput::last_column() const {
  if (json.is_wanted()) return LastColumn::content;
  return csv.is_wanted() || usage ? LastColumn::usage : LastColumn::times;
}

TextLayout StandingsOutput::text_layout(bool for_markdown) const {
  return for_markdown ? TextLayout{} : layout.layout(STDOUT_FILENO);
}

void StandingsOutput::print(const std::string& text) { std::cout << text; }

}  // namespace tribunal
