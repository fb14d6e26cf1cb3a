// tribunal replay: a recorded game step by step, or fed to a bot again.
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "bots/process/host.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/help_format.hpp"
#include "cli/options/quoting.hpp"
#include "cli/options/sandbox_option.hpp"
#include "cli/results/recorded_games.hpp"
#include "cli/terminal/interruptible.hpp"
#include "cli/terminal/layout_options.hpp"
#include "cli/terminal/pager.hpp"
#include "cli/terminal/terminal.hpp"
#include "record/number_text.hpp"
#include "record/seat_lines.hpp"
#include "record/utf8.hpp"
#include "report/format/text_table.hpp"
#include "report/format/text_width.hpp"
#include "report/replay/replay_view.hpp"
#include "table/rehearsal.hpp"
#include "tournament/store/bot_changes.hpp"

namespace tribunal {
namespace {

struct ReplayOptions {
  std::string source;
  WantedGames wanted;
  bool list = false;
  bool all = false;
  LayoutOptions layout;
  std::string color = "auto";
  std::optional<int> seat;
  std::optional<std::int64_t> move_ms;
  std::string sandbox;  ///< empty: that of the recorded game
  std::vector<std::string> bot;
};

CardStyle card_style(const std::string& choice) {
  if (choice == "auto") return card_style_of(STDOUT_FILENO);
  return choice == "always" ? CardStyle::signs : CardStyle::letters;
}

ExitCode refuse(const ReplayOptions& options, const Record& record, const Contradiction& contradiction) {
  return complain(ExitCode::failed,
                  options.source + ": this game cannot have happened: " + contradiction.text(record));
}

/// The warning above a game that is recorded otherwise than it is shown; empty if it is not.
std::string warning_above(const Differences& differences) {
  auto text = differences.text();
  if (!differences.empty()) text += "What follows is what the deal and the decisions come to.\n\n";
  return text;
}

ExitCode show(const ReplayOptions& options, const RecordedGame& game) {
  auto frames = replay_frames(game.record, card_style(options.color));
  if (!frames) return refuse(options, game.record, frames.error());
  if (!frames->empty()) frames->front().text.insert(0, warning_above(game.differences));
  if (!options.all && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) {
    page_through(*frames, options.wanted.fault ? first_fault(*frames) : 0);
    return game.differences.conclude();
  }
  const auto columns = columns_of_terminal(STDOUT_FILENO);
  for (const auto& frame : *frames)
    std::cout << (columns ? wrapped_to(frame.text, *columns) : frame.text) << '\n';
  return game.differences.conclude();
}

ExitCode list(const RecordedGames& games, const WantedGames& wanted, const TextLayout& layout) {
  const auto left = TextTable::Align::left;
  const auto right = TextTable::Align::right;
  TextTable table{
      {{"Game"}, {"Deal", right, 2}, {"Name", left, 3}, {"Places and points", left}, {"Faults", left, 1}}};
  const auto listed = games.list(wanted, [&](const ListedGame& game) { table.add(list_cells(game)); });
  if (!listed) return complain(listed.error().code, listed.error().sentence);
  const auto above = listed->text();
  const auto [rows, left_out] = table.fitted(layout.columns);
  std::cout << fitted_text(above + (above.empty() ? "" : "\n") + rows + left_out_line(left_out, layout),
                           layout);
  return listed->conclude();
}

asio::awaitable<Rehearsal> rehearse_and_dismiss(Bot& bot, const Record& record, Seat seat,
                                                const SeatLines& lines,
                                                std::optional<std::chrono::milliseconds> patience) {
  auto rehearsal = co_await rehearse(bot, record, seat, lines, patience);
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await bot.end();
  co_return rehearsal;
}

ExitCode report(const Rehearsal& rehearsal) {
  std::size_t differences = 0;
  for (const auto& answer : rehearsal.answers) {
    for (const auto& comment : answer.comments) std::cout << "          " << comment << '\n';
    std::cout << (answer.differs() ? "differs   " : "          ") << "decision " << answer.decision + 1
              << ": " << answer.answered;
    if (answer.recorded_in_fault)
      std::cout << "  (recorded: a fault, " << answer.recorded << " by the referee)";
    if (answer.differs()) std::cout << "  (recorded: " << answer.recorded << ")";
    std::cout << "  " << answer.us.count() << " us\n";
    differences += answer.differs() ? 1 : 0;
  }
  if (rehearsal.timed_out)
    return complain(ExitCode::failed, rehearsal.trouble + " (--move-ms MS sets a longer limit; 0: a day)");
  if (!rehearsal.trouble.empty()) return complain(ExitCode::failed, rehearsal.trouble);
  std::cout << counted(rehearsal.answers.size(), "answer") << ", " << differences
            << (differences == 1 ? " differs" : " differ") << " from the record\n";
  return differences == 0 ? ExitCode::ok : ExitCode::failed;
}

/// Reports a bot that is not the one that had the seat in the recorded game.
void tell_of_other_bot(const ReplayOptions& options, const BotEntry& bot, const std::string& recorded) {
  const BotFiles files{.name = bot.name, .command = bot.command};
  const auto now = identities_of(std::span{&bot, 1});
  // In a tournament the directory in which it runs may have been the plan's, too, and only a folder below it
  // its own.
  const auto below = identities_of(std::span{&files, 1}, {.plan = {bot.command.directory}, .results = {}});
  const auto by_name = identity_by_named_files(files);
  if (!now || !below || !by_name || below->front().sha256 == recorded) return;
  Manifest then;
  if (const auto results = Results::open(options.source, RoundSource::nowhere))
    then = results->bot_files(recorded).value_or(Manifest{});
  if (then.empty() && recorded == sha256_of_named_files(bot.command)) return;
  const auto changed_in = [&](const BotIdentity& identity) {
    return changes_between(then, identity.files).size();
  };
  const auto& nearest = changed_in(below->front()) < changed_in(now->front()) ? below->front() : now->front();
  const auto changes = changes_since_game(nearest, *by_name, recorded, then);
  if (!changes.empty())
    std::cerr << "tribunal: note: this is not the bot that had the seat: " << harmless(changes) << '\n';
}

/// What `--move-ms` says; nothing if it was not given.
std::optional<std::chrono::milliseconds> patience_of(const ReplayOptions& options) {
  if (!options.move_ms) return std::nullopt;
  return std::chrono::milliseconds{*options.move_ms == 0 ? longest_limit_ms : *options.move_ms};
}

ExitCode feed(const ReplayOptions& options, const RecordedGame& game) {
  const auto& record = game.record;
  if (options.bot.size() != 1)
    return complain(ExitCode::usage, one_bot_wanted("--seat", "replay LOG --seat S --", options.bot));
  if (*options.seat < 0 || *options.seat >= record.rules.players()) {
    return complain(ExitCode::usage, "--seat " + std::to_string(*options.seat) +
                                         ": this game's bots have the seats 0 to " +
                                         std::to_string(record.rules.players() - 1));
  }
  const auto seat = static_cast<Seat>(*options.seat);
  const auto lines = seat_lines(record, seat);
  if (!lines) return refuse(options, record, lines.error());
  auto entries = entries_of(options.bot);
  if (!entries) return complain(ExitCode::usage, entries.error());
  const auto level = settle_level_again(options.sandbox, record, CommandSource::command_line);
  if (!level) return complain(ExitCode::no_sandbox, options.source + ": " + level.error());
  confine(*entries, *level);
  tell_of_other_bot(options, entries->front(),
                    record.entrants.at(static_cast<std::size_t>(*options.seat)).sha256);

  std::cout << warning_above(game.differences) << std::flush;
  tell_of_level(std::cout, *level);
  Host host;
  asio::io_context context{1};
  Bot bot{context, host, entries->front()};
  bool interrupted = false;
  const auto rehearsal = run_interruptibly(
      context, rehearse_and_dismiss(bot, record, seat, *lines, patience_of(options)), interrupted);
  const auto code = report(rehearsal);
  show_error_tail(std::cerr, bot.error_tail());
  if (interrupted) return ExitCode::interrupted;
  const auto differs = game.differences.conclude();
  return differs == ExitCode::ok ? code : differs;
}

ExitCode replay(const ReplayOptions& options) {
  if (!options.seat && !options.bot.empty())
    return complain(ExitCode::usage,
                    "a bot is given, but not which seat's lines it is to get: expected --seat S");
  const RecordedGames games{options.source};
  const bool picked = options.wanted.number || options.wanted.filtered() || options.seat;
  if (options.list || (games.is_folder() && !picked))
    return list(games, options.wanted, options.layout.layout(STDOUT_FILENO));
  auto wanted = options.wanted;
  if (!wanted.number && !wanted.filtered()) wanted.number = 0;
  const auto game = games.first(wanted);
  if (!game) return complain(game.error().code, game.error().sentence);
  return options.seat ? feed(options, *game) : show(options, *game);
}

}  // namespace

void add_replay_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command =
      app.add_subcommand("replay", "List recorded games, show one step by step, or replay it to a bot");
  set_examples(*command, {"replay results/demo --fault --bot mybot",
                          "replay game.jsonl --seat 1 -- 'python3 mybot.py'"});
  const auto options = std::make_shared<ReplayOptions>();
  command->add_option("source", options->source, "a replay log (-: standard input) or a results folder")
      ->required();
  // In capitals: from CLI11 2.4 on a positional cannot have the name of an option.
  command->add_option("BOT", options->bot, "with --seat, after --: the bot's command, quoted as for a shell");
  command->add_option(
      "--game", options->wanted.number,
      "number of the game, from 0, as in 'tribunal faults' and --csv (default of a log: the first)");
  options->wanted.add_filters(*command);
  command->add_flag("--list", options->list,
                    "list the games with their results and faults (default of a results folder)");
  options->layout.add_wide(*command);
  command->add_flag("--all", options->all, "print all steps at once, also on a terminal");
  command->add_option("--color", options->color, "coloured cards (auto: on a terminal)")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  command->add_option("--seat", options->seat,
                      "seat whose lines are sent to the bot; its answers are compared");
  command
      ->add_option(
          "--move-ms", options->move_ms,
          "with --seat: milliseconds per answer (0: a day; default: the limit of the game, at least 10000)")
      ->check(CLI::Range(std::int64_t{0}, longest_limit_ms));
  add_level_option(*command, "--sandbox", options->sandbox,
                   "with --seat: isolation of the bot (default: the level of the recorded game)");
  command->callback([options, &exit_code] { exit_code = replay(*options); });
}

}  // namespace tribunal
