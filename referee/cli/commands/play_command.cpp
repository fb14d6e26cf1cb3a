// tribunal play: one refereed game between bot programs.
#include <iostream>
#include <memory>
#include <optional>
#include <unistd.h>
#include <utility>

#include <CLI/CLI.hpp>

#include "bots/process/host.hpp"
#include "bots/system/lines.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/human_seat_command.hpp"
#include "cli/mistakes/mistake.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/help_format.hpp"
#include "cli/options/journal_options.hpp"
#include "cli/options/limit_options.hpp"
#include "cli/options/quoting.hpp"
#include "cli/options/rule_options.hpp"
#include "cli/options/sandbox_option.hpp"
#include "cli/options/secret_source.hpp"
#include "cli/results/folder_bots.hpp"
#include "cli/results/recorded_games.hpp"
#include "cli/terminal/interruptible.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/trace.hpp"
#include "record/names.hpp"
#include "record/number_text.hpp"
#include "record/replay_log.hpp"
#include "record/utf8.hpp"
#include "report/format/text_table.hpp"
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
  std::string sandbox;  ///< empty: the highest that works here, or that of the recorded game
  bool trace = false;
  std::string from;
  std::optional<std::uint64_t> game;
  bool limits_given = false;  ///< any of them
  bool clock_given = false;   ///< of them, one on the time of decisions
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

Limits limits_of(const PlayOptions& options) {
  auto limits = options.limits;
  limits.on_fault = find_fault_policy(options.on_fault).value_or(limits.on_fault);
  return limits;
}

std::expected<GameOrder, std::string> order_of(const PlayOptions& options, SandboxLevel level) {
  const auto rules = options.rules.rules(static_cast<int>(options.bots.size()));
  if (!rules) return std::unexpected{rules.error()};
  auto secret = Secret::random();
  if (options.secret.given()) {
    const auto chosen = options.secret.secret();
    if (!chosen) return std::unexpected{chosen.error()};
    secret = *chosen;
  }
  return GameOrder{.rules = *rules,
                   .deal = {.number = options.deal, .key = deal_key(secret, "play", options.deal)},
                   .limits = limits_of(options),
                   .host = {.referee = TRIBUNAL_VERSION, .sandbox = std::string{name_of(level)}},
                   .cards = {}};
}

/// The recorded deal, within the limits of that game unless others are given.
GameOrder order_again(const PlayOptions& options, const Record& record, SandboxLevel level) {
  return GameOrder{.rules = record.rules,
                   .deal = record.deal,
                   .limits = options.limits_given ? limits_of(options) : record.limits,
                   .host = {.referee = TRIBUNAL_VERSION, .sandbox = std::string{name_of(level)}},
                   .cards = {}};
}

/// What is played, and by whom.
struct Table {
  GameOrder order;
  std::vector<BotEntry> entries;
  Differences differences{};  ///< of the record whose deal is played again
};

/// The bots of these words, each in its sandbox, and a person where one is to play.
std::expected<std::vector<BotEntry>, std::string> players_of(const PlayOptions& options,
                                                             const std::vector<std::string>& words,
                                                             SandboxLevel level) {
  auto entries = entries_of(words, options.log);
  if (!entries) return entries;
  confine(*entries, level);
  const auto person = seat_a_person(*entries, words, options.log == "-" ? STDERR_FILENO : STDOUT_FILENO);
  if (!person) return std::unexpected{person.error()};
  if (*person && options.trace)
    return std::unexpected{"--trace shows what other seats see; expected it without 'human'"};
  return entries;
}

/// A person has a day for each decision, unless a limit was given.
void be_patient(GameOrder& order, const PlayOptions& options) {
  if (std::ranges::find(options.bots, human_word) == options.bots.end() || options.clock_given) return;
  order.limits.move_ms = longest_limit_ms;
  order.limits.game_ms = 0;
}

std::unexpected<Refusal> no_sandbox(const std::string& sentence) {
  return std::unexpected{Refusal{ExitCode::no_sandbox, sentence}};
}

/// A new deal between the bots of the command line.
std::expected<Table, Refusal> new_table(const PlayOptions& options) {
  const auto refuse = [](const std::string& sentence) {
    return std::unexpected{Refusal{ExitCode::usage, sentence}};
  };
  if (const auto problem = options.rules.objection()) return refuse(*problem);
  if (const auto problem = unquoted("play " + escaped(options.rules.game), options.bots))
    return refuse(*problem);
  if (options.bots.empty()) {
    return refuse("no bots are given; expected one command per seat after --, for example: tribunal play " +
                  escaped(options.rules.game) + " -- greedy careful");
  }
  const auto level =
      settle_level(find_sandbox_level(options.sandbox), {.bots = static_cast<int>(options.bots.size())});
  if (!level) return no_sandbox(level.error());
  auto order = order_of(options, *level);
  if (!order) return refuse(order.error());
  auto entries = players_of(options, options.bots, *level);
  if (!entries) return refuse(entries.error());
  return Table{*std::move(order), *std::move(entries)};
}

/// A game of a results folder between the bots that played it.
std::expected<Table, Refusal> table_of_folder(const PlayOptions& options, const RecordedGame& recorded) {
  const auto folder = FolderBots::open(options.from);
  if (!folder) return std::unexpected{folder.error()};
  const auto level = settle_level_again(options.sandbox, recorded.record, CommandSource::results_folder,
                                        folder->resources());
  if (!level) return no_sandbox(options.from + ": " + level.error());
  auto entries = folder->seated(recorded.record, *level);
  if (!entries) return std::unexpected{entries.error()};
  return Table{order_again(options, recorded.record, *level), *std::move(entries), recorded.differences};
}

/// A recorded game's deal, between the bots of the command line; of a results folder, without any, its own.
std::expected<Table, Refusal> table_again(const PlayOptions& options) {
  const auto refuse = [](const std::string& sentence) {
    return std::unexpected{Refusal{ExitCode::usage, sentence}};
  };
  const RecordedGames games{options.from};
  const auto recorded = games.first({.number = options.game.value_or(0), .deal = {}, .bot = {}});
  if (!recorded) return std::unexpected{recorded.error()};
  const auto& record = recorded->record;
  auto words = options.bots;  // there is no name of a game before them
  if (!options.rules.game.empty()) words.insert(words.begin(), options.rules.game);
  if (words.empty() && games.is_folder()) return table_of_folder(options, *recorded);
  if (const auto problem = unquoted("play --from " + escaped(options.from), words)) return refuse(*problem);
  if (words.size() != record.entrants.size()) {
    return refuse(options.from + ": game " + std::to_string(recorded->number) + " has " +
                  counted(record.entrants.size(), "seat") + "; expected a bot for each after --, not " +
                  std::to_string(words.size()));
  }
  const auto level = settle_level_again(options.sandbox, record, CommandSource::command_line);
  if (!level) return no_sandbox(options.from + ": " + level.error());
  auto entries = players_of(options, words, *level);
  if (!entries) return refuse(entries.error());
  return Table{order_again(options, record, *level), *std::move(entries), recorded->differences};
}

ExitCode play(const PlayOptions& options) {
  if (const auto problem = objection(options.limits)) return complain(ExitCode::usage, *problem);
  if (!options.from.empty() && options.secret.given())
    return complain(ExitCode::usage, "--from plays a recorded deal; --seed and --secret-file choose another");
  if (const auto problem = Output::trouble_with(options.log))
    return complain(ExitCode::cannot_write, *problem);
  auto table = options.from.empty() ? new_table(options) : table_again(options);
  if (!table) return complain(table.error().code, table.error().sentence);
  be_patient(table->order, options);
  const auto& [order, entries, differences] = *table;
  auto& out = options.log == "-" ? std::cerr : std::cout;
  out << differences.text() << std::flush;
  const auto journal = options.journal.open();
  if (!journal) return complain(ExitCode::cannot_write, journal.error());
  note_start(*journal, order, entries);
  tell_of_level(out, *find_sandbox_level(order.host.sandbox));
  const auto [result, errors, interrupted] = play(order, entries, options.trace);
  if (result && !interrupted) {
    note_end(*journal, *result);
    const auto code = report(options, entries, *result, errors);
    const auto differs = differences.conclude();
    return code == ExitCode::ok ? differs : code;
  }
  journal->warning(interrupted ? "end: interrupted" : "end: void: " + result.error().reason);
  if (!options.trace)
    print_errors(std::cerr, entries, errors, SeatSet::first(static_cast<int>(entries.size())));
  if (interrupted) return complain(ExitCode::interrupted, "interrupted: the game is abandoned");
  return complain(ExitCode::interrupted,
                  "the game is void: " + result.error().reason + "; run the same command again");
}

}  // namespace

void add_play_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command = app.add_subcommand("play", "Play one game between bots");
  set_examples(*command, {"play revolution --log game.jsonl -- ./greedy 'python3 mybot.py'",
                          "play mitch -- human ./greedy", "play --from results/demo --game 17 --trace"});
  const auto options = std::make_shared<PlayOptions>();
  // In capitals: from CLI11 2.4 on a positional cannot have the name of an option.
  command->add_option("GAME", options->rules.game, "a game or preset (tribunal games lists them)");
  command->add_option(
      "bots", options->bots,
      "after --: one command per seat, each quoted as for a shell; human: you, at this terminal");
  auto* const from = command
                         ->add_option("--from", options->from,
                                      "play the deal of a recorded game: a replay log, or a results "
                                      "folder, whose bots play if none are given")
                         ->type_name("SOURCE");
  command->add_option("--game", options->game, "with --from: number of the game, from 0")->needs(from);
  options->rules.add_rule_option(*command)->excludes(from);
  options->secret.add_options(*command);
  command->add_option("--deal", options->deal, "number of the deal")->capture_default_str()->excludes(from);
  command->add_option("-o,--log", options->log, "write the replay log to FILE (-: standard output)")
      ->type_name("FILE");
  options->journal.add_options(*command, "");
  add_limit_options(*command, options->limits);
  command
      ->add_option("--on-fault", options->on_fault,
                   "what a fault costs: the game, or a strike (three forfeit the game)")
      ->check(CLI::IsMember({"forfeit", "strikes"}))
      ->capture_default_str();
  command->add_flag("--trace", options->trace,
                    "show all lines to and from the bots, and their stderr, on standard error");
  add_level_option(*command, "--sandbox", options->sandbox,
                   "isolation of the bots (default: the highest level that works here; with --from, that of "
                   "the recorded game)");
  command->callback([options, command, &exit_code] {
    if (options->from.empty() && options->rules.game.empty()) {
      exit_code = complain(ExitCode::usage,
                           missing_word(*command, "game", "a game or preset (tribunal games lists them)"));
      return;
    }
    options->limits_given = command->count("--on-fault") > 0;
    for (const auto* name : limit_options)
      options->limits_given = options->limits_given || command->count(name) > 0;
    options->clock_given = command->count("--move-ms") + command->count("--game-ms") > 0;
    exit_code = play(*options);
  });
}

}  // namespace tribunal
