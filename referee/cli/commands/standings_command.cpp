// tribunal standings: the rating table of a tournament, also while it is being played.
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/options/help_format.hpp"
#include "cli/options/store_exit_code.hpp"
#include "cli/results/standings_output.hpp"
#include "report/format/markdown.hpp"
#include "report/standings/crosstable_report.hpp"
#include "report/standings/outlook_report.hpp"
#include "report/standings/rounds_report.hpp"
#include "report/standings/standings_notes.hpp"
#include "report/standings/standings_report.hpp"
#include "report/standings/tournament_json.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {
namespace {

struct StandingsCommandOptions {
  std::filesystem::path folder;
  StandingsOutput output;
};

/// The standings of one folder, in any form.
class Shown {
 public:
  Shown(const Results& results, const StandingsOutput& output, TournamentStandings standings, RunNotes notes)
      : results_{results}, output_{output}, standings_{std::move(standings)}, notes_{std::move(notes)} {}

  [[nodiscard]] Json json() const {
    return tournament_json(
        results_.tournament(), standings_,
        {.commitment = results_.commitment(), .notes = notes_, .unverified = !results_.unverified().empty()},
        {.crosstable = output_.crosstable, .los = output_.los});
  }
  [[nodiscard]] std::string csv() const {
    return output_.crosstable ? crosstable_csv(standings_.overall) : standings_csv(standings_);
  }
  [[nodiscard]] std::string text(bool markdown) const {
    const auto& tournament = results_.tournament();
    const auto& schedule = tournament.schedule;
    const auto layout = output_.text_layout(markdown);
    auto shown = standings_table(
        standings_,
        {.usage = output_.usage, .drawn = output_.bootstrap > 0, .markdown = markdown, .layout = layout});
    const auto add = [&](const std::string& table) { shown += markdown ? markdown_block(table) : table; };
    if (!tournament.shard) add(rounds_text(tournament.plan, schedule, layout));
    if (output_.crosstable) add('\n' + crosstable_table(standings_.overall, layout));
    if (output_.los) add('\n' + los_table(standings_.overall, layout));
    const auto played = static_cast<std::uint64_t>(standings_.overall.games);
    if (played < schedule.size() || tournament.shard)
      shown += '\n' + how_far(tournament, played, left_out_games(schedule, standings_)) + '\n';
    shown += fitted_text(run_notes_text(notes_), layout);
    if (const auto& why = results_.unverified(); !why.empty())
      shown += fitted_text('\n' + unverified_sentence(why) + '\n', layout);
    return shown;
  }

 private:
  const Results& results_;
  const StandingsOutput& output_;
  TournamentStandings standings_;
  RunNotes notes_;
};

ExitCode show(const StandingsCommandOptions& options) {
  const auto& output = options.output;
  if (const auto code = output.complain_of_options(); code != ExitCode::ok) return code;
  const auto results = Results::open(options.folder, RoundSource::in_passing);
  if (!results) return complain(results.error());
  const auto standings = standings_of(*results, output.bootstrap, output.last_column());
  if (!standings) return complain(standings.error());
  const auto notes = run_notes(*results);
  if (!notes) return complain(notes.error());
  if (is_any_printed({output.json, output.csv}))
    std::cerr << always_at_fault_text(standings->overall) << not_starting_text(notes->not_starting);
  const Shown shown{*results, output, *standings, *notes};
  return output.write([&] { return json_text(shown.json()); }, [&] { return shown.csv(); },
                      [&](bool markdown) { return shown.text(markdown); });
}

}  // namespace

void add_standings_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command =
      app.add_subcommand("standings", "Print the rating table of a tournament, also while it runs");
  set_examples(*command, {"standings results/demo --crosstable"});
  const auto options = std::make_shared<StandingsCommandOptions>();
  command->add_option("folder", options->folder, "results folder")->required();
  options->output.add_options(*command);
  command->add_flag("--usage", options->output.usage,
                    "add CPU time, memory and context switches (--json and --csv always have them)");
  command->callback([options, &exit_code] { exit_code = show(*options); });
}

}  // namespace tribunal
