// tribunal tournament: plays a plan, or resumes it.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <optional>
#include <unistd.h>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "bots/system/command.hpp"
#include "bots/system/program.hpp"
#include "cli/commands/commands.hpp"
#include "cli/mistakes/mistake.hpp"
#include "cli/options/build_bots.hpp"
#include "cli/options/shipped_plan.hpp"
#include "cli/run/play_shard.hpp"
#include "cli/run/run_options.hpp"
#include "cli/run/run_terminal.hpp"
#include "cli/run/start_check.hpp"
#include "cli/terminal/answer_signals.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/standings/outlook_report.hpp"
#include "report/standings/rounds_report.hpp"
#include "report/standings/standings_notes.hpp"
#include "report/standings/standings_report.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/make_ruling.hpp"
#include "tournament/results/read_database.hpp"
#include "tournament/results/resume_check.hpp"
#include "tournament/results/void_replays.hpp"
#include "tournament/run/event_stream.hpp"
#include "tournament/run/run_journal.hpp"
#include "tournament/run/runner.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {
namespace {

struct TournamentOptions {
  std::string plan;
  std::string shard;
  std::filesystem::path after;
  std::optional<std::filesystem::path> scratch;
  std::optional<std::uint64_t> deals;
  RunPlace place;
  std::string events;
  bool quiet = false;
  bool dry_run = false;
  bool accept_changes = false;
  bool with_failing_bots = false;
  bool list = false;
};

void announce(const Tournament& tournament, const Store& store, const RunOptions& run,
              const std::filesystem::path& out) {
  const bool several = tournament.plan.games.size() > 1;
  std::cerr << tournament_line(tournament) << (several ? "; at " : ", at ")
            << counted(static_cast<std::uint64_t>(workers_of(tournament.plan, run)), "table") << ", sandbox "
            << name_of(run.level) << "; results in " << out.string() << '\n'
            << "commitment to the deals: " << to_hex(store.commitment()) << '\n';
  if (const auto& value = tournament.plan.public_value) std::cerr << "public value: \"" << *value << "\"\n";
  if (store.size() > 0) std::cerr << counted(store.size(), "game") << " stored before\n";
}

/// Opens the stream of events for programs; null if no program reads one. The error is a sentence.
Result<std::shared_ptr<EventStream>> events_to(const std::string& name) {
  if (name.empty()) return nullptr;
  return EventStream::open(
      name, [](const std::string& sentence) { std::cerr << "tribunal: " + harmless(sentence) + '\n'; });
}

/// Prints the table, and where the rest is.
ExitCode show_results(const std::filesystem::path& out, bool quiet, bool on_standard_error) {
  const auto results = must(Results::open(out, RoundSource::in_passing));
  const auto standings = must(standings_of(results, {}, LastColumn::times));
  auto& text = on_standard_error ? std::cerr : std::cout;
  const auto layout = layout_of(on_standard_error ? STDERR_FILENO : STDOUT_FILENO,
                                "tribunal standings " + shell_word(out.string()) + ' ');
  text << standings_table(standings, {.layout = layout})
       << rounds_text(results.tournament().plan, results.tournament().schedule, layout);
  if (const auto left_out = left_out_games(results.tournament().schedule, standings); left_out > 0) {
    text << '\n' << how_far(results.tournament(), stored_games(standings), left_out) << '\n';
  }
  const auto notes = must(run_notes(results));
  text << fitted_text(run_notes_text(notes), layout);
  text.flush();
  if (!quiet) {
    const auto folder = shell_word(out.string());
    std::cerr << "results in " << out.string() << "; tribunal verify " << folder
              << " checks every game, tribunal report " << folder << " -o page.html writes a page\n";
  }
  return verdict_on_bots(results, out);
}

/// Whether every bot that still plays gets ready, in the sandbox in which it will play. Bots that do not, and
/// take part anyway, are noted in `run`.
void check_all(const TournamentOptions& options, const Tournament& tournament, RunOptions& run,
               const std::filesystem::path& out) {
  run.failing_bots =
      check_starts(tournament, run.level, std::span{&out, 1}, FilesNamedBy::plan, options.with_failing_bots);
  run.with_failing_bots = options.with_failing_bots;
}

/// Whether optional bots are missing, whose games are not played.
bool plays_without_bots(const RunOptions& run) { return !run.with_failing_bots && !run.failing_bots.empty(); }

/// Says that void games are played again under other conditions, if they are.
void tell_of_void_games(const std::filesystem::path& out, const std::string& sentence) {
  if (!sentence.empty()) std::cerr << "tribunal: " << harmless(out.string()) << ": " << sentence << '\n';
}

/// Looks, before a run that plays nothing, for void games that it would play under other conditions.
void foresee_void_games(const TournamentOptions& options, const Tournament& tournament, const RunOptions& run,
                        const std::filesystem::path& out) {
  const auto changed = must(changed_void_games_in(out, tournament, run.facts));
  if (!changed) return;
  if (!options.accept_changes) throw Complaint{refused(out, sentence_on(*changed, false))};
  tell_of_void_games(out, sentence_on(*changed, true));
}

/// Warns of a folder beside this new one that has the same deals, as nights by one seed have.
void tell_of_equal_deals(const std::filesystem::path& out, const Tournament& tournament, const Store& store) {
  constexpr std::size_t most_looked_at = 200;
  std::error_code ignored;
  std::size_t looked_at = 0;
  const auto place = std::filesystem::absolute(out).lexically_normal();
  for (std::filesystem::directory_iterator entry{place.parent_path(), ignored}, end;
       entry != end && looked_at < most_looked_at; entry.increment(ignored)) {
    if (entry->path() == place || !std::filesystem::exists(database_of(entry->path()), ignored)) continue;
    ++looked_at;
    const auto other = Results::open(entry->path(), RoundSource::nowhere);
    if (!other || other->commitment() != store.commitment() ||
        other->tournament().plan.name != tournament.plan.name ||
        other->tournament().plan.public_value != tournament.plan.public_value)
      continue;
    std::cerr
        << "tribunal: warning: " << harmless(entry->path().string())
        << " has the same deals (the same name and seed, or secret_file): unchanged bots play its games "
           "again, "
           "which count once; for new deals leave the seed out of the plan, or name a new secret_file\n";
    return;
  }
}

/// Whether there may be games to be played yet.
bool goes_on(const Tournament& tournament, const Store& store) {
  return !tournament.schedule.is_whole() || store.size() < tournament.schedule.size();
}

/// The tournament of a plan, with the seeds that its results have recorded if it has been started.
Result<Tournament> load(const TournamentOptions& options, const std::filesystem::path& plan) {
  const auto recorded = [&](const std::string& name) {
    Plan named;
    named.name = name;
    return stored_plan_text(options.place.folder(named));
  };
  return load_tournament(plan, options.deals, options.place.out, builder(options.place.out), recorded);
}

/// An objection to an output that is a file which the tournament reads: a bot's, its secret, its results.
std::optional<std::string> objection_to_outputs(const TournamentOptions& options,
                                                const Tournament& tournament) {
  const auto& plan = tournament.plan;
  auto inputs = files_of_results(options.place.folder(plan));
  inputs.push_back(plan.file);
  if (!tournament.seeds_file.empty()) inputs.push_back(tournament.seeds_file);
  if (plan.secret_file) inputs.push_back(*plan.secret_file);
  for (const auto& bot : plan.bots) {
    inputs.push_back(find_program(bot.command.words.front()));
    for (const auto& file : files_of(bot.command)) inputs.push_back(bot.command.directory / file);
    for (const auto& file : bot.files) inputs.push_back(bot.command.directory / file);
  }
  if (auto problem = output_is_input("--events", options.events, inputs)) return problem;
  return output_is_input("--log-file", options.place.log.file(), inputs);
}

ExitCode play(const TournamentOptions& options) {
  // Running games of a shard may end before its results are copied.
  const auto deadline = options.shard.empty() ? SignalDeadline::second : SignalDeadline::none;
  SignalWatch signals{answered_signals(deadline, "interrupted; run the same command again to resume")};
  const auto plan = plan_named(options.plan);
  auto tournament = must(load(options, plan));
  for (const auto& remark : tournament.remarks) std::cerr << harmless(remark) << '\n';
  must_not(objection_to_outputs(options, tournament));
  auto events = events_to(options.dry_run ? "" : options.events);
  if (!events) throw Complaint{ExitCode::cannot_write, events.error().text()};
  if (!options.shard.empty()) {
    return play_shard(tournament, {.shard = options.shard,
                                   .after = options.after,
                                   .scratch = options.scratch,
                                   .place = options.place,
                                   .events = *std::move(events),
                                   .signals = &signals,
                                   .quiet = options.quiet,
                                   .dry_run = options.dry_run,
                                   .accept_changes = options.accept_changes,
                                   .with_failing_bots = options.with_failing_bots});
  }
  const auto out = options.place.folder(tournament.plan);
  must(apply_stored_rulings(tournament, out));
  must(Folder::secret_for(out, tournament.plan));
  if (options.dry_run) {
    RunOptions outlook;
    outlook.workers = options.place.workers;
    std::cout << outlook_text(tournament, workers_of(tournament.plan, outlook));
  }
  auto run = options.place.settle(tournament.plan);
  if (options.dry_run) {
    (void)tell_of_crowding(tournament, run, false);
    foresee_void_games(options, tournament, run, out);
    check_all(options, tournament, run, out);
    return plays_without_bots(run) ? ExitCode::bot_does_not_start : ExitCode::ok;
  }
  // In a tournament that has not started, nothing is written before all bots are ready.
  const bool is_new = !std::filesystem::exists(database_of(out));
  if (is_new) check_all(options, tournament, run, out);
  std::optional<Error> without_bots;  // the games of all others are played, and their results shown
  {
    auto store = must(Store::open(out, tournament, run.facts, options.accept_changes));
    tell_of_void_games(out, store.changed_void_games());
    if (is_new && (tournament.plan.seed || tournament.plan.secret_file))
      tell_of_equal_deals(out, tournament, store);
    if (!is_new && goes_on(tournament, store)) {
      tell_of_other_version(store, run.facts);
      check_all(options, tournament, run, out);
    }
    auto journal = options.place.journal(out);
    run.observers = {journal_of_run(tournament, std::move(journal)),
                     std::make_shared<RunTerminal>(tournament.plan, out, options.quiet)};
    if (*events) run.observers.push_back(events_of_run(tournament, *std::move(events)));
    run.signals = &signals;
    if (!options.quiet) announce(tournament, store, run, out);
    if (goes_on(tournament, store)) run.crowding = tell_of_crowding(tournament, run, options.quiet);
    const auto end = run_tournament(tournament, store, run);
    run.observers.clear();  // the last events are out before anything else is said
    if (end) tell_of_changed_bots(tournament, options.place);
    if (!end && end.error().code == ErrorCode::bot && plays_without_bots(run))
      without_bots = end.error();
    else if (!end)
      return complain(end.error());
    else if (*end == RunEnd::interrupted) {
      return complain(ExitCode::interrupted, "interrupted after " + std::to_string(store.size()) + " of " +
                                                 games_in_all(tournament.schedule.shape()) +
                                                 "; run the same command again to resume");
    }
  }
  const auto code = show_results(out, options.quiet, options.events == "-");
  return without_bots ? complain(*without_bots) : code;
}

/// The plans that came with the program, a line each.
ExitCode list_plans(const CommandLine& command) {
  for (const auto* const option : command.get_options())
    if (option->count() > 0 && !option->check_lname("list"))
      throw Complaint{"--list shows all plans; expected it alone, as in: tribunal tournament --list"};
  const auto plans = shipped_plans();
  if (plans.empty())
    return complain(ExitCode::failed,
                    "no plans came with this program; expected them in ../lib/tribunal/plans of "
                    "its folder");
  std::size_t width = 0;
  for (const auto& plan : plans) width = std::max(width, plan.name.size());
  std::string lines;
  for (const auto& [name, meaning] : plans) lines += fmt::format("{:<{}}  {}\n", name, width, meaning);
  std::cout << fitted_text(lines, layout_of(STDOUT_FILENO));
  return ExitCode::ok;
}

ExitCode tournament_as_asked(const TournamentOptions& options, const CommandLine& command) {
  if (options.list) return list_plans(command);
  if (options.plan.empty())
    throw Complaint{missing_word(command, "plan", "a TOML file, or the name of a plan that --list shows")};
  return play(options);
}

}  // namespace

void add_tournament_command(CommandLine& command) {
  auto& options = command.runs(tournament_as_asked);
  command.add("plan", options.plan, Value::plan,
              "the plan: a TOML file (tribunal help plan), or the name of one that --list shows");
  command.add("-n,--deals", options.deals, "number of deals in place of the plan's, for a short run");
  options.place.add_options(command, "NAME");
  command.add("--events", options.events, Value::appended,
              "append events to FILE, a line of JSON each (tribunal help events); -: standard output; the "
              "standings then go to standard error");
  command.add("-q,--quiet", options.quiet, "print only the standings");
  command.add("--dry-run", options.dry_run,
              "start every bot once but play nothing; print the number of games, the estimated time and, in "
              "a format without rounds, the games of each bot");
  command.add("--accept-changes", options.accept_changes,
              "resume although deals, limits or bots have changed since the first games");
  command.add("--with-failing-bots", options.with_failing_bots,
              "play even if bots do not start, or stop starting; they forfeit their games");
  auto* const shard = command.add(
      "--shard", options.shard, {Value::text, "NUMBER/COUNT"},
      "play only this part of the games, such as 3/7; auto or auto/7: take the number from the scheduler's "
      "job array. --out is then the folder of all parts, which 'tribunal merge' unites");
  command
      .add("--after", options.after, Value::folder,
           "with --shard, in a format of rounds: merged results of the earlier rounds")
      ->needs(shard);
  command
      .add("--scratch", options.scratch, Value::folder,
           "with --shard: folder of this machine to play in (default: in TMPDIR, or /tmp)")
      ->needs(shard);
  command.add("--list", options.list, "list the plans that came with the program");
}

}  // namespace tribunal
