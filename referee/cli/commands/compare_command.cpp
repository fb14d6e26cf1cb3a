// tribunal compare: tests whether a candidate is better than the baseline, for authors and to gate a merge.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "bots/sandbox/written_files.hpp"
#include "bots/system/command.hpp"
#include "bots/system/machine.hpp"
#include "bots/system/program.hpp"
#include "check/order.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/game_options.hpp"
#include "cli/run/question_options.hpp"
#include "cli/run/run_terminal.hpp"
#include "cli/run/session.hpp"
#include "cli/terminal/answer_signals.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/standings/comparison_report.hpp"
#include "report/standings/faults_report.hpp"
#include "table/silence.hpp"
#include "tournament/plan/bot_names.hpp"
#include "tournament/plan/new_plan.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/resume_check.hpp"
#include "tournament/results/store.hpp"
#include "tournament/standings/comparison.hpp"

namespace tribunal {
namespace {

/// The files of the bots in one role, besides those that their commands name.
struct RoleFiles {
  std::string directory;
  std::string build;
  std::vector<std::string> files;

  [[nodiscard]] NewBot bot(const std::string& name, const std::string& command) const {
    return {.name = name,
            .command = command,
            .directory = directory.empty() && !build.empty() ? "." : directory,
            .build = build,
            .files = files};
  }
};

struct CompareOptions {
  // Words of the command line. There is one word for each bot, if the user quoted it.
  std::vector<std::string> candidate;
  std::vector<std::string> baseline;
  std::vector<std::vector<std::string>> field;
  RoleFiles candidate_files;
  RoleFiles baseline_files;
  RoleFiles field_files;
  RuleOptions rules{.game = "revolution"};
  int players = 0;
  QuestionOptions question;
  SecretSource secret;
  Limits limits;
  std::optional<SandboxLevel> sandbox;  ///< none: the highest level that works here
  RunPlace place;
  ReportOption json;
  ReportOption csv;
};

/// The field. Its bots are repeated until the table is full.
std::vector<std::string> field_of(const CompareOptions& options, int players) {
  std::vector<std::string> field;
  for (const auto& words : options.field) field.push_back(words.front());
  for (std::size_t next = 0; static_cast<int>(field.size()) < players - 1; ++next)
    field.push_back(field[next]);
  return field;
}

int players_of(const CompareOptions& options) {
  return options.players != 0 ? options.players : static_cast<int>(options.field.size()) + 1;
}

ComparisonOrder order_of(const CompareOptions& options, const SequentialQuestion& question) {
  const int players = players_of(options);
  auto settings = must(options.rules.options());
  ComparisonOrder order{.game = options.rules.name(),
                        .rules = std::move(settings),
                        .candidate = options.candidate_files.bot("candidate", options.candidate.front()),
                        .baseline = options.baseline_files.bot("baseline", options.baseline.front()),
                        .players = players,
                        .deals = options.question.deals,
                        .seed = options.secret.seed,
                        .secret_file = options.secret.file,
                        .public_value = options.secret.public_value,
                        .limits = options.limits,
                        .sandbox = options.sandbox,
                        .results = options.place.out,
                        .question = options.question.text_of(question)};
  const auto commands = field_of(options, players);
  const auto field = plan_of(commands, options.field_files.directory).bots;
  for (std::size_t bot = 0; bot < commands.size(); ++bot)
    order.field.push_back(options.field_files.bot(field[bot].name, commands[bot]));
  return order;
}

ExitCode exit_code_of(ComparisonVerdict verdict) {
  if (verdict == ComparisonVerdict::better) return ExitCode::ok;
  const bool is_rejected =
      verdict == ComparisonVerdict::not_better || verdict == ComparisonVerdict::more_faults;
  return is_rejected ? ExitCode::failed : ExitCode::inconclusive;
}

/// The faults of the two compared bots, and the first one of the field, in the deals that count for the
/// verdict.
struct FaultsThatDecided {
  static constexpr std::size_t most_shown = 10;
  static constexpr std::size_t most_in_json = 1000;
  std::string text;
  Json json = Json::array();

  static FaultsThatDecided of(const Comparison& comparison, const std::filesystem::path& out) {
    FaultsThatDecided decided;
    if (comparison.candidate_faults() + comparison.baseline_faults() + comparison.field_faults() == 0)
      return decided;
    bool is_field_shown = false;
    const auto results = must(Results::open(out, RoundSource::nowhere));
    const auto& plan = results.tournament().plan;
    must(results.for_each_incident(NoteKind::fault, [&](const Incident& fault) {
      if (fault.game.deal >= comparison.deals()) return false;
      const bool on_trial = fault.bot() == Comparison::candidate || fault.bot() == Comparison::baseline;
      if (!on_trial && std::exchange(is_field_shown, true)) return true;
      const auto again = see_again(program_invocation_name, out.string(), fault);
      if (decided.json.size() < most_shown)
        decided.text += incident_text(plan, fault, again, layout_of(STDOUT_FILENO));
      decided.json.push_back(incident_json(plan, fault, again));
      return decided.json.size() < most_in_json;
    }));
    decided.text = '\n' + decided.text;
    if (decided.json.size() > most_shown) {
      decided.text += fmt::format("all faults: {} faults {}\n", shell_word(program_invocation_name),
                                  shell_word(out.string()));
    }
    return decided;
  }
};

ExitCode report(const CompareOptions& options, const Comparison& comparison, const Rules& rules,
                const std::filesystem::path& out) {
  const double range = range_of(rules);
  const auto faults = FaultsThatDecided::of(comparison, out);
  if (!is_any_printed({options.json, options.csv}))
    std::cout << fitted_text(comparison_text(comparison, range), layout_of(STDOUT_FILENO)) << faults.text;
  if (options.json.is_wanted())
    options.json.write(json_text(comparison_json(comparison, range, faults.json)));
  if (options.csv.is_wanted()) options.csv.write(comparison_csv(comparison, range));
  WrittenFiles::note({options.json.file(), options.csv.file()});  // first, because the output may be closed
  std::cout.flush();
  if (!options.place.quiet) std::cerr << "games in " << out.string() << '\n';
  return exit_code_of(comparison.verdict());
}

/// A bot as the options state it.
struct GivenBot {
  std::string_view role;
  const std::vector<std::string>& words;
  const RoleFiles& files;
};

std::vector<GivenBot> bots_of(const CompareOptions& options) {
  std::vector<GivenBot> bots{{"candidate", options.candidate, options.candidate_files},
                             {"baseline", options.baseline, options.baseline_files}};
  for (const auto& words : options.field) bots.push_back({"field", words, options.field_files});
  return bots;
}

/// The mistake in the options of a bot. None if the options are valid.
std::optional<std::string> objection(const GivenBot& bot, const std::filesystem::path& directory) {
  namespace fs = std::filesystem;
  const auto option = "--" + std::string{bot.role};
  if (bot.words.size() != 1) return one_bot_wanted(option, "compare ... " + option, bot.words);
  if (const auto command = parse_command(bot.words.front(), directory); !command)
    return option + ": " + command.error().message;
  std::error_code ignored;
  if (!fs::is_directory(directory, ignored))
    return option + "-directory " + bot.files.directory + ": there is no such directory";
  if (!bot.files.build.empty()) return std::nullopt;  // its files do not exist yet
  for (const auto& file : bot.files.files) {
    if (!fs::is_regular_file(directory / file, ignored))
      return option + "-files " + file + ": there is no file " +
             (directory / file).lexically_normal().string();
  }
  return std::nullopt;
}

/// Refuses outputs that would replace a file in a bot's folder.
void spare_compared_files(const CompareOptions& options) {
  std::vector<BotFiles> bots;
  for (const auto& bot : bots_of(options)) {
    const auto directory = std::filesystem::current_path() / bot.files.directory;
    bots.push_back({.name = std::string{bot.role},
                    .command = parse_command(bot.words.front(), directory).value(),
                    .has_directory = !bot.files.directory.empty() || !bot.files.build.empty()});
    for (const auto& file : bot.files.files) bots.back().files.push_back(directory / file);
  }
  spare_files_of_bots(visibility_of(bots, {}), {{"--json", options.json.file()},
                                                {"--csv", options.csv.file()},
                                                {"--log-file", options.place.log.file()}});
}

/// Checks the options of all bots. The hash of a missing program cannot be computed, so it cannot take part.
ExitCode look_at_bots(const CompareOptions& options) {
  auto code = ExitCode::ok;
  for (const auto& bot : bots_of(options)) {
    const auto directory = std::filesystem::current_path() / bot.files.directory;
    must_not(objection(bot, directory));
    if (!bot.files.build.empty()) continue;
    const auto command = parse_command(bot.words.front(), directory).value();
    const auto& program = command.words.front();
    const auto near = near_sample_bot(program);
    if (!near && (!program.contains('/') || !files_of({{program}, directory}).empty()))
      continue;  // the check of starts reports it
    const auto looked = look_at(command);
    code = complain(ExitCode::bot_does_not_start, "--" + std::string{bot.role} + ' ' +
                                                      shell_word(bot.words.front()) + " does not start: " +
                                                      (near     ? *near
                                                       : looked ? "not a regular file"
                                                                : looked.error().message));
  }
  return code;
}

/// The number of deals from which `--dry-run` estimates.
constexpr std::size_t deals_of_dry_run = 10;

/// Prints advice before the first game.
void tell_beforehand(const QuestionOptions& options, const SequentialQuestion& question, const Rules& rules,
                     const std::filesystem::path& out) {
  if (std::filesystem::exists(database_of(out))) return;
  if (const auto text = advice(options, question, rules); !text.empty())
    std::cerr << "tribunal: warning: " << text << '\n';
}

/// The refusal if the comparison in this folder was started with more deals. None if it was not.
std::optional<std::string> fewer_deals(const Plan& plan, const std::filesystem::path& out) {
  if (!std::filesystem::exists(database_of(out))) return std::nullopt;
  const auto results = Results::open(out, RoundSource::nowhere);
  const auto stored = results ? results->tournament().plan.deals : 0;  // opening it again names the error
  if (plan.deals >= stored) return std::nullopt;
  return fmt::format(
      "{}: this comparison was started with --deals {}, and deals can only be added; expected --deals {} or "
      "more, or --out with a new folder",
      out.string(), stored, stored);
}

/// Adds the games that are already stored.
void add_kept(const std::filesystem::path& out, Comparison& comparison) {
  const auto results = must(Results::open(out));
  Result<void> added;
  must(results.for_each([&](const GameResult& game) {
    added = comparison.add(game);
    return added.has_value() && !comparison.decided();
  }));
  must(added);
}

/// The comparison of the bots of these commands, in a folder beside `out`, whose games were stored last.
/// Empty if there is none.
std::filesystem::path comparison_before(const std::filesystem::path& out, const Plan& plan) {
  namespace fs = std::filesystem;
  constexpr std::size_t most_looked_at = 200;
  std::error_code error;
  std::vector<std::pair<fs::file_time_type, fs::path>> found;
  const auto parent = fs::absolute(out).parent_path();
  for (fs::directory_iterator entry{parent, error}; !error && entry != fs::directory_iterator{};
       entry.increment(error)) {
    std::error_code absent;
    const auto stored = fs::last_write_time(database_of(entry->path()), absent);
    if (!absent && entry->path().filename() != out.filename()) found.emplace_back(stored, entry->path());
  }
  std::ranges::sort(found, std::greater{});
  found.resize(std::min(found.size(), most_looked_at));
  for (const auto& [time, folder] : found) {
    const auto results = Results::open(folder, RoundSource::nowhere);
    const auto is_same = [](const PlannedBot& one, const PlannedBot& other) {
      return one.name == other.name && one.command == other.command;
    };
    if (results && std::ranges::equal(results->tournament().plan.bots, plan.bots, is_same)) return folder;
  }
  return {};
}

/// If files of a bot have changed, prints on standard error that a new comparison begins, since which earlier
/// one, and which files changed.
void tell_of_new_versions(const Tournament& tournament, const std::filesystem::path& out) {
  const auto before = comparison_before(out, tournament.plan);
  const auto results = Results::open(before, RoundSource::nowhere);
  if (before.empty() || !results) return;
  for (std::size_t bot = 0; bot < tournament.plan.bots.size(); ++bot) {
    const auto& then = results->tournament().sha256[bot];
    const BotIdentity now{tournament.files[bot], tournament.sha256[bot]};
    const auto stored = then.empty() ? Manifest{} : results->bot_files(then).value_or(Manifest{});
    const auto changes = changes_since_game(now, now, then, stored);
    if (changes.empty()) continue;
    std::cerr << "tribunal: " << tournament.plan.bots[bot].name << " is a new version: " << changes
              << "; its games in "
              << harmless(before.lexically_proximate(std::filesystem::current_path()).string())
              << " do not count here\n";
  }
}

/// Shows the state of the test with the progress of a run.
class ComparisonTerminal final : public RunTerminal {
 public:
  ComparisonTerminal(const Comparison& comparison, const Plan& plan, std::filesystem::path folder, bool quiet)
      : RunTerminal{plan, std::move(folder), quiet}, comparison_{comparison} {}

 private:
  void show(ProgressLine& line, const RunProgress& /*now*/) override {
    const auto tenths = std::lround(10 * comparison_.test().better().now);
    line.show(comparison_line(comparison_), tenths);
  }

  const Comparison& comparison_;
};

/// A run of a comparison, over its stored games and those that remain to be played.
class ComparisonRun {
 public:
  ComparisonRun(Session session, const SequentialQuestion& question, const QuestionOptions& asked)
      : session_{std::move(session)},
        question_{question},
        asked_{asked},
        comparison_{made(Moves::not_looked_at)} {}

  /// Plays until there is a verdict. Does nothing if there is one. A bot that does not start would decide the
  /// question. For example, any candidate would win against a missing baseline.
  const Comparison& decide() {
    const bool is_new = session_.is_new();
    if (is_new) {
      tell_of_new_versions(session_.tournament, session_.folder);
      session_.check_starts();
    }
    auto store = session_.open();
    const auto stored = store.size();
    secret_ = store.secret();
    comparison_ = made(Moves::not_looked_at);
    add_kept(session_.folder, comparison_);
    if (stored > 0 && comparison_.decided()) session_.tell_of_files_beside();
    if (!is_new && !comparison_.decided()) session_.check_starts();
    play(store);
    if (comparison_.wants_moves()) look_at_moves(store);
    comparison_.note_stored(
        {.games = stored, .new_games = store.size() - stored, .last_played = store.played_before()});
    count_unrepeated();
    return comparison_;
  }

 private:
  /// A comparison without games. It takes out luck only once the secret of the deals is known.
  [[nodiscard]] Comparison made(Moves moves) const {
    const auto& schedule = session_.tournament.schedule;
    std::shared_ptr<LuckOfDeals> luck;
    if (asked_.luck && secret_) {
      luck = std::make_shared<LuckByEarlierDeals>(
          ComparedLuck{.pairs = asked_.pairs,
                       .always = asked_.luck_always,
                       .bound = bound_for(question_.highest),
                       .threads = static_cast<unsigned>(std::max(1.0, usable_cores()))},
          stored_games_of_deal(session_.folder, *secret_, schedule.groups() * schedule.seatings()));
    }
    return {schedule, question_, asked_.compared_by(), moves, std::move(luck)};
  }

  /// Plays until no more games are needed.
  void play(Store& store) {
    if (comparison_.decided()) return;
    Result<void> added;
    session_.run.repeats_timeouts = true;
    session_.run.enough = [&](const GameResult& game) {
      if (added) added = comparison_.add(game);
      return !added || comparison_.decided();
    };
    session_.run.may_begin = [&] {
      return (comparison_.deals() + deals_ahead()) * comparison_.games_a_deal();
    };
    must(session_.play(store, {std::make_shared<ComparisonTerminal>(comparison_, session_.tournament.plan,
                                                                    session_.folder, session_.place.quiet)}));
    must(added);
    if (!comparison_.decided())
      throw Complaint{ExitCode::interrupted, "interrupted after " + counted(comparison_.deals(), "deal") +
                                                 "; run the same command again to resume"};
  }

  /// Compares the moves after all results were equal. If the moves differ and the test has no verdict, the
  /// run continues.
  void look_at_moves(Store& store) {
    const auto results = must(Results::open(session_.folder));
    const bool same = must(same_moves(results, store.secret(), comparison_.deals()));
    comparison_.note_moves(same ? Moves::same : Moves::different);
    if (comparison_.decided()) return;
    comparison_ = made(Moves::different);
    add_kept(session_.folder, comparison_);
    play(store);
  }

  /// Counts the candidate's timeouts that did not recur.
  void count_unrepeated() {
    const auto results = must(Results::open(session_.folder, RoundSource::nowhere));
    std::int64_t unrepeated = 0;
    must(results.for_each_incident(NoteKind::fault, [&](const Incident& incident) {
      const bool counts = incident.game.deal < comparison_.deals();
      if (counts && incident.bot() == Comparison::candidate && incident.fault->kind == FaultKind::timeout)
        unrepeated += is_unrepeated(incident.message) ? 1 : 0;
      return counts;
    }));
    comparison_.note_unrepeated(unrepeated);
  }

  /// The number of deals that may be played ahead: enough that no table waits for another, but few, because
  /// they may not count.
  [[nodiscard]] std::uint64_t deals_ahead() const {
    constexpr std::uint64_t a_table = 4;
    return a_table * static_cast<std::uint64_t>(workers_of(session_.tournament.plan, session_.run));
  }

  Session session_;
  const SequentialQuestion& question_;
  const QuestionOptions& asked_;
  std::optional<Secret> secret_;
  Comparison comparison_;
};

ExitCode compare(CompareOptions& options) {
  SignalWatch signals{
      answered_signals(SignalDeadline::second, "interrupted; run the same command again to resume")};
  must_not(objection(options.limits));
  if (const auto code = look_at_bots(options); code != ExitCode::ok) return code;
  spare_compared_files(options);
  const auto rules = options.rules.rules(players_of(options));
  auto question = options.question.question(rules);
  empty_old_reports({options.json.file(), options.csv.file()});
  const auto tournament = must(tournament_of(order_of(options, question), builder(options.place.out)));
  for (const auto& remark : tournament.remarks) std::cerr << harmless(remark) << '\n';
  auto run = options.place.settle(tournament.plan);
  run.signals = &signals;
  const auto out = options.place.folder(tournament.plan);
  must_not(fewer_deals(tournament.plan, out), ExitCode::bad_plan);
  tell_beforehand(options.question, question, rules, out);
  if (options.place.dry_run)
    question.most_blocks = std::min<std::size_t>(question.most_blocks, deals_of_dry_run);
  options.place.accept_changes = true;  // with changed bots or limits it is another comparison
  ComparisonRun comparing{
      {tournament, options.place, std::move(run), out, FilesNamedBy::options}, question, options.question};
  const auto& comparison = comparing.decide();
  if (options.place.dry_run && comparison.verdict() == ComparisonVerdict::inconclusive) {
    std::cout << fitted_text(dry_run_text(comparison), layout_of(STDOUT_FILENO));
    return ExitCode::ok;
  }
  return report(options, comparison, rules, out);
}

/// Declares the options for files of a role: candidate, baseline or field.
void add_files_options(CommandLine& command, const std::string& role, RoleFiles& files) {
  command.add("--" + role + "-files", files.files, Value::file,
              "file of the " + role + " in addition to those that its command names; repeatable");
  command.add("--" + role + "-directory", files.directory, Value::folder,
              "working directory of the " + role + " (default: the current directory)");
  command.add("--" + role + "-build", files.build, {Value::text, "COMMAND"},
              "build the " + role + " from the source in that directory with this shell command");
}

ExitCode compare_as_asked(CompareOptions& options, const CommandLine& command) {
  if (const auto words = command.remaining(); !words.empty())
    throw Complaint{"'" + words.front() +
                    "' is not an option of compare; each bot is one command, quoted as one word: --candidate "
                    "'python3 mybot.py'"};
  const auto code = compare(options);
  std::cout.flush();
  WrittenFiles::note({options.json.file(), options.csv.file(), options.place.log.file()});
  return code;
}

}  // namespace

void add_compare_command(CommandLine& command) {
  auto& options = command.runs(compare_as_asked);
  // Words that belong to no bot are accepted here, so that the message can say what is wrong with them.
  command.add("--candidate", options.candidate, Value::bot, "command of the new bot, quoted as for a shell")
      ->required()
      ->allow_extra_args();
  command.add("--baseline", options.baseline, Value::bot, "command of the bot to beat")
      ->required()
      ->allow_extra_args();
  command.add("--field", options.field, Value::bot, "command of a bot for the other seats; repeatable")
      ->required()
      ->allow_extra_args();
  command.allow_extras();
  add_files_options(command, "candidate", options.candidate_files);
  add_files_options(command, "baseline", options.baseline_files);
  add_files_options(command, "field", options.field_files);
  command.add("-g,--game", options.rules.game, {Value::game, "NAME[:option=value,...]"}, "game or preset");
  options.rules.add_rule_option(command);
  command.add("-p,--players", options.players, whole(2, max_seats),
              "players per table (default: one more than the bots of the field)");
  options.question.add_options(command);
  auto* const dry_run = command.add(
      "--dry-run", options.place.dry_run,
      "play ten deals and estimate how many the question takes; the same command without this option "
      "resumes");
  options.secret.add_options(command);
  add_limit_options(command, options.limits);
  command.add("--sandbox", options.sandbox, "isolation of the bots (default: the highest level that works)");
  options.place.add_options(command, "compare-...");
  options.json.add(command, "--json", "JSON");
  options.csv.add(command, "--csv", "comma-separated values");
  command.add("-q,--quiet", options.place.quiet, "print only the result");
  command.exclude(*dry_run, {"--json", "--csv"});
}

}  // namespace tribunal
