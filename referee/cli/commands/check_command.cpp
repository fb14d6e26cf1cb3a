// tribunal check: tests whether a bot is sound, for its author and for continuous integration.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "analysis/totals.hpp"
#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "base/utc.hpp"
#include "bots/process/host.hpp"
#include "bots/sandbox/written_files.hpp"
#include "bots/system/paths.hpp"
#include "check/check.hpp"
#include "check/order.hpp"
#include "cli/commands/commands.hpp"
#include "cli/manual/documents.hpp"
#include "cli/mistakes/mistake.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/game_options.hpp"
#include "cli/options/plan_options.hpp"
#include "cli/options/sandbox_option.hpp"
#include "cli/results/analysis_set.hpp"
#include "cli/run/check_orders.hpp"
#include "cli/run/run_terminal.hpp"
#include "cli/run/session.hpp"
#include "cli/terminal/answer_signals.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "record/record.hpp"
#include "record/replay_log.hpp"
#include "report/analysis/analysis_report.hpp"
#include "report/check/check_report.hpp"
#include "report/format/json.hpp"
#include "report/page/check_page.hpp"
#include "tournament/plan/planned_bots.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {
namespace {

constexpr std::int64_t check_analysis_seconds = 10;
constexpr std::size_t most_games = 100;
constexpr std::size_t worst_shown = 3;

/// The analysis of a bot's decisions in the games of its check, in which it has every seat. It never changes
/// the verdict.
class CheckAnalysis {
 public:
  using OnGame = std::function<void(const AnalysedGame&)>;

  /// `log`: the file with the replay logs of the games, by its name on the command line; empty if there is
  /// none. `first`: the number of the next game in it.
  CheckAnalysis(std::string log, std::uint64_t first) : log_{std::move(log)}, next_{first} {}

  /// Adds the next game. Up to a bound, the first games without a fault are analysed. If games are equal
  /// decision by decision, for example because a check repeats a game, only the first is analysed.
  void add(const Record& record) {
    const auto number = next_++;
    std::optional<GameToAnalyse> game;
    if (record.faults.empty() && games_.size() < most_games)
      game = game_to_analyse(record, number, record.rules.game(), SeatSet::first(record.rules.players()));
    left_out_ += game ? 0 : 1;
    if (!game || !set_.add(*game)) return;
    // Every seat is this bot, under different names.
    std::ranges::fill(game->bots, std::string{game->bots.front()});
    games_.push_back(*std::move(game));
  }

  /// Analyses the games on all cores for about `check_analysis_seconds`. `on_game` is called with each.
  void run(const OnGame& on_game) {
    const auto threads = ThreadsOption{}.count();
    AnalysisOptions options;
    if (set_.decisions() > 0)
      options.worlds =
          std::min(usual_worlds, set_.worlds_in(check_analysis_seconds, options, threads).worlds);
    worlds_ = options.worlds;
    GameAnalysis analysis{options, threads, [&](const AnalysedGame& game) {
                            totals_.add(game);
                            on_game(game);
                          }};
    for (auto& game : games_) analysis.add(std::move(game));
    games_.clear();
    analysis.finish();
  }

  /// Lines for a person: the cost of decisions per game, and the three worst ones. Call it and the next one
  /// after `run`.
  [[nodiscard]] std::string text() const {
    std::string text;
    const auto bots = totals_.bots();
    for (const auto& bot : bots) {
      const auto cost = bot.cost_per_game();
      text += fmt::format(
          "analysis: in {} your bot loses {} +- {} points a game by decisions ({} in {}, {} each)\n",
          bot.game, fixed(cost.mean, 1), fixed(cost.error, 1), counted(bot.sum.mistakes, "mistake"),
          counted(bot.sum.decisions, "decision"), counted(worlds_, "world"));
    }
    if (bots.empty()) return "analysis: no game without a fault was played, so there is nothing to analyse\n";
    return without_commands(text + mistakes_text(totals_, log_) + left_out_text() + policy_notes(bots) +
                            analysis_limits());
  }
  [[nodiscard]] Json json() const {
    return {{"worlds", worlds_},
            {"analysed_games", set_.games()},
            {"games_repeated", set_.repeated()},
            {"games_left_out", left_out_},
            {"decisions", set_.decisions()},
            {"games", bots_json(totals_)},
            {"worst", mistakes_json(totals_)}};
  }
  void add_to(CheckPage& page) const { page.add_sums(totals_, worlds_, set_.repeated(), text()); }

 private:
  [[nodiscard]] std::string left_out_text() const {
    std::string text;
    if (const auto count = set_.repeated(); count > 0)
      text += counted(count, "game") + (count == 1 ? " that repeats another" : " that repeat others");
    if (left_out_ > 0)
      text += fmt::format("{}{} with a fault, or beyond the first {}", text.empty() ? "" : ", ",
                          counted(left_out_, "game"), most_games);
    return text.empty() ? text : "  not analysed: " + text + '\n';
  }

  std::string log_;
  std::uint64_t next_;  ///< number of the next game
  AnalysisSet set_;
  std::vector<GameToAnalyse> games_;
  std::size_t left_out_ = 0;  ///< number of games with a fault, or beyond the bound
  std::size_t worlds_ = 0;
  AnalysisTotals totals_{worst_shown};
};

/// The working directory relative to the repository that GitHub checked out, such as `bots/mine/`.
/// Annotations name files from the top of that repository. Empty at its top, and outside of it.
std::string folder_in_repository() {
  const auto top = environment("GITHUB_WORKSPACE");
  std::error_code failed;
  const auto here = std::filesystem::current_path(failed);
  if (top.empty() || failed || !is_in(here, real_path(top)) || here == real_path(top)) return {};
  return here.lexically_relative(real_path(top)).native() + '/';
}

/// The games of a check as replay logs.
class GameLogs {
 public:
  /// If `name` is empty, nothing is written.
  explicit GameLogs(const std::string& name) {
    if (!name.empty()) out_.emplace(name);
  }
  void add(const Record& record) {
    if (!out_) return;
    ++count_;
    const auto log = write_log(record);
    if (!log && problem_.empty()) problem_ = "a game cannot be written as a log: " + log.error().message;
    if (log) out_->write(*log);
  }
  /// The number of the next game in the log. 0 if there is no log.
  [[nodiscard]] std::uint64_t next() const { return count_; }
  void finish() {
    if (!problem_.empty()) throw Complaint{ExitCode::our_bug, problem_};
    if (out_) must(out_->finish());
  }

 private:
  std::optional<Output> out_;
  std::uint64_t count_ = 0;
  std::string problem_;
};

CheckReport run(const CheckOrder& order, const CheckListener& listener) {
  Host host;
  asio::io_context context{1};
  bool interrupted = false;
  auto report = run_interruptibly(context, check_bot(context, host, order, listener), interrupted);
  report.interrupted = report.interrupted || interrupted;
  return report;
}

ExitCode exit_code_of(CheckVerdict verdict) {
  switch (verdict) {
    case CheckVerdict::interrupted:
      return ExitCode::interrupted;
    case CheckVerdict::failed:
      return ExitCode::failed;
    case CheckVerdict::error:
      return ExitCode::our_bug;
    case CheckVerdict::unfinished:
      return ExitCode::inconclusive;
    case CheckVerdict::sound:
      break;
  }
  return ExitCode::ok;
}

/// Shows the last examination while the check continues, because the findings are printed in another order.
class CheckProgress {
 public:
  explicit CheckProgress(bool quiet) : quiet_{quiet} {}
  void show(const Examination& examination) {
    if (quiet_) return;
    ++done_;
    failed_ += examination.finding == Finding::failed ? 1 : 0;
    line_.show(fmt::format("{}: {}; {} of {} failed", examination.name, name_of(examination.finding), failed_,
                           counted(done_, "examination")),
               static_cast<std::int64_t>(done_));
  }
  void finish() { line_.finish(); }

 private:
  bool quiet_;
  std::uint64_t done_ = 0;
  std::uint64_t failed_ = 0;
  ProgressLine line_;
};

void note(const Journal& journal, const Examination& examination) {
  const auto line =
      std::string{name_of(examination.finding)} + ": " + examination.name + ": " + examination.message;
  const bool is_trouble = examination.finding != Finding::passed && examination.finding != Finding::skipped;
  is_trouble ? journal.warning(line) : journal.info(line);
}

/// The number of reports that go to standard output.
int printed_reports(const CheckOptions& options) {
  return int{options.json.is_printed()} + int{options.junit == "-"} + int{options.html == "-"} +
         int{options.log == "-"};
}

/// The stream for the text. It is standard error if a report or a log uses standard output.
std::ostream& text_stream(const CheckOptions& options) {
  return printed_reports(options) > 0 ? std::cerr : std::cout;
}

/// Writes the reports. `analysis` is empty if it was not requested, or if the check was interrupted.
void write_reports(const CheckOptions& options, const CheckReport& report,
                   const std::optional<CheckAnalysis>& analysis) {
  if (options.json.is_wanted()) {
    auto json = json_of(report);
    if (analysis) json["analysis"] = analysis->json();
    options.json.write(json_text(json, true));
  }
  if (!options.junit.empty())
    must(write_output(options.junit, junit_of(report, utc_text(std::chrono::system_clock::now()))));
}

/// Checks a bot and writes its reports.
CheckReport check(const CheckOptions& options, CheckOrder order, GameLogs& logs, const Journal& journal) {
  const std::string log = options.log == "-" ? "" : options.log;
  std::optional<CheckPage> page;
  if (!options.html.empty()) page.emplace(order, log, version_text());
  std::optional<CheckAnalysis> analysis;
  if (options.analyse) analysis.emplace(log, logs.next());
  order.on_game = [&](const PlayedGame& game) {
    logs.add(game.record);
    if (page) page->add(game);
    if (analysis) analysis->add(game.record);
  };
  journal.info("start: tribunal " + order.host.referee + ", check of " + order.bot.name + ", sha256 " +
               order.bot.sha256 + ", sandbox " + order.host.sandbox);
  auto& out = text_stream(options);
  CheckProgress progress{options.quiet};
  auto report = run(order, [&](const Examination& examination) {
    note(journal, examination);
    progress.show(examination);
  });
  progress.finish();
  journal.info("end: " + std::string{name_of(report.verdict())});
  const auto layout = layout_of(&out == &std::cerr ? STDERR_FILENO : STDOUT_FILENO);
  out << findings_text(report, !options.quiet, layout) << fitted_text(summary_of(report), layout);
  if (options.github) out << annotations_of(report, folder_in_repository());
  out.flush();
  if (report.interrupted) analysis.reset();
  if (analysis) {
    analysis->run([&](const AnalysedGame& game) {
      if (page) page->add(game);
    });
    out << analysis->text() << std::flush;
  }
  write_reports(options, report, analysis);
  if (page) {
    if (analysis) analysis->add_to(*page);
    const auto content = page->finish(report);
    if (!content) throw Complaint{ExitCode::our_bug, content.error().text()};
    must(write_output(options.html, page_in_one_file(*content)));
  }
  return report;
}

/// Checks the bots one after another. If there are several, prints a table. The exit code is the first one
/// that is not 0.
ExitCode check_all(const CheckOptions& options, GameLogs& logs, const Journal& journal) {
  const auto found = bots_to_check(options);
  auto bots = visibility_of(found.plan, {});
  if (!options.build.empty()) bots.push_back({.files = {}, .own = {std::filesystem::current_path()}});
  spare_files_of_bots(bots, {{"--json", options.json.file()},
                             {"--junit", options.junit},
                             {"--html", options.html},
                             {"--log", options.log},
                             {"--log-file", options.journal.file()}});
  empty_old_reports(options.reports());
  // One bot at every seat of the largest table, and one that is asked alone.
  const auto players = [](const CheckedTable& table) { return table.rules.players(); };
  const auto most = players(*std::ranges::max_element(found.tables, {}, players));
  const auto demanded = options.sandbox ? options.sandbox : found.plan.sandbox;
  const auto level = must(settle_level(demanded, {.bots = most + 1}));
  std::vector<std::filesystem::path> results;
  if (found.is_planned) results.push_back(RunPlace{}.folder(found.plan));
  const auto entries = entries_of(found.plan, found.sha256, level, results);
  auto code = ExitCode::ok;
  std::vector<CheckReport> reports;
  for (const int bot : found.bots) {
    auto order = check_order_of(options, found, entries.at(static_cast<std::size_t>(bot)), bot);
    if (found.is_planned)
      text_stream(options) << (bot == found.bots.front() ? "" : "\n") << "== " << order.bot.name << ": "
                           << escaped(order.command) << '\n';
    reports.push_back(check(options, std::move(order), logs, journal));
    const auto one = exit_code_of(reports.back().verdict());
    if (code == ExitCode::ok || one == ExitCode::interrupted) code = one;
    if (one == ExitCode::interrupted) break;
  }
  if (found.bots.size() > 1) text_stream(options) << '\n' << overview_of(reports);
  return code;
}

ExitCode check_with_logs(const CheckOptions& options) {
  const auto journal = must(options.journal.open());
  GameLogs logs{options.log};
  const auto code = check_all(options, logs, journal);
  logs.finish();
  return code;
}

ExitCode check_as_asked(const CheckOptions& options, const CommandLine& command) {
  if (options.plan.empty() && options.bot.empty())
    throw Complaint{missing_word(command, "bot", "the bot's command, quoted as for a shell")};
  auto written = options.reports();
  written.push_back(options.journal.file());
  const auto code = check_with_logs(options);
  std::cout.flush();
  WrittenFiles::note(written);
  return code;
}

void add_report_options(CommandLine& command, CheckOptions& options) {
  command.add("--junit", options.junit, Value::output, "write JUnit XML to FILE (-: standard output)");
  options.json.add(command, "--json", "JSON");
  command.add("--html", options.html, Value::output,
              "write a page to FILE: findings, times, and all games for replay (-: standard output)");
  command.add("-o,--log", options.log, Value::output,
              "write the replay logs of its games to FILE (-: standard output)");
  options.github = !environment("GITHUB_ACTIONS").empty();
  command.add("--github,!--no-github", options.github,
              "print annotations for GitHub Actions (default: if GITHUB_ACTIONS is set)");
  options.journal.add_options(command, "");
  command.add("-q,--quiet", options.quiet, "print only the checks that did not pass, and the summary");
}

}  // namespace

void add_check_command(CommandLine& command) {
  auto& options = command.runs(check_as_asked);
  command.add("bot", options.bot, Value::bot,
              "the bot's command, quoted as for a shell; with --plan: names of its bots (default: all)");
  auto* const plan = command.add("--plan", options.plan, Value::plan,
                                 "check the bots of this plan under its conditions: its games, limits and "
                                 "sandbox, each bot in its directory");
  command.add("-g,--game", options.games, Value::game,
              "game or preset, with options as NAME:key=value,...; repeatable");
  add_rule_option(command, options.rules);
  command.add("-p,--players", options.players,
              "number of players, such as 3 or 2-4 (default: every number that suits the game)");
  command.add("--seconds", options.seconds, whole(1, 86400), "time limit of the whole check, in seconds");
  command.add("-n,--deals", options.deals, whole(1, 1'000'000), "deals per number of players");
  command.add("--deterministic", options.deterministic,
              "fail instead of warning if the bot plays equal games differently");
  command.add("--analyse", options.analyse,
              "find its decisions that cost points, for about 10 s; they never make the check fail");
  command.add("--only", options.only, choice({examinations::all.begin(), examinations::all.end()}),
              "run only this check; repeatable");
  add_limit_options(command, options.limits);
  add_build_option(command, options.build);
  command.add("--sandbox", options.sandbox, "isolation of the bot (default: the highest level that works)");
  add_report_options(command, options);
  command.exclude(*plan, {"--game", "--rule", "--players", "--build"});
  command.exclude(*plan, limit_options());
}

}  // namespace tribunal
