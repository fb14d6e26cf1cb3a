#include "cli/run/play_shard.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string_view>

#include "base/text/number_text.hpp"
#include "cli/run/run_terminal.hpp"
#include "cli/run/start_check.hpp"
#include "tournament/cluster/shard_folder.hpp"
#include "tournament/plan/conditions.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/results.hpp"
#include "tournament/run/run_journal.hpp"
#include "tournament/run/runner.hpp"
#include "tournament/schedule/shard.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The environment variables by which a scheduler numbers its tasks.
struct SchedulerVariables {
  const char* index;
  const char* count;  ///< null if it does not tell
  int first;          ///< the index of the first task
};

constexpr std::array schedulers{
    SchedulerVariables{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 1},
    SchedulerVariables{"JOB_COMPLETION_INDEX", nullptr, 0},  // Kubernetes
    SchedulerVariables{"PBS_ARRAY_INDEX", nullptr, 1},
    SchedulerVariables{"AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE", 0},
    SchedulerVariables{"TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", 0},  // Bazel
};

std::optional<int> number_in(const char* variable) {
  const char* const text = variable == nullptr ? nullptr : std::getenv(variable);
  return text == nullptr ? std::nullopt : number_from<int>(text);
}

/// Slurm's arrays may begin anywhere. One from 0 to `count` - 1 is numbered from 0; any other is one from 1
/// to `count`, or a part of it.
int first_in_slurm(int count) {
  return number_in("SLURM_ARRAY_TASK_MIN") == 0 && number_in("SLURM_ARRAY_TASK_MAX") == count - 1 ? 0 : 1;
}

/// Slurm's count is that of the shards only if the array has no gaps and begins at 0 or 1.
bool is_whole_slurm_array() {
  const auto lowest = number_in("SLURM_ARRAY_TASK_MIN").value_or(1);
  const auto highest = number_in("SLURM_ARRAY_TASK_MAX").value_or(0);
  return (lowest == 0 || lowest == 1) && number_in("SLURM_ARRAY_TASK_COUNT") == highest - lowest + 1;
}

[[noreturn]] void refuse_auto(const std::string& why) { throw Complaint{"--shard auto: " + why}; }

Shard shard_of_task(const SchedulerVariables& scheduler, const std::string& given_count) {
  const std::string index_name = scheduler.index;
  const bool is_slurm = index_name.starts_with("SLURM");
  const auto index = number_in(scheduler.index);
  if (!index) refuse_auto(index_name + " is no number");
  const auto count = given_count.empty() ? number_in(scheduler.count) : number_from<int>(given_count);
  if (!count && !given_count.empty()) return must(parse_shard("auto/" + given_count));
  if (!count || (given_count.empty() && is_slurm && !is_whole_slurm_array())) {
    refuse_auto(index_name + " is " + std::to_string(*index) +
                ", but how many shards there are is not told; expected --shard auto/COUNT");
  }
  const int first = is_slurm ? first_in_slurm(*count) : scheduler.first;
  return must(parse_shard(std::to_string(*index - first + 1) + '/' + std::to_string(*count)));
}

/// The shard that `--shard` names: `3/7`, or what a scheduler has put into the environment, `auto`, where it
/// gives the number of shards, else `auto/7`.
Shard shard_of(const std::string& given) {
  if (!given.starts_with("auto")) return must(parse_shard(given));
  const auto count = given.starts_with("auto/") ? given.substr(5) : "";
  if (count.empty() && given != "auto") return must(parse_shard(given));
  for (const auto& scheduler : schedulers)
    if (std::getenv(scheduler.index) != nullptr) return shard_of_task(scheduler, count);
  std::string names;
  for (const auto& scheduler : schedulers)
    names += (names.empty() ? "" : ", ") + std::string{scheduler.index};
  refuse_auto("no scheduler has set a number; expected one of " + names);
}

/// Schedulers kill a task some 30 s after their signal, in which it must also save its games.
constexpr std::chrono::seconds patience{10};

[[noreturn]] void refuse(const fs::path& folder, const std::string& why) {
  throw Complaint{ExitCode::bad_plan, folder.string() + ": " + why};
}

/// One shard, and its destination.
class ShardRun {
 public:
  ShardRun(Tournament tournament, const ShardOrder& order, Shard shard)
      : tournament_{std::move(tournament)}, order_{order}, shard_{shard} {
    all_ = order.place.out.empty() ? order.place.folder(tournament_.plan).concat(".shards") : order.place.out;
  }

  ExitCode operator()() {
    const auto secret = must(planned_secret(tournament_.plan));
    if (!secret) {
      return complain(ExitCode::bad_plan, tournament_.plan.file.string() +
                                              ": all shards must deal the same cards; expected seed or "
                                              "secret_file ('tribunal commit --new FILE' makes one)");
    }
    identity_ = identity_of(tournament_, secret->commitment());
    take_rounds_from(order_.after);
    games_ = games_of(tournament_.schedule, shard_);
    tournament_.shard = {shard_, games_};
    target_ = shard_folder(all_, tournament_.schedule, shard_);
    if (games_.size() == 0) {
      say("no games; nothing to be done");
      return ExitCode::ok;
    }
    if (is_there()) {
      say("played before; results in " + target_.string());
      return ExitCode::ok;
    }
    return order_.dry_run ? check_starts_only() : play();
  }

 private:
  void say(const std::string& what) const {
    if (!order_.quiet)
      std::cerr << tournament_.plan.name << ", shard " << to_text(shard_) << ": " << what << '\n';
  }

  /// Lets the schedule have the rounds that follow from results.
  void take_rounds_from(const fs::path& after) {
    if (after.empty()) return;
    const auto results = must(Results::open(after, RoundSource::nowhere));
    const auto there = identity_of(results.tournament(), results.commitment());
    if (const auto other = difference(there, identity_); !other.empty())
      refuse(after, "this is another tournament (" + other + ")");
    tournament_.schedule = must(results.resumed(tournament_.schedule));
  }

  /// Whether this shard is complete.
  [[nodiscard]] bool is_there() const {
    if (!fs::exists(database_of(target_))) return false;
    const auto results = must(Results::open(target_, RoundSource::nowhere));
    const auto there = identity_of(results.tournament(), results.commitment());
    if (const auto other = difference(there, identity_); !other.empty())
      refuse(target_, "another tournament is there (" + other + ")");
    if (results.tournament().shard != tournament_.shard)
      refuse(target_, "this folder holds " + named(results.tournament().shard) + ", not " +
                          named(tournament_.shard) + "; use --out with another folder");
    return true;
  }

  /// The bots that do not start; the shard is played with them anyway.
  [[nodiscard]] std::vector<int> check_all(const RunOptions& run) const {
    return check_starts(tournament_, run.level, run.hidden, FilesNamedBy::plan, order_.with_failing_bots);
  }

  [[nodiscard]] RunOptions options() const {
    auto run = order_.place.settle(tournament_.plan);
    run.signals = order_.signals;
    run.hidden = {all_};
    run.patience = patience;
    run.with_failing_bots = order_.with_failing_bots;
    if (!order_.after.empty()) run.hidden.push_back(order_.after);
    return run;
  }

  [[nodiscard]] ExitCode check_starts_only() const {
    std::cout << tournament_.plan.name << ", shard " << to_text(shard_) << ": "
              << counted(games_.size(), "game") << ", " << games_.begin << " to " << games_.end - 1 << '\n';
    const auto run = options();
    (void)tell_of_crowding(tournament_, run, false);
    return check_all(run).empty() || order_.with_failing_bots ? ExitCode::ok : ExitCode::bot_does_not_start;
  }

  ExitCode play() {
    auto run = options();
    auto scratch = must(ShardScratch::claim(order_.scratch, target_, identity_));
    run.hidden.push_back(scratch.path());
    run.failing_bots = check_all(run);
    const auto end = play_in(scratch.path(), run);
    if (!end && end.error().code == ErrorCode::bot) {
      const auto copying = let_it_copy();
      must(scratch.save());
    }
    if (!end) return complain(end.error());
    if (*end == RunEnd::interrupted) {
      const auto copying = let_it_copy();
      must(scratch.save());
      return complain(ExitCode::interrupted,
                      "shard " + to_text(shard_) + " is interrupted; run the same command again to resume");
    }
    const auto published = must(std::move(scratch).publish());
    say(published
            ? "complete; results in " + target_.string()
            : "complete, as another run of it was before; the results in " + target_.string() + " stay");
    return ExitCode::ok;
  }

  /// Schedulers repeat their signal; the copy is made nevertheless.
  [[nodiscard]] SignalWatch::Scope let_it_copy() const {
    return order_.signals->listen(
        {.heard = [](int, int) { return std::chrono::hours{1}; }, .before_kill = [] {}});
  }

  /// Plays the shard. Returns how the run ended.
  Result<RunEnd> play_in(const fs::path& folder, RunOptions& run) {
    auto store = Store::open(folder, tournament_, run.facts, order_.accept_changes);
    if (!store) return std::unexpected{store.error()};
    auto journal = order_.place.journal(folder);
    run.observers = {journal_of_run(tournament_, std::move(journal)),
                     std::make_shared<RunTerminal>(tournament_.plan, target_, order_.quiet)};
    if (order_.events) run.observers.push_back(events_of_run(tournament_, order_.events));
    say(counted(games_.size(), "game") + ", " + std::to_string(games_.begin) + " to " +
        std::to_string(games_.end - 1) + ", of them " + std::to_string(store->size()) +
        " stored before; sandbox " + std::string{name_of(run.level)} + ", played in " + folder.string());
    run.crowding = tell_of_crowding(tournament_, run, order_.quiet);
    const auto end = run_tournament(tournament_, *store, run);
    if (!end) return std::unexpected{end.error()};
    tell_of_changed_bots(tournament_, order_.place);
    return *end;
  }

  Tournament tournament_;
  const ShardOrder& order_;
  Shard shard_;
  fs::path all_;
  fs::path target_;
  std::string identity_;
  GameRange games_;
};

}  // namespace

ExitCode play_shard(Tournament tournament, const ShardOrder& order) {
  return ShardRun{std::move(tournament), order, shard_of(order.shard)}();
}

}  // namespace tribunal
