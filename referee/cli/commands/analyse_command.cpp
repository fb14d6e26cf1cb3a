// tribunal analyse: which decisions of recorded games cost points, and why.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <optional>
#include <unistd.h>
#include <utility>

#include <CLI/CLI.hpp>

#include "analysis/totals.hpp"
#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "bots/system/machine.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/help_format.hpp"
#include "cli/results/games_to_analyse.hpp"
#include "cli/run/analysis_budget.hpp"
#include "cli/run/run_terminal.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/analysis/analysis_report.hpp"

namespace tribunal {
namespace {

using Clock = std::chrono::steady_clock;

struct AnalyseOptions {
  std::string source;
  AnalysisChoice choice;
  std::size_t worlds = usual_worlds;
  std::optional<std::int64_t> budget;  ///< seconds
  bool open = false;
  ReportOption json;
  ReportOption csv;
  unsigned workers = 0;  ///< 0: all cores
  LayoutOptions layout;

  [[nodiscard]] unsigned threads() const {
    return workers > 0 ? workers : static_cast<unsigned>(available_cores().size());
  }
};

constexpr std::size_t most_worst = 10;

/// Shows how far an analysis is.
class Progress {
 public:
  explicit Progress(std::size_t decisions) : decisions_{decisions} {}

  void step() {
    ++done_;
    const auto now = Clock::now();
    if (now - shown_ < std::chrono::milliseconds{200} && done_ < decisions_) return;
    shown_ = now;
    const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - begin_);
    const auto percent = static_cast<std::int64_t>(100 * done_ / std::max<std::size_t>(1, decisions_));
    line_.show(fmt::format("{}/{}  {} %", done_, counted(decisions_, "decision"), percent), percent, elapsed);
  }
  void finish() { line_.finish(); }

 private:
  std::size_t decisions_;
  std::size_t done_ = 0;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_{};
  ProgressLine line_;
};

/// Writes games as they are done, as JSON and as CSV.
class Reports {
 public:
  Reports(const AnalyseOptions& options, const AnalysisHead& head) {
    if (options.json.is_wanted()) {
      json_.emplace(options.json.file());
      auto members = json_text(json_of(head), true);
      members.erase(members.find_last_of('}'));
      members.erase(members.find_last_not_of("\n ") + 1);
      json_->write(members + ",\n  \"games\": [");
    }
    if (options.csv.is_wanted()) {
      csv_.emplace(options.csv.file());
      csv_->write(decisions_csv_heading());
    }
  }
  void add(const AnalysedGame& game) {
    if (csv_) csv_->write(decisions_csv(game));
    if (!json_) return;
    json_->write(std::exchange(is_first_, false) ? "\n    " : ",\n    ");
    json_->write(json_line(json_of(game)));
  }
  [[nodiscard]] ExitCode finish(const AnalysisTotals& totals) {
    auto code = csv_ ? csv_->finish() : ExitCode::ok;
    if (!json_) return code;
    json_->write(is_first_ ? "],\n" : "\n  ],\n");
    auto worst = Json::array();
    for (const auto& mistake : totals.worst()) worst.push_back(json_of(mistake));
    auto bots = Json::array();
    for (const auto& bot : totals.bots()) bots.push_back(json_of(bot));
    json_->write("  \"worst\": " + json_line(worst) + ",\n  \"bots\": " + json_line(bots) + "\n}\n");
    const auto written = json_->finish();
    return code == ExitCode::ok ? written : code;
  }

 private:
  std::optional<Output> json_;
  std::optional<Output> csv_;
  bool is_first_ = true;
};

std::string mistakes_text(const AnalyseOptions& options, const AnalysisTotals& totals) {
  if (totals.worst().empty()) return "No decision can be told from the best one.\n";
  std::string text = "The decisions that cost most, in points:\n";
  const auto program = shell_word(program_invocation_name);
  for (const auto& mistake : totals.worst()) {
    text += mistake_text(mistake, fmt::format("{} replay {} --game {}", program, shell_word(options.source),
                                              mistake.game->number));
  }
  return text;
}

void show(const AnalyseOptions& options, const AnalysisHead& head, const AnalysisTotals& totals) {
  const auto layout = options.layout.layout(STDOUT_FILENO);
  const auto bots = totals.bots();
  auto text =
      head_text(head) + '\n' + mistakes_text(options, totals) + '\n' + laid_out(bots_table(bots), layout);
  if (layout.legend) text += bots_legend();
  for (const auto& bot : bots) {
    if (options.choice.wanted.bot.empty() && bots.size() > 1) break;
    text += fmt::format("\nKinds of decisions of {}{}:\n", printable(bot.bot),
                        bots.size() > 1 ? " in " + printable(bot.game) : "");
    text += laid_out(kinds_table(bot), layout);
  }
  std::cout << fitted_text(text + '\n' + policy_notes(bots) + analysis_limits(), layout);
}

/// The reason why these options make no analysis; nothing if they do.
std::optional<std::string> objection(const AnalyseOptions& options) {
  if (options.source == "-")
    return "analyse reads its games twice, which standard input does not allow; expected a file or a results "
           "folder";
  return std::nullopt;
}

ExitCode analyse(const AnalyseOptions& options) {
  if (const auto wrong = objection(options)) return complain(ExitCode::usage, *wrong);
  if (const auto code = complain_of({options.json, options.csv}); code != ExitCode::ok) return code;
  const RecordedGames games{options.source};
  const auto found = find_games_to_analyse(games, options.choice);
  if (!found) return complain(found.error());
  if (const auto code = found->differences.conclude(); code != ExitCode::ok) return code;
  AnalysisHead head{.source = options.source,
                    .games = found->games.size(),
                    .decisions = found->decisions,
                    .options = {.worlds = options.worlds, .open = options.open, .reasons = true},
                    .is_budgeted = options.budget.has_value(),
                    .seed = options.choice.seed.value_or(""),
                    .notes = found->notes};
  if (options.budget) {
    const auto fits =
        worlds_in_budget(*options.budget, found->sample, found->decisions, head.options, options.threads());
    head.options.worlds = fits.worlds;
    head.notes.push_back(budget_note(*options.budget, fits));
  }
  AnalysisTotals totals{most_worst};
  Reports reports{options, head};
  Progress progress{found->decisions};
  GameAnalysis analysis{head.options, options.threads(),
                        [&](const AnalysedGame& game) {
                          totals.add(game);
                          reports.add(game);
                        },
                        [&] { progress.step(); }};
  const auto read = for_each_to_analyse(games, options.choice, *found,
                                        [&](GameToAnalyse game) { analysis.add(std::move(game)); });
  if (!read) return complain(read.error());
  analysis.finish();
  progress.finish();
  if (!is_any_printed({options.json, options.csv})) show(options, head, totals);
  return reports.finish(totals);
}

void add_choice(CLI::App& command, AnalyseOptions& options) {
  command.add_option("--game", options.choice.wanted.number, "only the game with this number, from 0");
  auto* const bot =
      command.add_option("--bot", options.choice.wanted.bot, "only decisions of this bot")->type_name("NAME");
  command.add_option("--seat", options.choice.seat, "only decisions of this seat, from 0")
      ->check(CLI::Range(0, max_seats - 1))
      ->type_name("S")
      ->excludes(bot);
}

}  // namespace

void add_analyse_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command = app.add_subcommand("analyse", "Find the decisions that cost points, and say why");
  set_examples(*command, {"analyse game.jsonl --seat 1", "analyse results/demo --bot mybot --budget 60"});
  const auto options = std::make_shared<AnalyseOptions>();
  command->add_option("source", options->source, "a replay log or a results folder")->required();
  add_choice(*command, *options);
  auto* const worlds =
      command
          ->add_option("--worlds", options->worlds,
                       "games played on after each legal action, in worlds that differ in what is not known")
          ->check(CLI::Range(fewest_worlds, most_worlds))
          ->capture_default_str();
  command
      ->add_option(
          "--budget", options->budget,
          "seconds to take about, from which the number of worlds follows, by the speed of this machine")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}))
      ->type_name("SECONDS")
      ->excludes(worlds);
  command->add_flag("--open", options->open,
                    "use the cards that were really dealt, and not only what the seat knew");
  command
      ->add_option("-s,--seed", options->choice.seed,
                   "seed of the random numbers (default: those of each deal, so that the output repeats)")
      ->type_name("TEXT");
  command
      ->add_option("-j,--workers", options->workers,
                   "threads (default: number of cores); the output is the same")
      ->check(CLI::Range(1, 1024));
  options->layout.add_wide(*command);
  options->layout.add_legend(*command);
  options->json.add(*command, "--json", "JSON: every decision with all legal actions, sums by game and bot");
  options->csv.add(*command, "--csv", "CSV: a line for each decision");
  command->callback([options, &exit_code] { exit_code = analyse(*options); });
}

}  // namespace tribunal
