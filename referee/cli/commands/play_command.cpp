// tribunal play: one refereed game between bot programs.
#include <algorithm>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <unistd.h>
#include <utility>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "bots/process/host.hpp"
#include "bots/process/tap.hpp"
#include "bots/system/lines.hpp"
#include "cli/commands/commands.hpp"
#include "cli/mistakes/mistake.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/build_bots.hpp"
#include "cli/options/game_options.hpp"
#include "cli/options/sandbox_option.hpp"
#include "cli/run/play_table.hpp"
#include "cli/terminal/answer_signals.hpp"
#include "cli/terminal/output.hpp"
#include "parallel/background_writer.hpp"
#include "record/replay_log.hpp"
#include "report/format/text_table.hpp"
#include "table/play_game.hpp"
#include "tournament/standings/standings.hpp"

namespace tribunal {
namespace {

/// The longest line without an end that is shown: more is shown as if it ended here.
constexpr std::size_t longest_shown = 2 * longest_line;

constexpr std::size_t most_waiting = std::size_t{16} << 20U;  // bytes

constexpr std::string_view legend =
    "trace: seconds, seat and bot; > what it is sent, < what it writes, ! what it writes to stderr, = its "
    "end\n";

/// Pads the names to one width.
void pad(std::vector<std::string>& names) {
  std::size_t width = 0;
  for (const auto& name : names) width = std::max(width, name.size());
  for (auto& name : names) name.resize(width, ' ');
}

/// Shows the conversation with the bots of a game, line by line as it goes, on `stream`: the seconds since
/// the trace began, the seat, the bot, and what was said. Nothing in it can harm a terminal.
class Trace {
 public:
  /// `names`: of the bots, by seat.
  Trace(std::ostream& stream, std::vector<std::string> names);
  /// The listener at the bot of a seat; the trace must outlive it.
  [[nodiscard]] Tap tap(std::size_t seat);

 private:
  /// Lines whose end has not come.
  struct Unfinished {
    std::string input;
    std::string output;
    std::string errors;
  };

  void hear(std::size_t seat, Overheard what, std::string_view text);
  void hear_lines(std::size_t seat, char sign, std::string& unfinished, std::string_view text);
  void flush(std::size_t seat);
  void show(std::size_t seat, char sign, const std::string& text);

  std::chrono::steady_clock::time_point began_;
  std::vector<std::string> names_;
  std::vector<Unfinished> unfinished_;
  BackgroundWriter out_;
};

Trace::Trace(std::ostream& stream, std::vector<std::string> names)
    : began_{std::chrono::steady_clock::now()},
      names_{std::move(names)},
      unfinished_(names_.size()),
      out_{most_waiting, [](std::size_t lines) { return "[" + counted(lines, "line") + " left out]\n"; },
           [&stream](std::string_view line, const std::stop_token&) {
             stream << line << std::flush;
             return true;
           }} {
  pad(names_);
  out_.write(std::string{legend});
}

Tap Trace::tap(std::size_t seat) {
  return [this, seat](Overheard what, std::string_view text) { hear(seat, what, text); };
}

void Trace::hear(std::size_t seat, Overheard what, std::string_view text) {
  auto& unfinished = unfinished_.at(seat);
  switch (what) {
    case Overheard::input:
      return hear_lines(seat, '>', unfinished.input, text);
    case Overheard::output:
      return hear_lines(seat, '<', unfinished.output, text);
    case Overheard::errors:
      return hear_lines(seat, '!', unfinished.errors, text);
    case Overheard::end:
      flush(seat);
      return show(seat, '=', std::string{text});
  }
}

void Trace::hear_lines(std::size_t seat, char sign, std::string& unfinished, std::string_view text) {
  while (true) {
    const auto end = text.find('\n');
    unfinished += text.substr(0, end);
    if (end == std::string_view::npos) break;
    show(seat, sign, escaped(std::exchange(unfinished, {}), longest_shown));
    text.remove_prefix(end + 1);
  }
  if (unfinished.size() > longest_shown)
    show(seat, sign, escaped(std::exchange(unfinished, {}), longest_shown));
}

/// Shows what will not be ended any more.
void Trace::flush(std::size_t seat) {
  constexpr auto remark = "  (without the end of the line)";
  auto& [input, output, errors] = unfinished_.at(seat);
  if (!output.empty()) show(seat, '<', escaped(std::exchange(output, {}), longest_shown) + remark);
  if (!errors.empty()) show(seat, '!', escaped(std::exchange(errors, {}), longest_shown) + remark);
}

void Trace::show(std::size_t seat, char sign, const std::string& text) {
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - began_;
  std::ostringstream line;
  line << std::fixed << std::setprecision(3) << std::setw(9) << time.count() << "  " << seat << ' '
       << names_.at(seat) << "  " << sign << ' ' << text << '\n';
  out_.write(line.str());
}

using GameEnd = std::expected<PlayedGame, GameVoid>;

/// The result of a game, and the end of each bot's stderr, by seat.
struct GameRun {
  GameEnd result;
  std::vector<std::string> errors;
  bool interrupted = false;
};

asio::awaitable<GameEnd> play_and_dismiss(GameOrder order, std::span<Bot* const> bots) {
  auto result = co_await play_game(std::move(order), bots);
  // Bots are ended after Ctrl-C, too.
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await end_all(bots);
  co_return result;
}

std::vector<std::string> names_of(const std::vector<BotEntry>& entries) {
  std::vector<std::string> names;
  for (const auto& entry : entries) names.push_back(entry.name);
  return names;
}

void tell_of_second_try(const std::vector<BotEntry>& entries, const StartNews& news) {
  if (news.standing != StartDesk::Standing::in_doubt) return;
  std::cerr << "tribunal: bot " << harmless(entries.at(static_cast<std::size_t>(news.bot)).name) << ": "
            << news.message << "; it is started once more\n";
}

GameRun play(const GameOrder& order, const std::vector<BotEntry>& entries, bool traced) {
  std::optional<Trace> trace;
  if (traced) trace.emplace(std::cerr, names_of(entries));
  Host host;
  StartDesk starts{std::vector<StartPatience>(entries.size(), one_more_try), true,
                   [&](const StartNews& news) { tell_of_second_try(entries, news); }};
  asio::io_context context{1};
  std::vector<std::unique_ptr<Bot>> bots;
  std::vector<Bot*> seats;
  for (auto entry : entries) {
    if (trace) entry.tap = trace->tap(bots.size());
    entry.starts = &starts;
    entry.number = static_cast<int>(bots.size());
    bots.push_back(std::make_unique<Bot>(context, host, std::move(entry)));
    seats.push_back(bots.back().get());
  }
  bool interrupted = false;
  GameRun played{run_interruptibly(context, play_and_dismiss(order, seats), interrupted), {}};
  played.interrupted = interrupted;
  for (const auto& bot : bots) played.errors.push_back(bot->error_tail());
  return played;
}

std::string seat_name(const Record& record, int seat) {
  const auto index = static_cast<std::size_t>(seat);
  return index < record.entrants.size() ? record.entrants[index].bot : std::string{mob_name};
}

void print_result(const PlayedGame& game) {
  TextTable table{{{"place"}, {"seat"}, {"bot", TextTable::Align::left}, {"points"}}};
  for (int place = 1; place <= game.outcome.seats; ++place) {
    for (int seat = 0; seat < game.outcome.seats; ++seat) {
      const auto index = static_cast<std::size_t>(seat);
      if (game.outcome.places.at(index) != place) continue;
      table.add({std::to_string(place), std::to_string(seat), seat_name(game.record, seat),
                 std::to_string(game.outcome.scores.at(index))});
    }
  }
  std::cout << table.text();
}

void print_faults(std::ostream& out, const std::vector<BotEntry>& entries, const PlayedGame& game,
                  bool with_errors) {
  for (const auto& report : game.reports) {
    const auto seat = index_of(report.fault.seat);
    const auto hint = report.fault.kind == FaultKind::start
                          ? start_hint(entries, seat, report.fault.us > 0, report.message, report.error_tail)
                          : std::string{};
    out << "fault: " << game.record.entrants[seat].bot << " (seat " << seat << "): " << report.message
        << (hint.empty() ? "" : "; ") << hint << '\n';
    if (with_errors) show_error_tail(out, report.error_tail);
  }
}

/// Prints the last lines that the bots of these seats wrote to stderr.
void print_errors(std::ostream& out, const std::vector<BotEntry>& entries,
                  const std::vector<std::string>& errors, SeatSet seats) {
  for (const auto seat : seats) {
    const auto index = index_of(seat);
    if (errors[index].empty()) continue;
    out << "stderr: " << entries[index].name << " (seat " << index
        << "); --trace shows all of it, and when\n";
    show_last_lines(out, errors[index]);
  }
}

/// A trace has shown what the bots wrote to stderr; else nothing of that is dropped without a word.
void print_game(std::ostream& out, const PlayOptions& options, const std::vector<BotEntry>& entries,
                const PlayedGame& game, const std::vector<std::string>& errors) {
  print_faults(out, entries, game, !options.trace);
  if (options.trace) return;
  auto sound = SeatSet::first(static_cast<int>(entries.size()));
  for (const auto& report : game.reports) sound.remove(report.fault.seat);
  print_errors(out, entries, errors, sound);
}

void write_log_file(const std::string& path, const Record& record) {
  const auto log = write_log(record);
  if (!log) throw Complaint{ExitCode::our_bug, "the game cannot be written as a log: " + log.error().message};
  must(write_output(path, *log));
}

void note_start(const Journal& journal, const GameOrder& order, const std::vector<BotEntry>& entries) {
  journal.info("start: tribunal " + order.host.referee + ", " + order.rules.game() + ", deal " +
               std::to_string(order.deal.number) + ", sandbox " + order.host.sandbox);
  for (std::size_t seat = 0; seat < entries.size(); ++seat)
    journal.info("seat " + std::to_string(seat) + ": " + entries[seat].name + ", sha256 " +
                 entries[seat].sha256);
}

void note_end(const Journal& journal, const PlayedGame& game) {
  for (const auto& report : game.reports) {
    const auto seat = index_of(report.fault.seat);
    journal.warning("fault: " + game.record.entrants[seat].bot + ": " +
                    std::string{name_of(report.fault.kind)} + " (seat " + std::to_string(seat) +
                    "): " + report.message);
  }
  journal.info("end: complete, " + counted(game.reports.size(), "fault"));
}

ExitCode report(const PlayOptions& options, const std::vector<BotEntry>& entries, const PlayedGame& game,
                const std::vector<std::string>& errors) {
  const bool log_on_stdout = options.log == "-";
  if (!log_on_stdout) print_result(game);
  print_game(log_on_stdout ? std::cerr : std::cout, options, entries, game, errors);
  if (!options.log.empty()) write_log_file(options.log, game.record);
  return game.reports.empty() ? ExitCode::ok : ExitCode::failed;
}

ExitCode play(const PlayOptions& options) {
  must_not(objection(options.limits));
  if (!options.from.empty() && options.secret.given())
    throw Complaint{"--from plays a recorded deal; --seed and --secret-file choose another"};
  const auto [order, entries, differences] = table_for(options);
  auto& out = options.log == "-" ? std::cerr : std::cout;
  out << differences.text() << std::flush;
  const auto journal = must(options.journal.open());
  note_start(journal, order, entries);
  tell_of_level(out, *find_name<SandboxLevel>(order.host.sandbox));
  const auto [result, errors, interrupted] = play(order, entries, options.trace);
  if (result && !interrupted) {
    note_end(journal, *result);
    const auto code = report(options, entries, *result, errors);
    const auto differs = differences.conclude();
    return code == ExitCode::ok ? differs : code;
  }
  journal.warning(interrupted ? "end: interrupted" : "end: void: " + result.error().reason);
  if (!options.trace)
    print_errors(std::cerr, entries, errors, SeatSet::first(static_cast<int>(entries.size())));
  if (interrupted) return complain(ExitCode::interrupted, "interrupted: the game is abandoned");
  return complain(ExitCode::interrupted,
                  "the game is void: " + result.error().reason + "; run the same command again");
}

ExitCode play_as_asked(const PlayOptions& given, const CommandLine& command) {
  if (given.from.empty() && given.rules.game.empty())
    throw Complaint{missing_word(command, "game", "a game or preset (tribunal games lists them)")};
  auto options = given;
  options.limits_given = command.count("--on-fault") > 0;
  for (const auto& name : limit_options())
    options.limits_given = options.limits_given || command.count(name) > 0;
  options.clock_given = command.count("--move-ms") + command.count("--game-ms") > 0;
  return play(options);
}

}  // namespace

void add_play_command(CommandLine& command) {
  auto& options = command.runs(play_as_asked);
  // In capitals: from CLI11 2.4 on a positional cannot have the name of an option.
  command.add("GAME", options.rules.game, Value::game, "a game or preset (tribunal games lists them)");
  command.add("bots", options.bots, Value::bot,
              "after --: one command per seat, each quoted as for a shell; human: you, at this terminal");
  auto* const from = command.add("--from", options.from, Value::source,
                                 "play the deal of a recorded game: a replay log, or a results folder, whose "
                                 "bots play if none are given");
  command.add("--game", options.game, "with --from: number of the game, from 0")->needs(from);
  command
      .add("--seat", options.seats, {Value::text, "S=COMMAND"},
           "with --from and a results folder: another bot in this seat, or in that of the bot of this name, "
           "quoted as for a shell, or human; the others play as in the folder; repeatable")
      ->needs(from);
  options.rules.add_rule_option(command)->excludes(from);
  options.secret.add_options(command);
  command.add("--deal", options.deal, "number of the deal")->excludes(from);
  command.add("-o,--log", options.log, Value::output, "write the replay log to FILE (-: standard output)");
  options.journal.add_options(command, "");
  add_limit_options(command, options.limits);
  command.add("--on-fault", options.limits.on_fault,
              "what a fault costs: the game, or a strike (three forfeit the game)");
  command.add("--trace", options.trace,
              "show all lines to and from the bots, and their stderr, on standard error");
  add_build_option(command, options.build);
  command.add("--sandbox", options.sandbox,
              "isolation of the bots (default: the highest level that works here; with --from, that of "
              "the recorded game)");
}

}  // namespace tribunal
