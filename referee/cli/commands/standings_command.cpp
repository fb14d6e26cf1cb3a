// tribunal standings: prints the rating table of a tournament, even while it is being played.
#include <filesystem>
#include <iostream>

#include "cli/commands/commands.hpp"
#include "cli/results/standings_output.hpp"
#include "report/standings/outlook_report.hpp"
#include "report/standings/rounds_report.hpp"
#include "report/standings/standings_notes.hpp"
#include "report/standings/tournament_json.hpp"

namespace tribunal {
namespace {

struct StandingsCommandOptions {
  std::filesystem::path folder;
  StandingsOutput output;
};

/// The progress of an incomplete tournament, and the notes on its runs.
std::string text_below(const Results& results, const TournamentStandings& standings, const RunNotes& notes,
                       const TextLayout& layout) {
  const auto& tournament = results.tournament();
  const auto& progress = standings.progress;
  std::string text;
  if (!progress.is_finished() || progress.left_out > 0 || tournament.shard)
    text = '\n' + how_far(tournament, progress) + '\n';
  text += run_notes_text(notes, layout);
  if (const auto& why = results.unverified(); !why.empty())
    text += fitted_text(inked(Ink::warning, '\n' + unverified_sentence(why) + '\n', layout), layout);
  return text;
}

ExitCode show(const StandingsCommandOptions& options) {
  auto output = options.output;
  output.check_options();
  const auto results = must(Results::open(options.folder, RoundSource::in_passing));
  const auto luck = must(output.luck.read(options.folder, results));
  auto standings = must(standings_of(
      results, {.bootstrap = output.bootstrap, .latest = output.latest, .history = output.history},
      output.last_column(), luck));
  output.persons.add_to(standings);
  const auto notes = must(run_notes(results));
  if (is_any_printed({output.json, output.csv}))
    std::cerr << always_at_fault_text(standings.overall) << not_starting_text(notes.not_starting);
  const auto& tournament = results.tournament();
  if (!tournament.shard) output.ranking = ranking_columns(tournament.plan, tournament.schedule);
  return output.write(
      standings,
      [&] {
        return tournament_json(
            tournament, standings,
            {.commitment = results.commitment(), .notes = notes, .unverified = !results.unverified().empty()},
            {.crosstable = output.crosstable, .los = output.los});
      },
      [&](const TextLayout& layout) {
        return tournament.shard ? std::string{} : rounds_text(tournament.plan, tournament.schedule, layout);
      },
      [&](const TextLayout& layout) { return text_below(results, standings, notes, layout); });
}

}  // namespace

void add_standings_command(CommandLine& command) {
  auto& options = command.runs(show);
  command.add("folder", options.folder, Value::results, "results folder")->required();
  options.output.add_options(command);
  options.output.luck.add_options(command, "the standings ", " (CSV: print only that)");
  command.add("--usage", options.output.usage,
              "add CPU time, memory and context switches (--json and --csv always have them)");
}

}  // namespace tribunal
