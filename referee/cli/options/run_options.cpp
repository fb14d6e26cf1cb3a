#include "cli/options/run_options.hpp"

#include <iostream>

#include <CLI/CLI.hpp>

#include "base/text/utf8.hpp"
#include "cli/options/sandbox_option.hpp"
#include "tournament/plan/planned_bots.hpp"
#include "tournament/results/bot_changes.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/run/bot_pool.hpp"
#include "tournament/run/crowding.hpp"

namespace tribunal {
void RunPlace::add_options(CLI::App& command, const std::string& name) {
  command.add_option("-o,--out", out, "results folder (default: results/" + name + ")")->type_name("DIR");
  command
      .add_option("-j,--workers", workers,
                  "games played concurrently (default: the plan's workers, else the number of cores)")
      ->check(CLI::Range(1, 1024));
  log.add_options(command, "run.log in the results folder");
}

std::filesystem::path RunPlace::folder(const Plan& plan) const {
  return out.empty() ? std::filesystem::path{usual_results} / plan.name : out;
}

void tell_of_changed_bots(const Tournament& tournament, Store& store, const RunPlace& place) {
  for (const auto& sentence : note_changes_of_run(tournament, store, place.out))
    std::cerr << "tribunal: " << harmless(sentence) << '\n';
}

void keep_and_tell(Tournament& tournament, const std::filesystem::path& folder) {
  for (const auto& sentence : keep_versions(tournament, folder))
    std::cerr << "tribunal: " << harmless(sentence) << '\n';
}

Result<Journal> RunPlace::journal(const std::filesystem::path& results) const {
  return log.open(journal_of(results));
}

Result<RunOptions> RunPlace::settle(const Plan& plan) const {
  RunOptions outlook;
  outlook.workers = workers;
  const int tables = workers_of(plan, outlook);
  const auto level =
      settle_level(plan, {.bots = pool_bounds(plan, tables).all(), .tables = tables}, folder(plan));
  if (!level) return std::unexpected{level.error()};
  return RunOptions{.workers = workers,
                    .facts = {.referee = TRIBUNAL_VERSION, .sandbox = std::string{name_of(*level)}},
                    .level = *level};
}

std::string tell_of_crowding(const Tournament& tournament, const RunOptions& run, bool quiet) {
  auto crowding = crowding_of(tournament, workers_of(tournament.plan, run));
  if (!crowding.empty() && !quiet) std::cerr << "tribunal: warning: " << harmless(crowding) << '\n';
  return crowding;
}

void tell_of_other_version(const Store& store, const HostFacts& facts) {
  if (store.size() == 0 || store.referee_before() == facts.referee) return;
  std::cerr << "tribunal: " << store.path().string() << ": Tribunal " << harmless(store.referee_before())
            << " played the last games, " << facts.referee
            << " plays the next ones; every record names its version, and 'tribunal verify' replays all of "
               "them with this one\n";
}

}  // namespace tribunal
