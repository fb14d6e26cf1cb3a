#include "cli/run/session.hpp"

#include <iostream>

#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/sandbox_option.hpp"
#include "report/standings/standings_notes.hpp"
#include "tournament/plan/planned_bots.hpp"
#include "tournament/results/bot_changes.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/run/crowding.hpp"
#include "tournament/run/pool_bounds.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

void JournalOptions::add_options(CommandLine& command, const std::string& usual_file) {
  auto* const file = command.add(
      "--log-file", file_, Value::appended,
      "append a journal of the run to FILE (default: " + (usual_file.empty() ? "none" : usual_file) + ")");
  const std::vector<std::string> levels{log_levels.begin(), log_levels.end()};
  auto* const level =
      command.add("--log-level", level_, choice(levels), "lowest level of lines in the journal");
  if (usual_file.empty()) level->needs(file);
}

Result<Journal> JournalOptions::open(const std::filesystem::path& usual) const {
  const auto file = file_.empty() ? usual : std::filesystem::path{file_};
  if (file.empty()) return Journal{};
  return Journal::open(file, level_, [](const std::string& sentence) {
    std::cerr << "tribunal: " + harmless(sentence) + '\n';
  });
}

void RunPlace::add_options(CommandLine& command, const std::string& name) {
  command.add("-o,--out", out, Value::output_folder, "results folder (default: results/" + name + ")");
  command.add("-j,--workers", workers, whole(1, 1024),
              "games played concurrently (default: the plan's workers, else the number of cores)");
  log.add_options(command, "run.log in the results folder");
}

std::filesystem::path RunPlace::folder(const Plan& plan) const {
  return out.empty() ? std::filesystem::path{usual_results} / plan.name : out;
}

RunOptions RunPlace::settle(const Plan& plan) const {
  RunOptions outlook;
  outlook.workers = workers;
  const int tables = workers_of(plan, outlook);
  const auto level =
      must(settle_level(plan, {.bots = pool_bounds(plan, tables).all(), .tables = tables}, folder(plan)));
  return RunOptions{.workers = workers,
                    .facts = {.referee = TRIBUNAL_VERSION, .sandbox = std::string{name_of(level)}},
                    .level = level};
}

bool Session::is_new() const { return !std::filesystem::exists(database_of(folder)); }

void Session::check_starts() {
  auto results = run.hidden;
  results.push_back(folder);
  run.failing_bots = tribunal::check_starts(tournament, run.level, results, files, place.with_failing_bots);
  run.with_failing_bots = place.with_failing_bots;
}

bool Session::plays_without_bots() const { return !run.with_failing_bots && !run.failing_bots.empty(); }

Store Session::open() {
  auto store = must(Store::open(folder, tournament, run.facts, place.accept_changes));
  journal = must(place.log.open(journal_of(folder)));
  return store;
}

bool Session::goes_on(const Store& store) const {
  return !tournament.schedule.is_whole() || store.size() < tournament.schedule.size();
}

void Session::foresee_crowding() {
  run.crowding = crowding_of(tournament, workers_of(tournament.plan, run));
  if (!run.crowding.empty() && (!place.quiet || place.dry_run))
    std::cerr << "tribunal: warning: " << harmless(run.crowding) << '\n';
}

Result<RunEnd> Session::play(Store& store, std::vector<std::shared_ptr<RunObserver>> observers) {
  const auto stored = store.size();
  const auto& referee = store.referee_before();
  if (goes_on(store) && stored > 0 && referee != run.facts.referee)
    std::cerr << "tribunal: " << store.path().string() << ": Tribunal " << harmless(referee)
              << " played the last games, " << run.facts.referee
              << " plays the next ones; every record names its version, and 'tribunal verify' replays all of "
                 "them with this one\n";
  if (goes_on(store)) foresee_crowding();
  run.observers = std::move(observers);
  run.observers.insert(run.observers.begin(), journal_of_run(tournament, journal));
  auto end = run_tournament(tournament, store, run);
  run.observers.clear();  // the last events must be written before further messages
  if (end && store.size() > stored)
    for (const auto& sentence : changes_of_run(tournament, place.out))
      std::cerr << "tribunal: " << harmless(sentence) << '\n';
  return end;
}

void must_name_secret(const Plan& plan) {
  if (plan.seed || plan.secret_file) return;
  throw Complaint{ExitCode::bad_plan,
                  plan.file.string() +
                      ": all shards must deal the same cards; expected seed or secret_file ('tribunal "
                      "commit --new FILE' makes one)"};
}

ExitCode verdict_on_bots(const Results& results, const std::filesystem::path& folder) {
  const auto bots = must(bots_always_at_fault(results));
  const auto not_starting = must(results.run_facts()).not_starting;
  std::cerr << not_starting_text(not_starting);
  if (bots.empty()) return not_starting.empty() ? ExitCode::ok : ExitCode::bot_always_at_fault;
  std::string names;
  for (const auto& bot : bots) names += (names.empty() ? "" : ", ") + printable(bot);
  return complain(ExitCode::bot_always_at_fault, "at fault in every game: " + names + "; 'tribunal faults " +
                                                     folder.string() + "' shows how");
}

}  // namespace tribunal
