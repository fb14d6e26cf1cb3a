// tribunal export: writes the games of a tournament as replay logs, and its results as a table.
#include <algorithm>
#include <filesystem>
#include <list>

#include "base/text/number_text.hpp"
#include "cli/commands/commands.hpp"
#include "cli/manual/documents.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/results/differences.hpp"
#include "cli/terminal/output.hpp"
#include "record/replay_log.hpp"
#include "report/replay/replay_view.hpp"
#include "report/standings/faults_report.hpp"
#include "report/standings/games_csv.hpp"
#include "tournament/results/results.hpp"
#include "tournament/standings/verify_tournament.hpp"

namespace tribunal {
namespace {

struct ExportOptions {
  std::filesystem::path folder;
  std::string logs;
  std::string plan;
  std::string citation;
  ReportOption csv;
  std::string seen;
  std::string errors;
  std::string bot;
  std::optional<std::uint64_t> game;
  std::optional<std::int64_t> ruling;  ///< ruling that made the games void
};

/// The games that are selected.
struct Wanted {
  int bot = -1;  ///< bot with a seat in them; -1: any
  std::optional<std::uint64_t> game{};

  [[nodiscard]] bool has(const GameResult& result) const {
    if (game && result.index != *game) return false;
    return bot < 0 || std::ranges::find(result.seats, bot, &SeatResult::bot) != result.seats.end();
  }
  /// Whether further selected games may follow this one.
  [[nodiscard]] bool go_on_behind(const GameResult& result) const { return !game || result.index < *game; }
};

/// Makes the text of a game that was played again.
using TextOf = std::function<std::string(const ComparedGame&)>;

/// The games as replay logs. If they are for the author of one bot, comments of other bots are removed,
/// because they are private.
TextOf log_of(const Wanted& wanted) {
  return [bot = wanted.bot](const ComparedGame& game) {
    std::string text;
    text.reserve(8192);
    const auto& record = *game.stored.record;
    if (bot < 0) {
      append_log(text, record, *game.played, game.hash);
      return text;
    }
    auto own = record;
    std::erase_if(own.comments, [&](const Comment& comment) {
      return game.stored.result.seats.at(index_of(comment.seat)).bot != bot;
    });
    append_log(text, own, *game.played, game.hash);
    return text;
  };
}

/// The lines that the bot received in its games, and its answers, as text.
TextOf seen_by(const Wanted& wanted) {
  return [bot = wanted.bot](const ComparedGame& game) {
    const auto& seats = game.stored.result.seats;
    std::string text;
    for (std::size_t seat = 0; seat < seats.size(); ++seat) {
      if (seats[seat].bot != bot) continue;
      const auto seen =
          seen_text(*game.stored.record, static_cast<Seat>(seat));  // set, because it was played again
      if (seen) text += "game " + std::to_string(game.stored.index) + '\n' + *seen;
    }
    return text;
  };
}

struct TextFile {
  TextFile(TextOf text_of, const std::string& name) : of{std::move(text_of)}, out{name} {}

  TextOf of;
  Output out;
};

/// Exports the end of the bot's output to stderr before each of its faults, for its author.
void export_errors(const Results& results, const std::string& name, const Wanted& wanted) {
  Output out{name};
  const auto without_places = for_author_of(wanted.bot, results.tournament().plan);
  must(results.for_each_incident(NoteKind::fault, [&](const Incident& incident) {
    if (!wanted.has(incident.game) || incident.bot() != wanted.bot) return true;
    const auto& fault = *incident.fault;
    out.write("game " + std::to_string(incident.game.index) + ", seat " + std::to_string(fault.seat) +
              ", decision " + std::to_string(fault.decision + 1) + ": " + std::string{name_of(fault.kind)} +
              ": " + without_places(incident.message) + '\n' +
              error_tail_text(without_places(incident.error_tail)));
    return true;
  }));
  must(out.finish());
}

void export_csv(const Results& results, const std::string& name, const Wanted& wanted,
                std::optional<std::int64_t> ruling) {
  Output out{name};
  const GamesCsv table{results.tournament().plan, results.versions(), ruling};
  out.write(table.heading());
  const auto write = [&](const GameResult& game) {
    if (wanted.has(game)) out.write(table.lines(game));
    return wanted.go_on_behind(game);
  };
  must(results.for_each(write));
  must(out.finish());
}

/// Whether the selected game is stored.
bool is_kept(const Results& results, const Wanted& wanted) {
  bool kept = false;
  const auto note = [&](const GameResult& game, const Record&) {
    kept = wanted.has(game);
    return true;
  };
  must(results.for_each_record(Secret{}, note, wanted.game));  // the cards do not matter here
  return kept;
}

/// Whether the exported games are compared with their decisions.
bool are_compared(const ExportOptions& options) {
  return !options.logs.empty() || !options.seen.empty() || !options.errors.empty();
}

/// Compares the selected games with their decisions. At the same time, writes the logs and what the bot saw.
ExitCode compare_and_export(const Results& results, const ExportOptions& options, const Wanted& wanted) {
  std::list<TextFile> files;
  if (!options.logs.empty()) files.emplace_back(log_of(wanted), options.logs);
  if (!options.seen.empty()) files.emplace_back(seen_by(wanted), options.seen);
  if (!files.empty()) must(results.secret());
  std::uint64_t left_out = 0;
  const auto write = [&](const ComparedGame& game) -> TakeGame {
    if (!game.is_wanted || files.empty()) return {};
    std::vector<std::string> texts;
    for (const auto& file : files)
      if (game.played) texts.push_back(file.of(game));
    return [&, texts = std::move(texts)] {
      left_out += texts.empty() ? 1 : 0;
      for (auto text = texts.begin(); auto& file : files)
        if (text != texts.end()) file.out.write(*text++);
      return true;
    };
  };
  auto differences = must(compare_folder(results, options.folder.string(),
                                         {.choice = {.only = wanted.game},
                                          .wanted = [&](const GameResult& game) { return wanted.has(game); },
                                          .look = write},
                                         wanted.game ? TablesBeside::meta : TablesBeside::all));
  if (left_out > 0)
    differences.note(counted(left_out, "game") +
                     " omitted: a game that cannot be read or replayed is not written");
  const auto code = differences.empty() ? ExitCode::ok : exit_code_of(differences.code());
  for (const auto& text : differences.texts()) (void)complain(code, text);
  for (const auto& note : differences.notes()) (void)complain(code, note);
  for (auto& file : files) must(file.out.finish());
  return code;
}

ExitCode export_results(const ExportOptions& options) {
  if (!are_compared(options) && !options.csv.is_wanted() && options.plan.empty() && options.citation.empty())
    throw Complaint{
        "nothing to export; expected --logs FILE, --csv, --plan-text FILE, --citation FILE, --seen FILE or "
        "--stderr FILE"};
  const auto results = must(Results::open(options.folder, RoundSource::stored, options.ruling));
  Wanted wanted{.game = options.game};
  if (!options.bot.empty())
    wanted.bot = must(bot_of_plan(results.tournament().plan, options.bot, " in this tournament"));
  if (wanted.game && !is_kept(results, wanted))
    throw Complaint{"there is no game " + std::to_string(*wanted.game) +
                    (wanted.bot < 0 ? "" : " of " + options.bot) + " in these results"};
  const auto compared = are_compared(options) ? compare_and_export(results, options, wanted) : ExitCode::ok;
  if (!options.plan.empty()) must(write_output(options.plan, results.tournament().plan_text));
  if (!options.citation.empty())
    must(write_output(options.citation, must(cite(options.folder, version_text()))));
  if (options.csv.is_wanted()) export_csv(results, options.csv.file(), wanted, options.ruling);
  if (!options.errors.empty()) export_errors(results, options.errors, wanted);
  return compared;
}

}  // namespace

void add_export_command(CommandLine& command) {
  auto& options = command.runs(export_results);
  command.add("folder", options.folder, Value::results, "results folder")->required();
  command.add("--logs", options.logs, Value::output,
              "write replay logs to FILE, in schedule order (-: standard output)");
  command.add("--plan-text", options.plan, Value::output,
              "write the plan as it was played to FILE (-: standard output), to continue from an earlier "
              "night; relative paths in it start at the folder of FILE");
  command.add("--citation", options.citation, Value::output,
              "verify a finished tournament, and write its plan, secret and hashes to FILE (-: standard "
              "output), with which 'tribunal tournament --citation FILE' repeats it");
  options.csv.add(command, "--csv", "comma-separated values, a line per game and seat");
  auto* const bot = command.add("--bot", options.bot, Value::bot_name,
                                "only games of this bot; the logs omit the comments of other bots");
  command
      .add("--seen", options.seen, Value::output,
           "with --bot: write the lines that it was sent, its answers and its comments to FILE (-: standard "
           "output)")
      ->needs(bot);
  command
      .add("--stderr", options.errors, Value::output,
           "with --bot: write its faults, and what it wrote to stderr before them, to FILE (-: standard "
           "output)")
      ->needs(bot);
  command.add("--ruling", options.ruling,
              "the games that this ruling made void ('tribunal ruling'), instead of those that count");
  command.add("--game", options.game, "only the game with this number, as in 'tribunal faults'");
}

}  // namespace tribunal
