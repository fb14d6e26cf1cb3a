// tribunal export: the games of a tournament as replay logs, and its results as a table.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/options/store_exit_code.hpp"
#include "cli/terminal/output.hpp"
#include "record/replay_log.hpp"
#include "report/standings/games_csv.hpp"
#include "tournament/store/results.hpp"

namespace tribunal {
namespace {

struct ExportOptions {
  std::filesystem::path folder;
  std::string logs;
  std::string csv;
  std::string bot;
  std::optional<std::uint64_t> game;
};

/// The index of the bot asked for: -1 if none is, nothing if there is no such bot.
std::optional<int> bot_of(const Plan& plan, const std::string& name) {
  if (name.empty()) return -1;
  const auto found = std::ranges::find(plan.bots, name, &PlannedBot::name);
  if (found == plan.bots.end()) return std::nullopt;
  return static_cast<int>(found - plan.bots.begin());
}

/// Which games are wanted.
struct Wanted {
  int bot = -1;  ///< with a seat for this bot; -1: for anybody
  std::optional<std::uint64_t> game{};

  [[nodiscard]] bool has(const GameResult& result) const {
    if (game && result.index != *game) return false;
    return bot < 0 || std::ranges::find(result.seats, bot, &SeatResult::bot) != result.seats.end();
  }
  /// Whether there may be more of them behind this one.
  [[nodiscard]] bool go_on_behind(const GameResult& result) const { return !game || result.index < *game; }
};

ExitCode export_logs(const Results& results, const std::string& name, const Wanted& wanted) {
  const auto secret = results.secret();
  if (!secret) return complain(secret.error());
  Output out{name};
  std::string problem;
  const auto write = [&](const GameResult& game, const Record& record) {
    if (!wanted.has(game)) return true;
    const auto log = write_log(record);
    if (!log) {
      problem = "game " + std::to_string(game.index) + ": " + log.error();
      return false;
    }
    out.write(*log);
    return true;
  };
  if (const auto walked = results.for_each_record(*secret, write, wanted.game); !walked)
    return complain(walked.error());
  if (!problem.empty()) return complain(ExitCode::failed, problem);
  return out.finish() ? ExitCode::ok : complain(ExitCode::cannot_write, out.problem());
}

ExitCode export_csv(const Results& results, const std::string& name, const Wanted& wanted) {
  Output out{name};
  out.write(games_csv_heading());
  const auto write = [&](const GameResult& game) {
    if (wanted.has(game)) out.write(games_csv_lines(results.tournament().plan, game));
    return wanted.go_on_behind(game);
  };
  if (const auto walked = results.for_each(write); !walked) return complain(walked.error());
  return out.finish() ? ExitCode::ok : complain(ExitCode::cannot_write, out.problem());
}

/// Whether the game with this number is stored.
std::expected<bool, StoreError> is_kept(const Results& results, std::uint64_t game) {
  bool kept = false;
  const auto note = [&](const GameResult&, const Record&) { return kept = true; };
  const auto walked = results.for_each_record(Secret{}, note, game);  // what was dealt does not matter
  if (!walked) return std::unexpected{walked.error()};
  return kept;
}

ExitCode export_results(const ExportOptions& options) {
  if (options.logs.empty() && options.csv.empty())
    return complain(ExitCode::usage, "nothing to export; expected --logs FILE, --csv FILE or both");
  const auto results = Results::open(options.folder);
  if (!results) return complain(results.error());
  const auto bot = bot_of(results->tournament().plan, options.bot);
  if (!bot)
    return complain(ExitCode::usage, "there is no bot of the name '" + options.bot + "' in this tournament");
  const Wanted wanted{.bot = *bot, .game = options.game};
  if (wanted.game) {
    const auto kept = is_kept(*results, *wanted.game);
    if (!kept) return complain(kept.error());
    if (!*kept)
      return complain(ExitCode::usage,
                      "there is no game " + std::to_string(*wanted.game) + " in these results");
  }
  auto code = ExitCode::ok;
  if (!options.logs.empty()) code = export_logs(*results, options.logs, wanted);
  if (code == ExitCode::ok && !options.csv.empty()) code = export_csv(*results, options.csv, wanted);
  return code;
}

}  // namespace

void add_export_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command = app.add_subcommand("export", "Write replay logs and tables from a results folder");
  command->footer("Example: tribunal export results/demo --game 17 --logs game-17.jsonl");
  const auto options = std::make_shared<ExportOptions>();
  command->add_option("folder", options->folder, "results folder")->required();
  command
      ->add_option("--logs", options->logs,
                   "write replay logs to FILE, in schedule order (-: standard output)")
      ->type_name("FILE");
  command->add_option("--csv", options->csv, "write one line per game and seat to FILE (-: standard output)")
      ->type_name("FILE");
  command->add_option("--bot", options->bot, "only games of this bot")->type_name("NAME");
  command->add_option("--game", options->game, "only the game with this number, as in 'tribunal faults'");
  command->callback([options, &exit_code] { exit_code = export_results(*options); });
}

}  // namespace tribunal
