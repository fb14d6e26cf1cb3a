// tribunal replay: shows a recorded game step by step, or replays it to a bot.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <fmt/format.h>
#include <iostream>
#include <set>
#include <span>
#include <unistd.h>

#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/sandbox_option.hpp"
#include "cli/results/recorded_games.hpp"
#include "cli/results/rehearsal.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/pager.hpp"
#include "cli/terminal/terminal.hpp"
#include "record/record.hpp"
#include "record/seat_lines.hpp"
#include "report/format/text_table.hpp"
#include "report/replay/replay_view.hpp"
#include "report/standings/faults_report.hpp"
#include "tournament/results/resume_check.hpp"

namespace tribunal {
namespace {

/// The options of `replay --seat`.
struct SeatOptions {
  std::string seat;  ///< number of a seat for one game, or name of a bot for all of its games; empty: none
  std::optional<std::int64_t> move_ms;
  std::optional<SandboxLevel> sandbox;  ///< none: the level of the recorded game
  std::vector<std::string> bot;

  void add_options(CommandLine& command) {
    // It is in capitals because, from CLI11 2.4 on, a positional cannot have the name of an option.
    command.add("BOT", bot, Value::bot, "with --seat, after --: the bot's command, quoted as for a shell");
    command.add("--seat", seat, {Value::text, "S|NAME"},
                "seat whose lines are sent to the bot, to compare its answers. The name of a bot means its "
                "seats in all of its games, or in those that --game, --deal, --fault, --lost or --last pick. "
                "If a number is both, write seat:1 or bot:1");
    command.add(
        "--move-ms", move_ms, whole(0, longest_limit_ms),
        "with --seat: milliseconds per answer (0: a day; default: the limit of the game, at least 10000)");
    command.add("--sandbox", sandbox,
                "with --seat: isolation of the bot (default: the level of the recorded game)");
  }
};

/// The warning printed above a game whose record differs from what is shown. Empty if it does not.
std::string warning_above(const Differences& differences) {
  auto text = differences.text();
  if (!differences.empty()) text += "The game below is computed from the deal and the decisions.\n\n";
  return text;
}

Error impossible_game(const std::string& source, const Record& record, const Contradiction& contradiction) {
  return {ErrorCode::failed, Place{source}, "this game cannot have happened: " + contradiction.text(record)};
}

/// The number of games that may end early before the rest is skipped.
constexpr std::size_t most_troubles = 3;

void print_answer(const RehearsedAnswer& answer) {
  for (const auto& comment : answer.comments) std::cout << "          " << comment << '\n';
  std::cout << (answer.differs()         ? "differs   "
                : answer.repeats_fault() ? "fault     "
                                         : "          ")
            << "decision " << answer.decision + 1 << ": " << answer.answered;
  if (!answer.fault.empty())
    std::cout << "  (recorded: " << answer.fault << ", then " << answer.recorded << " by the referee)";
  else if (answer.differs())
    std::cout << "  (recorded: " << answer.recorded << ")";
  std::cout << "  " << answer.us.count() << " us\n";
}

std::string trouble_of(const Rehearsal& rehearsal) {
  return rehearsal.trouble + (rehearsal.timed_out ? " (--move-ms MS sets a longer limit; 0: a day)" : "");
}

/// A count such as `31 answers, 2 differ from the record`.
std::string answers_text(const AnswerCounts& counts) {
  return fmt::format("{}, {} from the record", counted(counts.answers, "answer"),
                     counts.differ == 1 ? "1 differs" : fmt::format("{} differ", counts.differ));
}

/// The outcome at the decisions of faults. Empty if the record has none.
std::string faults_text(const AnswerCounts& counts) {
  if (counts.mended + counts.repeated == 0) return {};
  return fmt::format("; at faults of the record: {} legal now, {} a fault again", counts.mended,
                     counts.repeated);
}

ExitCode report_answers(const Rehearsal& rehearsal) {
  for (const auto& answer : rehearsal.answers) print_answer(answer);
  if (!rehearsal.trouble.empty()) return complain(ExitCode::failed, trouble_of(rehearsal));
  const auto counts = rehearsal.counts();
  std::cout << answers_text(counts) << faults_text(counts) << '\n';
  return counts.agree() ? ExitCode::ok : ExitCode::failed;
}

/// Reports a bot that differs from the one that had the seat in the recorded game.
void tell_of_other_bot(const std::string& source, const Plan& bot, const std::string& recorded) {
  const auto& command = bot.bots.front().command;
  const BotFiles files{.name = bot.bots.front().name, .command = command};
  const auto now = identities_here(bot);
  // In a tournament, the bot's directory may have been the plan's, so that only a folder below it belonged to
  // the bot.
  const auto below = identities_of(std::span{&files, 1}, {.plan = {command.directory}});
  const auto by_name = identity_by_named_files(files);
  if (!now || !below || !by_name || below->front().sha256 == recorded) return;
  Manifest then;
  if (const auto results = Results::open(source, RoundSource::nowhere))
    then = results->bot_files(recorded).value_or(Manifest{});
  const auto changed_in = [&](const BotIdentity& identity) {
    return changes_between(then, identity.files).size();
  };
  const auto& nearest = changed_in(below->front()) < changed_in(now->front()) ? below->front() : now->front();
  const auto changes = changes_since_game(nearest, *by_name, recorded, then);
  if (!changes.empty())
    std::cerr << "tribunal: note: this is not the bot that played this seat: " << harmless(changes) << '\n';
}

/// The time limit that `--move-ms` states. None if it was not given.
std::optional<std::chrono::milliseconds> patience_of(const SeatOptions& options) {
  if (!options.move_ms) return std::nullopt;
  return std::chrono::milliseconds{*options.move_ms == 0 ? longest_limit_ms : *options.move_ms};
}

/// The bot of the command line.
Plan bot_of(const SeatOptions& options) {
  if (options.bot.size() != 1)
    throw Complaint{one_bot_wanted("--seat", "replay LOG --seat S --", options.bot)};
  return plan_of(options.bot);
}

/// Sends games to the bot of the command line. Each game has a new process, at the level of its record.
class Feeder {
 public:
  Feeder(std::string source, const SeatOptions& options)
      : source_{std::move(source)},
        options_{options},
        bot_{bot_of(options)},
        sha256_{hashes_of(must(identities_here(bot_)))} {}

  [[nodiscard]] Result<Rehearsal> feed(const Record& record, Seat seat) {
    const auto lines = seat_lines(record, seat);
    if (!lines) return std::unexpected{impossible_game(source_, record, lines.error())};
    const auto level = level_of(record);
    if (!level) return std::unexpected{level.error().at(ErrorCode::no_sandbox, source_)};
    if (const auto& then = record.entrants.at(index_of(seat)).sha256; known_.insert(then).second)
      tell_of_other_bot(source_, bot_, then);
    if (told_.insert(*level).second) tell_of_level(std::cout, *level);
    return rehearse(entries_of(bot_, sha256_, *level).front(), record, seat, *lines, patience_of(options_));
  }

 private:
  /// The level for a record. It is tested once for all games with the same level.
  Result<SandboxLevel> level_of(const Record& record) {
    const auto known = levels_.find(record.host.sandbox);
    if (known != levels_.end()) return known->second;
    const auto level = settle_level_again(options_.sandbox, record, CommandSource::command_line);
    if (level) levels_.emplace(record.host.sandbox, *level);
    return level;
  }

  std::string source_;
  const SeatOptions& options_;
  Plan bot_;  ///< plan with only this bot
  std::vector<std::string> sha256_;
  std::map<std::string, SandboxLevel> levels_;  ///< levels to use, by the level in records
  std::set<std::string> known_;                 ///< hashes that were compared with the bot's
  std::set<SandboxLevel> told_;
};

/// Whether a bot of this name played in the game, or is in the folder's plan.
bool is_bot(const std::string& source, const Record& record, const std::string& name) {
  const auto is_named = [&](const auto& entrant) { return entrant.bot == name; };
  if (name.empty()) return false;
  if (std::ranges::any_of(record.entrants, is_named)) return true;
  const auto results = Results::open(source, RoundSource::nowhere);
  if (!results) return false;
  const auto& bots = results->tournament().plan.bots;
  return std::ranges::find(bots, name, &PlannedBot::name) != bots.end();
}

/// Sends the bot one game, with the seat of this number.
ExitCode feed_one(const RecordedGames& games, const RecordedGame& game, const SeatOptions& options,
                  std::size_t seat) {
  Feeder feeder{games.source(), options};
  std::cout << warning_above(game.differences) << std::flush;
  const auto rehearsal = must(feeder.feed(game.record, static_cast<Seat>(seat)));
  const auto code = report_answers(rehearsal);
  std::cerr << error_tail_text(rehearsal.error_tail);
  if (rehearsal.interrupted) return ExitCode::interrupted;
  const auto differs = game.differences.conclude();
  return differs == ExitCode::ok ? code : differs;
}

/// Sums over the games that were sent to a bot.
class ManyGames {
 public:
  /// Adds a game. Returns whether to continue.
  [[nodiscard]] bool add(const ListedGame& game, Seat seat, const Rehearsal& rehearsal) {
    const auto& answers = rehearsal.answers;
    const auto counts = rehearsal.counts();
    ++seats_;
    for (const auto& answer : answers) counts_.add(answer);
    games_that_differ_ += counts.differ > 0 ? 1 : 0;
    if (!counts.agree() || !rehearsal.trouble.empty())
      std::cout << "game " << game.number << ", deal " << game.deal << ", seat " << index_of(seat) << ":\n";
    for (const auto& answer : answers)
      if (answer.differs() || answer.repeats_fault()) print_answer(answer);
    std::cout << std::flush;
    if (rehearsal.interrupted) return false;
    if (rehearsal.trouble.empty()) return true;
    ++troubles_;
    std::cerr << "tribunal: game " << game.number << ": " << harmless(trouble_of(rehearsal)) << '\n'
              << error_tail_text(rehearsal.error_tail);
    return troubles_ < most_troubles && (seats_ != 1 || !answers.empty());
  }

  [[nodiscard]] ExitCode conclude(bool all) const {
    std::cout << counted(seats_, "game") << ": " << answers_text(counts_);
    if (games_that_differ_ > 0) std::cout << ", in " << counted(games_that_differ_, "game");
    std::cout << faults_text(counts_) << '\n';
    if (!all) return complain(ExitCode::failed, "the bot failed; the later games were not replayed");
    return counts_.agree() && troubles_ == 0 ? ExitCode::ok : ExitCode::failed;
  }

 private:
  std::size_t seats_ = 0;
  AnswerCounts counts_;
  std::size_t games_that_differ_ = 0;
  std::size_t troubles_ = 0;
};

/// Sends the bot all selected games in which the bot called `name` had a seat.
ExitCode feed_all(const RecordedGames& games, WantedGames wanted, const SeatOptions& options,
                  const std::string& name) {
  if (!wanted.bot.empty() && wanted.bot != name) {
    return complain(ExitCode::usage, "--seat " + harmless(options.seat) +
                                         " replays games of this bot; expected no --bot " +
                                         harmless(wanted.bot));
  }
  wanted.bot = name;
  Feeder feeder{games.source(), options};
  ManyGames many;
  Result<void> end;
  bool all = true;
  bool interrupted = false;
  const auto differences = must(games.for_each(wanted, [&](const ListedGame& game, const Record* record) {
    for (std::size_t seat = 0; all && record != nullptr && seat < record->entrants.size(); ++seat) {
      if (record->entrants[seat].bot != name) continue;
      const auto rehearsal = feeder.feed(*record, static_cast<Seat>(seat));
      if (!rehearsal) end = std::unexpected{rehearsal.error()};
      all = rehearsal && many.add(game, static_cast<Seat>(seat), *rehearsal);
      interrupted = rehearsal && rehearsal->interrupted;
    }
    return all;
  }));
  must(end);
  const auto code = many.conclude(all || interrupted);
  if (interrupted) return ExitCode::interrupted;
  std::cout << differences.text() << std::flush;
  const auto differs = differences.conclude();
  return differs == ExitCode::ok ? code : differs;
}

/// Sends a bot the lines that a seat received in the recorded games, and compares its answers. For one game
/// it prints all answers, for several only those that differ.
ExitCode replay_to_bot(const RecordedGames& games, const WantedGames& wanted, const SeatOptions& options) {
  const auto choice = SeatChoice::of(options.seat);
  const auto refuse = [&](const std::string& why) {
    return complain(ExitCode::usage, "--seat " + harmless(options.seat) + ": " + why);
  };
  if (!choice.number && choice.name.empty())
    return refuse("no name is given; expected a seat, or the name of a bot");
  if (!choice.number) return feed_all(games, wanted, options, choice.name);
  auto one = wanted;
  if (!one.number && !one.filtered()) one.number = 0;
  const auto game = must(games.first(one));
  const auto seats = static_cast<std::size_t>(game.record.rules.players());
  const bool is_seat = *choice.number < seats;
  const bool names_bot = is_bot(games.source(), game.record, choice.name);
  if (is_seat && names_bot) return refuse(ambiguity_of(choice));
  if (is_seat) return feed_one(games, game, options, *choice.number);
  if (names_bot) return feed_all(games, wanted, options, choice.name);
  return refuse(fmt::format("expected a seat from 0 to {}{}", seats - 1,
                            choice.name.empty() ? "" : ", or the name of a bot of this game"));
}

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
    return complain(ExitCode::usage, "the bot after -- needs --seat S, the seat whose lines it receives");
  const RecordedGames games{options.source, options.ruling};
  if (options.ruling && !games.is_folder())
    return complain(ExitCode::usage,
                    "--ruling: expected a results folder; a log has no games that a ruling made void");
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
              "number of the game, from 0, as in 'tribunal faults' and --csv (default for a log: the first)");
  options.wanted.add_filters(command);
  command.add("--ruling", options.ruling,
              "in a results folder: the games that this ruling made void ('tribunal ruling'), instead of "
              "those that count");
  command.add("--list", options.list,
              "list the games with their results and faults (default for a results folder)");
  options.layout.add_wide(command);
  command.add("--all", options.all, "print all steps at once, even on a terminal");
  command.add("--color", options.color, choice({"auto", "always", "never"}),
              "coloured cards (auto: on a terminal)");
  options.seat.add_options(command);
}

}  // namespace tribunal
