// tribunal tournament: plays a plan, or resumes it.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "base/escape.hpp"
#include "base/files.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "bots/system/command.hpp"
#include "bots/system/paths.hpp"
#include "bots/system/program.hpp"
#include "cards/secret_file.hpp"
#include "cli/commands/commands.hpp"
#include "cli/mistakes/mistake.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/plan_options.hpp"
#include "cli/run/run_terminal.hpp"
#include "cli/run/session.hpp"
#include "cli/terminal/answer_signals.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/standings/outlook_report.hpp"
#include "report/standings/rounds_report.hpp"
#include "report/standings/standings_notes.hpp"
#include "report/standings/standings_report.hpp"
#include "tournament/cluster/shard_folder.hpp"
#include "tournament/plan/conditions.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/make_ruling.hpp"
#include "tournament/results/resume_check.hpp"
#include "tournament/results/tables/next_step.hpp"
#include "tournament/run/event_stream.hpp"
#include "tournament/run/runner.hpp"
#include "tournament/schedule/schedule.hpp"
#include "tournament/standings/standings_of.hpp"
#include "tournament/standings/verify_tournament.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

struct TournamentOptions {
  std::string plan;
  std::string shard;
  fs::path after;
  std::optional<fs::path> scratch;
  std::optional<std::uint64_t> deals;
  RunPlace place;
  std::string events;
  std::string citation;  ///< file that names the tournament in place of the plan
  bool list = false;
};

void announce(const Session& session, const Store& store) {
  const auto& tournament = session.tournament;
  const bool several = tournament.plan.games.size() > 1;
  std::cerr << tournament_line(tournament) << (several ? "; at " : ", at ")
            << counted(static_cast<std::uint64_t>(workers_of(tournament.plan, session.run)), "table")
            << ", sandbox " << name_of(session.run.level) << "; results in " << session.folder.string()
            << '\n'
            << "commitment to the deals: " << to_hex(store.commitment()) << '\n';
  if (const auto& value = tournament.plan.public_value) std::cerr << "public value: \"" << *value << "\"\n";
  if (store.size() > 0) std::cerr << counted(store.size(), "game") << " stored before\n";
}

/// The numbers of games that are stored and that are planned, without those that do not count.
std::string stored_of_all(const Tournament& tournament, const Store& store) {
  const auto& schedule = tournament.schedule;
  const auto progress = progress_of(schedule, {}, store.stored());
  return fmt::format(
      "{} of {}", progress.counted,
      schedule.in_rounds() ? games_in_all(schedule.shape()) : counted(progress.known(), "game"));
}

/// Opens the stream of events for programs. Null if it was not requested.
std::shared_ptr<EventStream> events_to(const std::string& name) {
  if (name.empty()) return nullptr;
  auto events = EventStream::open(
      name, [](const std::string& sentence) { std::cerr << "tribunal: " + harmless(sentence) + '\n'; });
  if (!events) throw Complaint{ExitCode::cannot_write, events.error().text()};
  return *std::move(events);
}

/// Prints the table, and where to find the rest.
ExitCode show_results(const fs::path& out, bool quiet, bool on_standard_error) {
  const auto results = must(Results::open(out, RoundSource::in_passing));
  const auto standings = must(standings_of(results, {}, LastColumn::times));
  auto& text = on_standard_error ? std::cerr : std::cout;
  const auto layout = layout_of(on_standard_error ? STDERR_FILENO : STDOUT_FILENO,
                                "tribunal standings " + shell_word(out.string()) + ' ');
  const auto& [plan, schedule] = std::tie(results.tournament().plan, results.tournament().schedule);
  text << standings_table(standings, {.ranking = ranking_columns(plan, schedule), .layout = layout})
       << rounds_text(plan, schedule, layout);
  if (standings.progress.left_out > 0)
    text << '\n' << how_far(results.tournament(), standings.progress) << '\n';
  const auto notes = must(run_notes(results));
  text << run_notes_text(notes, layout);
  text.flush();
  if (!quiet) {
    const auto folder = shell_word(out.string());
    std::cerr << "results in " << out.string() << "; tribunal verify " << folder
              << " checks every game, tribunal report " << folder << " -o page.html writes a page\n";
  }
  return verdict_on_bots(results, out);
}

/// Reports changes that were accepted.
void tell_of_changes(const fs::path& out, const std::string& sentence) {
  std::cerr << "tribunal: " << harmless(out.string()) << ": " << sentence << '\n';
}

/// Which games are stored. None in a new folder. Passes their results to the schedule.
std::optional<std::vector<bool>> stored_in(const Session& session, Schedule& schedule) {
  if (session.is_new()) return std::nullopt;
  const auto results = must(Results::open(session.folder, RoundSource::nowhere));
  schedule = must(results.resumed(schedule));
  std::vector<bool> stored;
  const auto note = [&](const GameResult& game) {
    stored.resize(game.index);  // games are read in order
    stored.push_back(true);
    return true;
  };
  must(results.for_each(note, LastColumn::faults));
  return stored;
}

/// Prints what a run would do, and refuses what it would refuse, but plays nothing.
ExitCode foresee(Tournament& tournament, const Bytes32& commitment, Session& session) {
  const auto& out = session.folder;
  const auto accepted =
      must(Store::foresee(out, tournament, commitment, session.run.facts, session.place.accept_changes));
  for (const auto& sentence : accepted) tell_of_changes(out, sentence);
  const auto stored = stored_in(session, tournament.schedule);
  std::cout << outlook_text(tournament, workers_of(tournament.plan, session.run), stored);
  session.foresee_crowding();
  session.check_starts();
  return session.plays_without_bots() ? ExitCode::bot_does_not_start : ExitCode::ok;
}

/// Warns if a folder beside this new one has the same deals, as nights with the same seed have.
void tell_of_equal_deals(const fs::path& out, const Tournament& tournament, const Store& store) {
  constexpr std::size_t most_looked_at = 200;
  std::error_code ignored;
  std::size_t looked_at = 0;
  const auto place = fs::absolute(out).lexically_normal();
  for (fs::directory_iterator entry{place.parent_path(), ignored}, end;
       entry != end && looked_at < most_looked_at; entry.increment(ignored)) {
    if (entry->path() == place || !fs::exists(database_of(entry->path()), ignored)) continue;
    ++looked_at;
    const auto other = Results::open(entry->path(), RoundSource::nowhere);
    if (!other || other->commitment() != store.commitment() ||
        other->tournament().plan.name != tournament.plan.name ||
        other->tournament().plan.public_value != tournament.plan.public_value)
      continue;
    std::cerr
        << "tribunal: warning: " << harmless(entry->path().string())
        << " has the same deals (the same name and seed, or secret_file): games of unchanged bots are the "
           "same and count once; for new deals, remove the seed from the plan, or name a new secret_file\n";
    return;
  }
}

/// The tournament of a plan. If it has been started, it has the seeds recorded with its results.
Tournament load(const TournamentOptions& options) {
  const auto recorded = [&](const std::string& name) {
    Plan named;
    named.name = name;
    return stored_plan_text(options.place.folder(named));
  };
  return must(load_tournament(plan_named(options.plan), options.deals, options.place.out,
                              builder(options.place.out), recorded));
}

/// An objection to an output that would overwrite a file of the tournament: a bot's, its secret, or its
/// results.
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

/// The environment variables in which a scheduler numbers its tasks.
struct SchedulerVariables {
  const char* index;
  const char* count;  ///< null if the scheduler does not state it
  int first;          ///< index of the first task
};

constexpr std::array schedulers{
    SchedulerVariables{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 1},
    SchedulerVariables{"JOB_COMPLETION_INDEX", nullptr, 0},  // Kubernetes
    SchedulerVariables{"PBS_ARRAY_INDEX", nullptr, 1},
    SchedulerVariables{"AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE", 0},
    SchedulerVariables{"TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", 0},  // Bazel
};

std::optional<int> number_in(const char* variable) {
  return variable == nullptr ? std::nullopt : number_from<int>(environment(variable));
}

/// The index of the first task. Slurm's arrays may begin with any index. An array from 0 to `count` - 1 is
/// numbered from 0. Any other is taken for the array from 1 to `count`, or a part of it.
int first_in_slurm(int count) {
  return number_in("SLURM_ARRAY_TASK_MIN") == 0 && number_in("SLURM_ARRAY_TASK_MAX") == count - 1 ? 0 : 1;
}

/// Whether Slurm's count is the number of shards: the array has no gaps and begins with 0 or 1.
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
  if (!index) refuse_auto(index_name + " is not a number");
  const auto count = given_count.empty() ? number_in(scheduler.count) : number_from<int>(given_count);
  if (!count && !given_count.empty()) return must(parse_shard("auto/" + given_count));
  if (!count || (given_count.empty() && is_slurm && !is_whole_slurm_array())) {
    refuse_auto(index_name + " is " + std::to_string(*index) +
                ", but the number of shards is unknown; expected --shard auto/COUNT");
  }
  const int first = is_slurm ? first_in_slurm(*count) : scheduler.first;
  return must(parse_shard(std::to_string(*index - first + 1) + '/' + std::to_string(*count)));
}

/// The shard that `--shard` names. `3/7` names it itself. `auto/7` takes its number from the environment of a
/// scheduler's task. `auto` also takes the number of shards from there, if the scheduler states it.
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

/// The time for running games after a signal. Schedulers kill a task some 30 s after their signal, and it
/// must also save its games in that time.
constexpr std::chrono::seconds patience{10};

[[noreturn]] void refuse(const fs::path& folder, const std::string& why) {
  throw Complaint{ExitCode::bad_plan, folder.string() + ": " + why};
}

/// The observers of a run whose results will be in `folder`.
std::vector<std::shared_ptr<RunObserver>> observers_of(const Tournament& tournament, const fs::path& folder,
                                                       bool quiet, std::shared_ptr<EventStream> events) {
  std::vector<std::shared_ptr<RunObserver>> observers{
      std::make_shared<RunTerminal>(tournament.plan, folder, quiet)};
  if (events) observers.push_back(events_of_run(tournament, std::move(events)));
  return observers;
}

/// Plays or resumes a shard. Once it is complete, its results are in the folder of all shards. A shard that
/// is already there is not played again.
class ShardRun {
 public:
  ShardRun(Tournament tournament, const TournamentOptions& options, std::shared_ptr<EventStream> events,
           SignalWatch& signals)
      : tournament_{std::move(tournament)},
        options_{options},
        events_{std::move(events)},
        signals_{signals},
        shard_{shard_of(options.shard)} {
    all_ = options.place.out.empty() ? options.place.folder(tournament_.plan).concat(".shards")
                                     : options.place.out;
  }

  ExitCode operator()() {
    must_name_secret(tournament_.plan);
    identity_ = identity_of(tournament_, must(planned_secret(tournament_.plan))->commitment());
    take_rounds_from(options_.after);
    games_ = games_of(tournament_.schedule, shard_);
    tournament_.shard = {shard_, games_};
    target_ = shard_folder(all_, tournament_.schedule, shard_);
    if (games_.size() == 0)
      say("no games; nothing to do");
    else if (must(is_there()))
      say("played before; results in " + target_.string());
    else
      return options_.place.dry_run ? check_starts_only() : play();
    return ExitCode::ok;
  }

 private:
  void say(const std::string& what) const {
    if (!options_.place.quiet) std::cerr << named() << ": " << what << '\n';
  }
  [[nodiscard]] std::string named() const { return tournament_.plan.name + ", shard " + to_text(shard_); }
  [[nodiscard]] std::string games_text() const {
    return counted(games_.size(), "game") + ", " + std::to_string(games_.begin) + " to " +
           std::to_string(games_.end - 1);
  }

  /// The results in a folder, which must be of this tournament.
  [[nodiscard]] Result<Results> results_in(const fs::path& folder) const {
    auto results = TRY(Results::open(folder, RoundSource::nowhere));
    const auto there = identity_of(results.tournament(), results.commitment());
    if (const auto other = difference(there, identity_); !other.empty())
      return failure(ErrorCode::wrong_plan, folder, "this folder holds another tournament (" + other + ")");
    return results;
  }

  /// Provides the schedule with the rounds that follow from results.
  void take_rounds_from(const fs::path& after) {
    if (after.empty()) return;
    const auto results = must(results_in(after));
    tournament_.schedule = must(results.resumed(tournament_.schedule));
  }

  /// Whether this shard is complete. The error says what prevents that it is published.
  [[nodiscard]] Result<bool> is_there() const {
    if (!fs::exists(database_of(target_))) {
      auto wrong = objection_to_target(target_);
      if (!wrong.empty()) return failure(ErrorCode::unreadable, target_, std::move(wrong));
      return false;
    }
    const auto results = TRY(results_in(target_));
    const auto& shard = results.tournament().shard;
    if (shard != tournament_.shard)
      return failure(ErrorCode::wrong_plan, target_,
                     "this folder holds " + tribunal::named(shard) + ", not " +
                         tribunal::named(tournament_.shard) + "; use --out with another folder");
    const auto stored = TRY(results.counts());
    const auto progress = progress_of(tournament_.schedule, games_, stored);
    if (!progress.is_finished())
      return failure(ErrorCode::unreadable, target_,
                     fmt::format("this folder holds only {} of the shard's {}; {}", progress.counted,
                                 counted(progress.known(), "game"), next_step_if_damaged(target_)));
    return true;
  }

  /// Publishes the shard unless another run has. If that fails, the played shard stays on this machine.
  void publish(const ShardScratch& scratch) const {
    const auto published = scratch.publish();
    const auto there = !published || *published ? published : is_there();
    if (!there || !*there)
      throw Complaint{
          ExitCode::cannot_write,
          fmt::format("{}; the complete shard stays in {}: the same command publishes it later",
                      there ? target_.string() + ": this folder disappeared" : there.error().text(),
                      scratch.path().string())};
    scratch.remove();
    say(*published ? "complete; results in " + target_.string()
                   : "complete; another run had completed it before, and its results in " + target_.string() +
                         " stay");
  }

  [[nodiscard]] Session session_in(const fs::path& folder) const {
    auto run = options_.place.settle(tournament_.plan);
    run.signals = &signals_;
    run.hidden = {all_};
    run.patience = patience;
    if (!options_.after.empty()) run.hidden.push_back(options_.after);
    return {tournament_, options_.place, std::move(run), folder};
  }

  [[nodiscard]] ExitCode check_starts_only() const {
    std::cout << named() << ": " << games_text() << '\n';
    auto session = session_in(target_);
    session.foresee_crowding();
    session.check_starts();
    return session.plays_without_bots() ? ExitCode::bot_does_not_start : ExitCode::ok;
  }

  ExitCode play() {
    auto session = session_in({});
    const auto scratch = must(ShardScratch::claim(options_.scratch, target_, identity_));
    if (scratch.has_deleted())
      std::cerr << "tribunal: " << harmless(scratch.path().string())
                << ": the games of an earlier run could not be resumed, and are deleted\n";
    session.folder = scratch.path();
    const auto end = play(session);
    const bool is_interrupted = end && *end == RunEnd::interrupted;
    if (is_interrupted || (!end && end.error().code == ErrorCode::bot)) {
      // Ignores further signals while the results are copied, because schedulers repeat their signal.
      const auto copying =
          signals_.listen({.heard = [](int, int) { return std::chrono::hours{1}; }, .before_kill = [] {}});
      must(scratch.save());
    }
    must(end);
    if (is_interrupted)
      return complain(ExitCode::interrupted,
                      "shard " + to_text(shard_) + " is interrupted; run the same command again to resume");
    publish(scratch);
    return ExitCode::ok;
  }

  /// Plays the shard. Returns how the run ended.
  Result<RunEnd> play(Session& session) {
    session.check_starts();
    auto store = session.open();
    say(games_text() + ", " + std::to_string(store.size()) + " of them stored before; sandbox " +
        std::string{name_of(session.run.level)} + ", played in " + session.folder.string());
    return session.play(store, observers_of(tournament_, target_, options_.place.quiet, std::move(events_)));
  }

  Tournament tournament_;
  const TournamentOptions& options_;
  std::shared_ptr<EventStream> events_;
  SignalWatch& signals_;
  Shard shard_;
  fs::path all_;
  fs::path target_;
  std::string identity_;
  GameRange games_;
};

/// The citation in a file. None if `file` is empty.
std::optional<Citation> read_citation(const std::string& file) {
  constexpr std::size_t longest = std::size_t{16} << 20U;
  if (file.empty()) return std::nullopt;
  const auto text = contents_of(file, longest);
  auto cited = text ? parse_citation(*text) : std::unexpected{Error{unreadable(file, "cannot be read")}};
  if (cited) return *std::move(cited);
  throw Complaint{ExitCode::usage, file + ": " + cited.error().message +
                                       "; expected what 'tribunal export FOLDER --citation FILE' writes"};
}

/// The cited tournament. Paths in its plan are relative to the folder of the citation.
Tournament load(const TournamentOptions& options, const Citation& cited) {
  const auto file = fs::path{options.citation} += "#plan";
  auto tournament = must(make_tournament(cited.plan, file, options.place.out, builder(options.place.out)));
  tournament.plan.secret_file.reset();
  tournament.plan.commitment = cited.secret.commitment();
  return tournament;
}

/// Stores the cited secret in a new folder.
void place_secret(const fs::path& out, const Secret& secret) {
  must(create_folder(out));
  std::error_code ignored;
  if (fs::exists(secret_file_of(out), ignored)) return;
  if (const auto written = write_secret_file(secret_file_of(out), secret); !written)
    throw Complaint{ExitCode::cannot_write, written.error().text()};
}

/// Reports whether the games in `out` are the cited ones.
ExitCode compare_with(const Citation& cited, const std::string& file, const fs::path& out) {
  if (!must(repeats(out, cited))) {
    return complain(
        ExitCode::failed,
        out.string() + ": the games differ from those that " + file +
            " cites; a bot with different files, or one that depends on time or chance, plays differently");
  }
  std::cerr << harmless(out.string() + ": the games are those that " + file + " cites") << '\n';
  return ExitCode::ok;
}

ExitCode play(const TournamentOptions& options) {
  // Running games of a shard may end before its results are copied.
  const auto deadline = options.shard.empty() ? SignalDeadline::second : SignalDeadline::none;
  SignalWatch signals{answered_signals(deadline, "interrupted; run the same command again to resume")};
  const auto cited = read_citation(options.citation);
  auto tournament = cited ? load(options, *cited) : load(options);
  for (const auto& remark : tournament.remarks) std::cerr << harmless(remark) << '\n';
  must_not(objection_to_outputs(options, tournament));
  auto events = events_to(options.events);
  if (!options.shard.empty()) return ShardRun{std::move(tournament), options, std::move(events), signals}();
  const auto out = options.place.folder(tournament.plan);
  must(apply_stored_rulings(tournament, out));
  const auto secret = cited ? cited->secret : must(Folder::secret_for(out, tournament.plan));
  Session session{tournament, options.place, options.place.settle(tournament.plan), out};
  session.run.signals = &signals;
  if (options.place.dry_run) return foresee(tournament, secret.commitment(), session);
  const bool is_new = session.is_new();
  if (is_new) session.check_starts();
  if (is_new && cited) place_secret(out, cited->secret);
  std::optional<Error> without_bots;  // the games without missing bots are played and shown
  {
    auto store = session.open();
    if (cited && !is_new && !session.goes_on(store))
      refuse(out, "all games are stored there; use --out with a new folder to repeat them");
    for (const auto& sentence : store.accepted()) tell_of_changes(out, sentence);
    if (is_new && !cited && (tournament.plan.seed || tournament.plan.secret_file))
      tell_of_equal_deals(out, tournament, store);
    if (!is_new && session.goes_on(store)) session.check_starts();
    if (!options.place.quiet) announce(session, store);
    const auto end =
        session.play(store, observers_of(tournament, out, options.place.quiet, std::move(events)));
    if (!end && end.error().code == ErrorCode::bot && session.plays_without_bots())
      without_bots = end.error();
    else if (must(end) == RunEnd::interrupted)
      return complain(ExitCode::interrupted, "interrupted after " + stored_of_all(tournament, store) +
                                                 "; run the same command again to resume");
  }
  const auto code = show_results(out, options.place.quiet, options.events == "-");
  if (without_bots) return complain(*without_bots);
  const auto compared = cited ? compare_with(*cited, options.citation, out) : ExitCode::ok;
  return compared == ExitCode::ok ? code : compared;
}

/// Lists the plans that come with the program, one per line.
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
  if (options.plan.empty() && options.citation.empty())
    throw Complaint{missing_word(command, "plan", "a TOML file, or the name of a plan that --list shows")};
  return play(options);
}

}  // namespace

void add_tournament_command(CommandLine& command) {
  auto& options = command.runs(tournament_as_asked);
  command.add("plan", options.plan, Value::plan,
              "the plan: a TOML file (tribunal help plan), or the name of one that --list shows");
  command.add("-n,--deals", options.deals, "number of deals instead of the plan's, for a short run");
  options.place.add_options(command, "NAME");
  command.add("--events", options.events, Value::appended,
              "append events to FILE, a line of JSON each (tribunal help events); -: standard output; the "
              "standings then go to standard error");
  command.add("-q,--quiet", options.place.quiet, "print only the standings");
  command
      .add("--dry-run", options.place.dry_run,
           "start every bot once but play nothing; print the number of games, the estimated time and, in "
           "a format without rounds, the games of each bot")
      ->excludes(command.get_option("--events"));
  command.add("--accept-changes", options.place.accept_changes,
              "resume although deals, limits or bots have changed since the first games");
  command.add("--with-failing-bots", options.place.with_failing_bots,
              "play even if bots do not start, before the first game or later; they forfeit their games");
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
           "with --shard: folder on this machine to play in (default: in TMPDIR, or /tmp)")
      ->needs(shard);
  auto* const citation = command.add(
      "--citation", options.citation, Value::file,
      "in place of a plan: repeat the tournament that this file of 'tribunal export --citation' names, and "
      "compare the games; exit code 1 if they differ");
  command.exclude(*citation, {"plan", "--deals", "--shard", "--accept-changes"});
  command.add("--list", options.list, "list the plans that came with the program");
}

}  // namespace tribunal
