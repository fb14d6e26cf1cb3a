#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "analysis/analysed_game.hpp"
#include "analysis/totals.hpp"
#include "base/error.hpp"
#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "cli/commands/commands.hpp"
#include "cli/results/analysis_set.hpp"
#include "cli/results/recorded_games.hpp"
#include "cli/run/run_terminal.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "record/clocks_and_strikes.hpp"
#include "report/analysis/analysis_report.hpp"

// tribunal analyse: finds the decisions of recorded games that cost points, and shows why.

namespace tribunal {
namespace {

/// The decisions that a command line selects.
struct AnalysisChoice {
  WantedGames wanted;
  std::optional<int> seat;
  std::optional<std::string> seed;
};

/// The games found in a first reading. They are analysed in a second one.
struct GamesFound {
  AnalysisSet set;
  std::vector<std::uint64_t> games;  ///< numbers of the games to analyse, ascending
  std::vector<std::string> notes;    ///< sentences on games and decisions that are skipped
  Differences differences;           ///< if not empty, the games are incorrect and must not be analysed
};

SeatSet seats_of(const Record& record, const AnalysisChoice& choice) {
  SeatSet seats;
  for (const auto seat : SeatSet::first(record.rules.players())) {
    const bool is_named =
        choice.wanted.bot.empty() || record.entrants[index_of(seat)].bot == choice.wanted.bot;
    if (is_named && (!choice.seat || *choice.seat == seat)) seats.add(seat);
  }
  return seats;
}

std::optional<GameToAnalyse> game_of(const ListedGame& listed, const Record& record,
                                     const AnalysisChoice& choice) {
  return game_to_analyse(record, listed.number, listed.game, seats_of(record, choice), choice.seed);
}

/// Counts games and decisions in the first reading.
class Census {
 public:
  explicit Census(const AnalysisChoice& choice) : choice_{choice} {}

  void look_at(const ListedGame& listed, const Record& record) {
    most_players_ = std::max(most_players_, record.rules.players());
    if (!listed.mark.empty()) {
      ++excluded_;
      return;
    }
    const auto game = game_of(listed, record, choice_);
    if (!game || game->seats.empty() || !found_.set.add(*game)) return;
    found_.games.push_back(listed.number);
    for (const auto seat : game->seats) by_referee_ += game->questions.by_referee[index_of(seat)];
    forfeited_ += forfeited(record).empty() ? 0 : 1;
  }

  GamesFound finish(std::uint64_t void_games) {
    note(void_games, "game", "void by a ruling, and not analysed");
    note(excluded_, "game", "of an excluded bot, and not analysed");
    if (const auto repeated = found_.set.repeated(); repeated > 0)
      found_.notes.push_back(fmt::format("{} another, decision for decision, and {} not analysed again.",
                                         counted(repeated, "game") + (repeated == 1 ? " repeats" : " repeat"),
                                         repeated == 1 ? "is" : "are"));
    note(by_referee_, "decision", "the referee's after a fault, not the bot's, and not analysed");
    if (forfeited_ > 0) {
      found_.notes.push_back(
          counted(forfeited_, "game") +
          " with a forfeit: the decisions before it are analysed as if the game had continued.");
    }
    return std::move(found_);
  }
  [[nodiscard]] int most_players() const { return most_players_; }

 private:
  void note(std::uint64_t count, const std::string& noun, const std::string& what) {
    if (count == 0) return;
    found_.notes.push_back(fmt::format("{} {} {}.", counted(count, noun), count == 1 ? "is" : "are", what));
  }

  const AnalysisChoice& choice_;
  GamesFound found_;
  std::uint64_t excluded_ = 0;
  std::uint64_t by_referee_ = 0;
  std::uint64_t forfeited_ = 0;
  int most_players_ = 0;
};

Error nothing_to_analyse(const RecordedGames& games, const GamesFound& found, const AnalysisChoice& choice,
                         int most_players) {
  auto sentence = std::string{"there is no decision to analyse"};
  if (choice.seat && *choice.seat >= most_players)
    sentence = fmt::format("no game has a seat {}; expected --seat 0 to {}", *choice.seat, most_players - 1);
  for (const auto& note : found.notes) sentence += "; " + note.substr(0, note.size() - 1);
  return {ErrorCode::usage, Place{games.source()}, sentence};
}

/// Reads the games, compares each with what follows from its deal and decisions, and counts decisions. The
/// source is read twice, so it cannot be standard input.
GamesFound find_games_to_analyse(const RecordedGames& games, const AnalysisChoice& choice) {
  Census census{choice};
  const auto void_games = must(games.count_void(choice.wanted));
  auto differences = games.for_each(choice.wanted, [&](const ListedGame& listed, const Record* record) {
    if (record != nullptr) census.look_at(listed, *record);
    return true;
  });
  if (!differences && void_games > 0)
    throw Complaint{nothing_to_analyse(games, census.finish(void_games), choice, 0)};
  auto found = census.finish(void_games);
  found.differences = must(std::move(differences));
  for (const auto& note : found.differences.notes()) found.notes.push_back(note);
  if (found.games.empty() && found.differences.empty())
    throw Complaint{nothing_to_analyse(games, found, choice, census.most_players())};
  return found;
}

/// Reads the games again and calls `visit` with each of those found, in their order.
void for_each_to_analyse(const RecordedGames& games, const AnalysisChoice& choice, const GamesFound& found,
                         const std::function<void(GameToAnalyse)>& visit) {
  std::size_t visited = 0;
  const auto look = [&](const ListedGame& listed, const Record* record) {
    if (record == nullptr || !std::ranges::binary_search(found.games, listed.number)) return true;
    auto game = game_of(listed, *record, choice);
    if (!game) return false;
    ++visited;
    visit(*std::move(game));
    return visited < found.games.size();
  };
  must(games.for_each(choice.wanted, look));
  if (visited < found.games.size())
    throw Complaint{Error{ErrorCode::unreadable, Place{games.source()},
                          "it changed while it was read; run the same command again"}};
}

struct AnalyseOptions {
  std::string source;
  AnalysisChoice choice;
  std::size_t worlds = usual_worlds;
  std::optional<std::int64_t> budget;  ///< time in seconds
  bool open = false;
  ReportOption json;
  ReportOption csv;
  ThreadsOption threads;
  LayoutOptions layout;
};

constexpr std::size_t most_worst = 10;

/// Writes analysed games as JSON and as CSV.
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
  void finish(const AnalysisTotals& totals) {
    if (csv_) must(csv_->finish());
    if (!json_) return;
    json_->write(is_first_ ? "],\n" : "\n  ],\n");
    json_->write("  \"worst\": " + json_line(mistakes_json(totals)) +
                 ",\n  \"bots\": " + json_line(bots_json(totals)) + "\n}\n");
    must(json_->finish());
  }

 private:
  std::optional<Output> json_;
  std::optional<Output> csv_;
  bool is_first_ = true;
};

void show(const AnalyseOptions& options, const AnalysisHead& head, const AnalysisTotals& totals) {
  const auto layout = options.layout.layout(STDOUT_FILENO);
  const auto bots = totals.bots();
  auto text = head_text(head) + '\n' +
              (totals.worst().empty() ? "No decision was measurably worse than the best one.\n"
                                      : "The decisions that cost most, in points:\n") +
              mistakes_text(totals, options.source) + '\n' + laid_out(bots_table(bots), layout);
  if (layout.legend) text += inked(Ink::legend, bots_legend(), layout);
  for (const auto& bot : bots) {
    if (options.choice.wanted.bot.empty() && bots.size() > 1) break;
    text += fmt::format("\nKinds of decisions of {}{}:\n", printable(bot.bot),
                        bots.size() > 1 ? " in " + printable(bot.game) : "");
    text += laid_out(kinds_table(bot), layout);
  }
  std::cout << fitted_text(text + '\n' + policy_notes(bots) + analysis_limits(), layout);
}

ExitCode analyse(const AnalyseOptions& options) {
  if (options.source == "-")
    throw Complaint{
        "analyse reads its games twice, which standard input does not allow; expected a file or a results "
        "folder"};
  const RecordedGames games{options.source};
  const auto found = find_games_to_analyse(games, options.choice);
  if (const auto code = found.differences.conclude(); code != ExitCode::ok) return code;
  AnalysisHead head{.source = options.source,
                    .games = found.games.size(),
                    .decisions = found.set.decisions(),
                    .options = {.worlds = options.worlds, .open = options.open, .reasons = true},
                    .is_budgeted = options.budget.has_value(),
                    .seed = options.choice.seed.value_or(""),
                    .notes = found.notes};
  if (options.budget) {
    const auto fits = found.set.worlds_in(*options.budget, head.options, options.threads.count());
    head.options.worlds = fits.worlds;
    head.notes.push_back(fits.note(*options.budget));
  }
  AnalysisTotals totals{most_worst};
  Reports reports{options, head};
  CountProgress progress{"decision"};
  std::uint64_t done = 0;
  GameAnalysis analysis{head.options, options.threads.count(),
                        [&](const AnalysedGame& game) {
                          totals.add(game);
                          reports.add(game);
                        },
                        [&] { progress.show(++done, found.set.decisions()); }};
  for_each_to_analyse(games, options.choice, found,
                      [&](GameToAnalyse game) { analysis.add(std::move(game)); });
  analysis.finish();
  progress.finish();
  if (!is_any_printed({options.json, options.csv})) show(options, head, totals);
  reports.finish(totals);
  return ExitCode::ok;
}

void add_choice(CommandLine& command, AnalyseOptions& options) {
  command.add("--game", options.choice.wanted.number, "only the game with this number, from 0");
  auto* const bot =
      command.add("--bot", options.choice.wanted.bot, Value::bot_name, "only decisions of this bot");
  command
      .add("--seat", options.choice.seat, whole(0, max_seats - 1, "S"), "only decisions of this seat, from 0")
      ->excludes(bot);
}

}  // namespace

void add_analyse_command(CommandLine& command) {
  auto& options = command.runs(analyse);
  command.add("source", options.source, Value::source, "a replay log or a results folder")->required();
  add_choice(command, options);
  auto* const worlds = command.add("--worlds", options.worlds, whole(fewest_worlds, most_worlds),
                                   "playouts of each legal action, each with the unknown cards dealt again");
  command
      .add("--budget", options.budget, whole(1, 1'000'000, "SECONDS"),
           "approximate time in seconds; sets the number of worlds to fit this machine")
      ->excludes(worlds);
  command.add("--open", options.open, "use the cards that were dealt, not only those that the seat knew");
  command.add("-s,--seed", options.choice.seed,
              "seed of the random numbers (default: each deal's own, so that the output repeats)");
  options.threads.add(command);
  options.layout.add_options(command);
  options.json.add(command, "--json", "JSON: every decision with all legal actions, sums by game and bot");
  options.csv.add(command, "--csv", "CSV: a line for each decision");
}

}  // namespace tribunal
