#include "cli/run/session.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <map>

#include <boost/asio/this_coro.hpp>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "bots/hints/start_hint.hpp"
#include "bots/process/host.hpp"
#include "bots/system/machine.hpp"
#include "bots/system/program.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/sandbox_option.hpp"
#include "cli/terminal/answer_signals.hpp"
#include "report/standings/faults_report.hpp"
#include "report/standings/standings_notes.hpp"
#include "table/bot.hpp"
#include "table/together.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/plan/planned_bots.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/resume_check.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The largest number of concurrent starts. More would need more descriptors and processes than the games.
constexpr std::size_t most_at_a_time = 16;

struct Failure {
  Bot::StartTrouble trouble;
  std::string error_tail;  ///< end of the bot's output to stderr, unescaped

  /// Whether the trouble was due to the machine or the referee, not the bot.
  [[nodiscard]] bool is_of_machine() const { return trouble.kind == Bot::StartTrouble::Kind::ours; }
};

/// Starts bots, several at the same time on one thread, and keeps the failures.
class StartCheck {
 public:
  StartCheck(const Tournament& tournament, const std::vector<Sandbox>& sandboxes)
      : tournament_{tournament}, sandboxes_{sandboxes} {}

  /// Starts these bots, and those that fail once more, one at a time, because the machine may have been busy.
  std::map<int, Failure> operator()(std::span<const int> bots) {
    const auto cores = std::min(available_cores().size(), most_at_a_time);
    start({bots.begin(), bots.end()}, std::min(4 * cores, most_at_a_time));  // some only wait
    if (interrupted_ || failed_.empty()) return std::move(failed_);
    std::vector<int> again;
    for (const auto& [bot, failure] : failed_) again.push_back(bot);
    failed_.clear();
    start(std::move(again), 1);
    return std::move(failed_);
  }

  [[nodiscard]] bool interrupted() const { return interrupted_; }

 private:
  void start(std::vector<int> bots, std::size_t at_a_time) {
    waiting_ = std::move(bots);
    next_ = 0;
    asio::io_context context{1};
    (void)run_interruptibly(context, start_all(context, std::max<std::size_t>(at_a_time, 1)), interrupted_);
  }

  asio::awaitable<bool> start_all(asio::io_context& context, std::size_t at_a_time) {
    std::vector<asio::awaitable<void>> starters;
    for (std::size_t i = 0; i < std::min(at_a_time, waiting_.size()); ++i)
      starters.push_back(start_each(context));
    co_await together(std::move(starters));
    co_return true;
  }

  /// Starts one bot after another until none is waiting.
  asio::awaitable<void> start_each(asio::io_context& context) {
    co_await asio::this_coro::throw_if_cancelled(false);
    while (next_ < waiting_.size() && !interrupted_) {
      const int index = waiting_[next_++];
      Bot bot{context, host_, entry_of(tournament_, sandboxes_, index)};
      auto trouble = co_await bot.make_ready(limits_of(tournament_.plan, static_cast<std::size_t>(index)));
      // Bots must be ended even after Ctrl-C.
      co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
      co_await bot.end();
      co_await asio::this_coro::reset_cancellation_state(asio::enable_terminal_cancellation());
      if (trouble && trouble->kind != Bot::StartTrouble::Kind::interrupted)
        failed_.emplace(index, Failure{std::move(*trouble), bot.error_tail()});
    }
  }

  const Tournament& tournament_;
  const std::vector<Sandbox>& sandboxes_;
  Host host_;
  std::vector<int> waiting_;
  std::size_t next_ = 0;
  std::map<int, Failure> failed_;
  bool interrupted_ = false;
};

std::string quoted(const std::string& path) { return '"' + escaped(path) + '"'; }

/// The role of a bot in a comparison, as in the names of options.
std::string role_of(int bot) { return bot == 0 ? "candidate" : bot == 1 ? "baseline" : "field"; }

/// The line of the plan, or the options, that name these files of the bot, for copying.
std::string naming(const Plan& plan, int bot, const std::vector<std::string>& missed, FilesNamedBy by) {
  std::string text;
  if (by == FilesNamedBy::options) {
    for (const auto& file : missed)
      text += (text.empty() ? "--" : " --") + role_of(bot) + "-files " + escaped(file);
    return text;
  }
  auto files = plan.bot(bot).files;
  files.insert(files.end(), missed.begin(), missed.end());
  for (const auto& file : files) text += (text.empty() ? "" : ", ") + quoted(file);
  return "files = [" + text + "]";
}

/// The hint for the organiser how to make more files visible to the bot.
std::string show_files(const Plan& plan, int bot, const std::vector<std::string>& missed, FilesNamedBy by) {
  const bool in_plan = by == FilesNamedBy::plan;
  if (!missed.empty())
    return (in_plan ? "list its files: " : "name its files: ") + naming(plan, bot, missed, by);
  const auto option = "--" + role_of(bot);
  return (in_plan ? "list those that it needs in `files`"
                  : "name those that it needs, " + option + "-files FILE") +
         ", or give it a folder of its own" + (in_plan ? "" : ", " + option + "-directory DIR");
}

/// Prints why a bot does not start, with the end of its stderr and a hint.
void show_failure(const std::string& name, const FailedStart& start, const ShowFiles& how) {
  const auto hint = start_hint(start, how);
  (void)complain(ExitCode::bot_does_not_start,
                 "bot " + name + " does not start: " + start.message + (hint.empty() ? "" : "; ") + hint);
  std::cerr << error_tail_text(start.error_tail);
}

/// Whether the bot is optional, and its program or its interpreter is missing on this machine.
bool is_left_out(const PlannedBot& bot) { return bot.optional && !look_at(bot.command); }

}  // namespace

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
  return !progress_of(tournament.schedule, part_of(tournament), store.stored()).is_finished();
}

void Session::foresee_crowding() {
  run.crowding = crowding_of(tournament, workers_of(tournament.plan, run));
  if (!run.crowding.empty() && (!place.quiet || place.dry_run))
    std::cerr << "tribunal: warning: " << harmless(run.crowding) << '\n';
}

void Session::tell_of_files_beside() const {
  if (run.level >= SandboxLevel::bwrap) return;
  const auto& bots = tournament.plan.bots;
  const auto visible = visibility_of(tournament.plan, run.hidden);
  for (std::size_t bot = 0; bot < bots.size(); ++bot) {
    if (visible.at(bot).shared.empty() || bots[bot].stay.is_over()) continue;
    const auto& shared = visible[bot].shared.front();
    std::cerr << fmt::format(
        "tribunal: bot {} can read all of {}, a folder that {}; only the files that its command names are "
        "part of its version: if others have changed since the stored games, this is not noticed; expected "
        "a folder of its own for each bot, or the sandbox bwrap\n",
        harmless(bots[bot].name), harmless(shared.path.string()), harmless(shared.reason));
    return;  // the advice is the same for the others
  }
}

Result<RunEnd> Session::play(Store& store, std::vector<std::shared_ptr<RunObserver>> observers) {
  const auto stored = store.size();
  const auto& referee = store.referee_before();
  if (goes_on(store) && stored > 0 && referee != run.facts.referee) {
    std::cerr << "tribunal: " << store.path().string() << ": Tribunal " << harmless(referee)
              << " played the last games, " << run.facts.referee
              << " plays the next ones; every record names its version, and 'tribunal verify' replays all of "
                 "them with this one\n";
  }
  if (goes_on(store) && stored > 0) tell_of_files_beside();
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

std::vector<int> playing_bots(const Plan& plan) {
  std::vector<int> bots;
  for (std::size_t bot = 0; bot < plan.bots.size(); ++bot)
    if (!plan.bots[bot].stay.is_over()) bots.push_back(static_cast<int>(bot));
  return bots;
}

std::vector<int> check_starts(const Tournament& tournament, SandboxLevel level,
                              std::span<const fs::path> results, FilesNamedBy files, bool tolerated) {
  const auto& plan = tournament.plan;
  const auto bots = playing_bots(plan);
  const auto sandboxes = sandboxes_of(plan, level, results);
  StartCheck check{tournament, sandboxes};
  const auto failed = check(bots);
  if (check.interrupted()) {
    throw Complaint{ExitCode::interrupted,
                    "interrupted before the first game; run the same command again to resume"};
  }
  std::vector<int> failing;
  if (failed.empty()) return failing;
  const auto visible = visibility_of(plan, results);
  for (const auto& [bot, failure] : failed) {
    const auto index = static_cast<std::size_t>(bot);
    failing.push_back(bot);
    show_failure(plan.bots.at(index).name,
                 {.command = plan.bots[index].command,
                  .sandbox = sandboxes.at(index),
                  .shared = visible.at(index).shared,
                  .ran = failure.trouble.us.count() > 0,
                  .message = failure.trouble.message,
                  .error_tail = failure.error_tail},
                 [&, number = bot](const auto& missed) { return show_files(plan, number, missed, files); });
  }
  if (std::ranges::any_of(failed, [](const auto& each) { return each.second.is_of_machine(); })) {
    throw Complaint{ExitCode::interrupted,
                    "this machine cannot start the bots now; run the same command again to resume"};
  }
  const auto count = std::to_string(failed.size()) + " of " + counted(bots.size(), "bot") +
                     (failed.size() == 1 ? " does not start" : " do not start");
  const bool all_left_out = std::ranges::all_of(failing, [&](int bot) { return is_left_out(plan.bot(bot)); });
  if (!tolerated && !all_left_out) {
    throw Complaint{ExitCode::bot_does_not_start,
                    count + "; nothing is played" +
                        (files == FilesNamedBy::plan ? " (--with-failing-bots plays anyway)" : "")};
  }
  std::cerr << "tribunal: " << count
            << (tolerated ? "; playing anyway\n" : "; optional in this plan: playing without its games\n");
  return failing;
}

}  // namespace tribunal
