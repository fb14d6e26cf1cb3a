// tribunal play: one refereed game between bot programs.
#include <iomanip>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include <CLI/CLI.hpp>

#include "bots/process/host.hpp"
#include "bots/system/lines.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/journal_options.hpp"
#include "cli/options/limit_options.hpp"
#include "cli/options/quoting.hpp"
#include "cli/options/rule_options.hpp"
#include "cli/options/sandbox_option.hpp"
#include "cli/options/secret_source.hpp"
#include "cli/terminal/interruptible.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/trace.hpp"
#include "record/names.hpp"
#include "record/number_text.hpp"
#include "record/replay_log.hpp"
#include "table/play_game.hpp"
#include "tournament/standings/standings.hpp"

namespace tribunal {
namespace {

struct PlayOptions {
  RuleOptions rules;
  SecretSource secret;
  std::uint64_t deal = 0;
  std::string log;
  JournalOptions journal;
  Limits limits;
  std::string on_fault = "forfeit";
  std::string sandbox = "none";
  bool trace = false;
  std::vector<std::string> bots;
};

using Result = std::expected<PlayedGame, GameVoid>;

/// What came of a game, and the end of what each seat's bot wrote to stderr.
struct GameRun {
  Result result;
  std::vector<std::string> errors;
  bool interrupted = false;
};

asio::awaitable<Result> play_and_dismiss(GameOrder order, std::span<Bot* const> bots) {
  auto result = co_await play_game(std::move(order), bots);
  // Also after Ctrl-C: leaving bots behind is not an answer to it.
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await end_all(bots);
  co_return result;
}

std::vector<std::string> names_of(const std::vector<BotEntry>& entries) {
  std::vector<std::string> names;
  for (const auto& entry : entries) names.push_back(entry.name);
  return names;
}

GameRun play(const GameOrder& order, const std::vector<BotEntry>& entries, bool traced) {
  std::optional<Trace> trace;
  if (traced) trace.emplace(std::cerr, names_of(entries));
  Host host;
  asio::io_context context{1};
  std::vector<std::unique_ptr<Bot>> bots;
  std::vector<Bot*> seats;
  for (auto entry : entries) {
    if (trace) entry.tap = trace->tap(bots.size());
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
  std::size_t width = 3;
  for (int seat = 0; seat < game.outcome.seats; ++seat)
    width = std::max(width, seat_name(game.record, seat).size());
  std::cout << "place  seat  " << std::left << std::setw(static_cast<int>(width)) << "bot"
            << "  points\n";
  for (int place = 1; place <= game.outcome.seats; ++place) {
    for (int seat = 0; seat < game.outcome.seats; ++seat) {
      const auto index = static_cast<std::size_t>(seat);
      if (game.outcome.places.at(index) != place) continue;
      std::cout << std::right << std::setw(5) << place << std::setw(6) << seat << "  " << std::left
                << std::setw(static_cast<int>(width)) << seat_name(game.record, seat) << std::right
                << std::setw(8) << game.outcome.scores.at(index) << '\n';
    }
  }
}

void print_faults(std::ostream& out, const std::vector<BotEntry>& entries, const PlayedGame& game,
                  bool with_errors) {
  for (const auto& report : game.reports) {
    const auto seat = index_of(report.fault.seat);
    out << "fault: " << game.record.entrants[seat].bot << " (seat " << seat << "): " << report.message
        << '\n';
    if (with_errors) show_error_tail(out, report.error_tail);
    if (report.fault.kind != FaultKind::start) continue;
    const auto hint = start_hint(entries, seat, report.fault.us > 0, report.message, report.error_tail);
    if (!hint.empty()) out << "  hint: " << hint << '\n';
  }
}

/// What the bots of these seats wrote to stderr last.
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

ExitCode write_log_file(const std::string& path, const Record& record) {
  const auto log = write_log(record);
  if (!log) return complain(ExitCode::our_bug, "the game cannot be written as a log: " + log.error());
  Output out{path};
  out.write(*log);
  return out.finish() ? ExitCode::ok : complain(ExitCode::cannot_write, out.problem());
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
  if (!options.log.empty()) {
    if (const auto code = write_log_file(options.log, game.record); code != ExitCode::ok) return code;
  }
  return game.reports.empty() ? ExitCode::ok : ExitCode::failed;
}

std::expected<GameOrder, std::string> order_of(const PlayOptions& options) {
  const auto rules = options.rules.rules(static_cast<int>(options.bots.size()));
  if (!rules) return std::unexpected{rules.error()};
  auto secret = Secret::random();
  if (options.secret.given()) {
    const auto chosen = options.secret.secret();
    if (!chosen) return std::unexpected{chosen.error()};
    secret = *chosen;
  }
  const DealReference deal{.number = options.deal, .key = deal_key(secret, "play", options.deal)};
  auto limits = options.limits;
  limits.on_fault = find_fault_policy(options.on_fault).value_or(limits.on_fault);
  if (limits.move_ms == 0 && limits.game_ms == 0) {
    return std::unexpected{"--move-ms and --game-ms are both 0; expected a limit in one of them"};
  }
  return GameOrder{.rules = *rules,
                   .deal = deal,
                   .limits = limits,
                   .host = {.referee = TRIBUNAL_VERSION, .sandbox = options.sandbox},
                   .cards = {}};
}

ExitCode play(const PlayOptions& options) {
  if (const auto problem = unquoted("play " + escaped(options.rules.game), options.bots))
    return complain(ExitCode::usage, *problem);
  const auto order = order_of(options);
  if (!order) return complain(ExitCode::usage, order.error());
  auto entries = entries_of(options.bots);
  if (!entries) return complain(ExitCode::usage, entries.error());
  const auto demanded = find_sandbox_level(options.sandbox);
  if (const auto problem = Output::trouble_with(options.log))
    return complain(ExitCode::cannot_write, *problem);
  const auto level = settle_level(demanded, {.bots = static_cast<int>(entries->size())});
  if (!level) return complain(ExitCode::no_sandbox, level.error());
  confine(*entries, *level);
  const auto journal = options.journal.open();
  if (!journal) return complain(ExitCode::cannot_write, journal.error());
  note_start(*journal, *order, *entries);
  const auto [result, errors, interrupted] = play(*order, *entries, options.trace);
  if (result && !interrupted) {
    note_end(*journal, *result);
    return report(options, *entries, *result, errors);
  }
  journal->warning(interrupted ? "end: interrupted" : "end: void: " + result.error().reason);
  if (!options.trace)
    print_errors(std::cerr, *entries, errors, SeatSet::first(static_cast<int>(entries->size())));
  if (interrupted) return complain(ExitCode::interrupted, "interrupted: the game is abandoned");
  return complain(ExitCode::interrupted,
                  "the game is void: " + result.error().reason + "; run the same command again");
}

}  // namespace

void add_play_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command = app.add_subcommand("play", "Play one game between bots");
  command->footer("Example: tribunal play revolution --log game.jsonl -- ./greedy 'python3 mybot.py'");
  const auto options = std::make_shared<PlayOptions>();
  command->add_option("game", options->rules.game, "a game or preset (tribunal games lists them)")
      ->required();
  command->add_option("bots", options->bots, "after --: one command per seat, each quoted as for a shell")
      ->required();
  options->rules.add_rule_option(*command);
  options->secret.add_options(*command);
  command->add_option("--deal", options->deal, "number of the deal")->capture_default_str();
  command->add_option("--log", options->log, "write the replay log to FILE (-: standard output)")
      ->type_name("FILE");
  options->journal.add_options(*command, "");
  auto& limits = options->limits;
  add_ms_option(*command, "--move-ms", limits.move_ms, 0, "milliseconds per decision (0: no limit)");
  add_ms_option(*command, "--game-ms", limits.game_ms, 0,
                "milliseconds per seat for all its decisions of the game (0: no limit)");
  add_ms_option(*command, "--increment-ms", limits.increment_ms, 0,
                "milliseconds added to --game-ms after each decision");
  add_startup_ms_option(*command, limits);
  add_clock_option(*command, limits);
  command
      ->add_option("--on-fault", options->on_fault,
                   "what a fault costs: the game, or a strike (three forfeit the game)")
      ->check(CLI::IsMember({"forfeit", "strikes"}))
      ->capture_default_str();
  command->add_flag("--trace", options->trace,
                    "show all lines to and from the bots, and their stderr, on standard error");
  add_level_option(*command, "--sandbox", options->sandbox,
                   "isolation of the bots (tribunal doctor shows which levels work)");
  command->callback([options, &exit_code] { exit_code = play(*options); });
}

}  // namespace tribunal
