// tribunal replay: a recorded game step by step, or fed to a bot again.
#include <iostream>
#include <string>
#include <unistd.h>

#include "base/text/text_width.hpp"
#include "cli/commands/commands.hpp"
#include "cli/results/recorded_games.hpp"
#include "cli/results/replay_to_bot.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/pager.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/format/text_table.hpp"
#include "report/replay/replay_view.hpp"

namespace tribunal {
namespace {

struct ReplayOptions {
  std::string source;
  WantedGames wanted;
  bool list = false;
  bool all = false;
  LayoutOptions layout;
  std::string color = "auto";
  SeatOptions seat;
  std::optional<std::int64_t> ruling;
};

CardStyle card_style(const std::string& choice) {
  if (choice == "auto") return card_style_of(STDOUT_FILENO);
  return choice == "always" ? CardStyle::signs : CardStyle::letters;
}

ExitCode show(const ReplayOptions& options, const RecordedGame& game) {
  auto frames = replay_frames(game.record, card_style(options.color));
  if (!frames) return complain(impossible_game(options.source, game.record, frames.error()));
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
  const auto list_game = [&](const ListedGame& game, const Record*) {
    table.add(list_cells(game));
    return true;
  };
  const auto listed = games.for_each(wanted, list_game, Extent::folder);
  if (!listed) return complain(listed.error());
  const auto above = listed->text();
  std::cout << fitted_text(above + (above.empty() ? "" : "\n") + laid_out(table, layout), layout);
  return listed->conclude();
}

ExitCode replay(const ReplayOptions& options) {
  const bool is_fed = !options.seat.seat.empty();
  if (!is_fed && !options.seat.bot.empty())
    return complain(ExitCode::usage, "a bot is given without --seat S, the seat whose lines it receives");
  const RecordedGames games{options.source, options.ruling};
  if (options.ruling && !games.is_folder())
    return complain(ExitCode::usage,
                    "--ruling: expected a results folder, which holds the games that a ruling made void");
  const bool picked = options.wanted.number || options.wanted.filtered() || is_fed;
  if (options.list || (games.is_folder() && !picked))
    return list(games, options.wanted, options.layout.layout(STDOUT_FILENO));
  if (is_fed) return replay_to_bot(games, options.wanted, options.seat);
  auto wanted = options.wanted;
  if (!wanted.number && !wanted.filtered()) wanted.number = 0;
  const auto game = must(games.first(wanted));
  if (!wanted.number)
    std::cerr << "tribunal: note: game " << game.number << " is the first of these; --list lists them all\n";
  return show(options, game);
}

}  // namespace

void add_replay_command(CommandLine& command) {
  auto& options = command.runs(replay);
  command
      .add("source", options.source, Value::source, "a replay log (-: standard input) or a results folder")
      ->required();
  command.add("--game", options.wanted.number,
              "number of the game, from 0, as in 'tribunal faults' and --csv (default of a log: the first)");
  options.wanted.add_filters(command);
  command.add("--ruling", options.ruling,
              "of a results folder: the games that this ruling made void ('tribunal ruling'), in place of "
              "those that count");
  command.add("--list", options.list,
              "list the games with their results and faults (default of a results folder)");
  options.layout.add_wide(command);
  command.add("--all", options.all, "print all steps at once, also on a terminal");
  command.add("--color", options.color, choice({"auto", "always", "never"}),
              "coloured cards (auto: on a terminal)");
  options.seat.add_options(command);
}

}  // namespace tribunal
