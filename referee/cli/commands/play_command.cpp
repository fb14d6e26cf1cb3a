// tribunal play: plays one refereed game between bot programs.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iostream>
#include <span>
#include <sstream>
#include <unistd.h>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "bots/hints/start_hint.hpp"
#include "bots/process/host.hpp"
#include "bots/process/tap.hpp"
#include "bots/sandbox/written_files.hpp"
#include "bots/system/lines.hpp"
#include "cli/commands/commands.hpp"
#include "cli/mistakes/mistake.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/game_options.hpp"
#include "cli/options/sandbox_option.hpp"
#include "cli/results/recorded_games.hpp"
#include "cli/run/session.hpp"
#include "cli/terminal/answer_signals.hpp"
#include "cli/terminal/human_seat.hpp"
#include "cli/terminal/output.hpp"
#include "parallel/background_writer.hpp"
#include "record/replay_log.hpp"
#include "report/format/text_table.hpp"
#include "report/standings/faults_report.hpp"
#include "table/play_game.hpp"
#include "tournament/plan/new_plan.hpp"
#include "tournament/plan/planned_bots.hpp"
#include "tournament/results/results.hpp"
#include "tournament/results/resume_check.hpp"
#include "tournament/standings/standings.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

struct PlayOptions {
  RuleOptions rules;
  SecretSource secret;
  std::uint64_t deal = 0;
  std::string log;
  JournalOptions journal;
  Limits limits;
  std::optional<SandboxLevel> sandbox;  ///< none: the highest level that works here, or that of the recorded
                                        ///< game
  std::string build;                    ///< build command for the current folder, in which the bots run; may
                                        ///< be empty
  bool trace = false;
  std::string from;
  std::optional<std::uint64_t> game;
  bool limits_given = false;  ///< whether any limit is given
  bool clock_given = false;   ///< whether a limit on the time for decisions is given
  std::vector<std::string> bots;
  std::vector<std::string> seats;  ///< `S=COMMAND`: replacements for bots of a results folder
};

/// A game to play, with its players.
struct Table {
  GameOrder order;
  std::vector<BotEntry> entries;
  Differences differences{};             ///< differences of the record whose deal is played again
  std::vector<std::int32_t> recorded{};  ///< points of each seat in that record
};

GameOrder order_of(const PlayOptions& options, SandboxLevel level) {
  const auto rules = options.rules.rules(static_cast<int>(options.bots.size()));
  auto secret = Secret::random();
  if (options.secret.given()) {
    secret = must(options.secret.secret());
  }
  return GameOrder{.rules = rules,
                   .deal = {.number = options.deal, .key = deal_key(secret, "play", options.deal)},
                   .limits = options.limits,
                   .host = {.referee = TRIBUNAL_VERSION, .sandbox = std::string{name_of(level)}}};
}

/// The recorded deal. Its limits are those of the recorded game, unless others are given.
GameOrder order_again(const PlayOptions& options, const Record& record, SandboxLevel level) {
  return GameOrder{.rules = record.rules,
                   .deal = record.deal,
                   .limits = options.limits_given ? options.limits : record.limits,
                   .host = {.referee = TRIBUNAL_VERSION, .sandbox = std::string{name_of(level)}},
                   .own_limits = options.limits_given ? std::vector<Limits>{} : record.own_limits};
}

/// Replaces the entry of a person's seat, if there is one.
void seat_people(const PlayOptions& options, std::vector<BotEntry>& entries,
                 const std::vector<std::string>& words) {
  const bool plays = seat_a_person(entries, words, options.log == "-" ? STDERR_FILENO : STDOUT_FILENO);
  if (plays && options.trace)
    throw Complaint{"--trace shows what other seats see; expected no --trace with 'human'"};
}

/// Refuses outputs that would replace a file in a folder of these bots.
void spare_files(const PlayOptions& options, const Plan& plan, std::span<const fs::path> results) {
  if (options.log.empty() && options.journal.file().empty()) return;
  auto bots = visibility_of(plan, results);
  if (!options.build.empty()) bots.push_back({.files = {}, .own = {fs::current_path()}});
  spare_files_of_bots(bots, {{"--log", options.log}, {"--log-file", options.journal.file()}});
}

/// The bots of these words, each in its sandbox, and a person for `human`. Bots are hashed only if the
/// hashes are written, because the current folder may hold anything and reading it takes long.
std::vector<BotEntry> players_of(const PlayOptions& options, const std::vector<std::string>& words,
                                 SandboxLevel level) {
  spare_files(options, plan_of(words), {});
  const auto plan = plan_of(words, build_here(options.build, level));
  const bool writes_hashes = !options.log.empty() || !options.journal.file().empty();
  const auto sha256 = writes_hashes ? hashes_of(must(identities_here(plan, options.log)))
                                    : std::vector<std::string>(plan.bots.size());
  auto entries = entries_of(plan, sha256, level);
  seat_people(options, entries, words);
  return entries;
}

/// A bot that takes the seat of another bot in a recorded game.
struct Substitute {
  std::size_t seat = 0;
  std::string command;  ///< quoted as for a shell, from the current directory
};

/// The bots of `--seat S=COMMAND`, for a game of these bots.
std::vector<Substitute> substitutes_of(const std::vector<std::string>& words,
                                       const std::vector<std::string>& bots) {
  std::vector<Substitute> substitutes;
  for (const auto& word : words) {
    const auto equals = std::min(word.find('='), word.size());
    const auto seat = seat_among(SeatChoice::of(std::string_view{word}.substr(0, equals)), bots);
    if (!seat && !seat.error().message.empty())
      throw Complaint{fmt::format("--seat {}: {}", harmless(word), seat.error().message)};
    if (equals + 1 >= word.size() || !seat) {
      throw Complaint{
          ExitCode::usage,
          fmt::format("--seat {}: expected S=COMMAND, such as 0='python3 mybot.py', with a seat from 0 to {} "
                      "or the name of a bot: {}",
                      harmless(word), bots.size() - 1, harmless(fmt::format("{}", fmt::join(bots, ", "))))};
    }
    if (std::ranges::find(substitutes, *seat, &Substitute::seat) != substitutes.end())
      throw Complaint{fmt::format("--seat {}: two bots are given for one seat; expected one", *seat)};
    substitutes.push_back({*seat, word.substr(equals + 1)});
  }
  return substitutes;
}

/// Gives each decision of a person one day, unless a limit was given.
void be_patient(GameOrder& order, const PlayOptions& options) {
  const auto is_person = [](const std::string& word) {
    return word == human_word || word.ends_with('=' + std::string{human_word});
  };
  const bool plays = std::ranges::find(options.bots, human_word) != options.bots.end() ||
                     std::ranges::any_of(options.seats, is_person);
  if (!plays || options.clock_given) return;
  order.limits.move_ms = longest_limit_ms;
  order.limits.game_ms = 0;
  order.limits.bank_ms = 0;
  order.own_limits.clear();
}

/// The table for a new deal between the bots of the command line.
Table new_table(const PlayOptions& options) {
  must_not(options.rules.objection());
  must_not(unquoted("play " + escaped(options.rules.game), options.bots));
  if (options.bots.empty()) {
    throw Complaint{"no bots are given; expected one command per seat after --, for example: tribunal play " +
                    escaped(options.rules.game) + " -- greedy careful"};
  }
  const auto level = must(settle_level(options.sandbox, {.bots = static_cast<int>(options.bots.size())}));
  auto order = order_of(options, level);
  auto entries = players_of(options, options.bots, level);
  return Table{std::move(order), std::move(entries)};
}

std::size_t number_of(const Plan& plan, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(plan.bots, name, &PlannedBot::name) - plan.bots.begin());
}

/// Adds the substitute to the plan, and writes its number into `bots`, the bots of the seats. It replaces the
/// bot whose seat it takes. If that bot has another seat too, the substitute becomes an additional bot of the
/// plan.
void substitute(Plan& plan, std::vector<std::size_t>& bots, const Substitute& instead) {
  auto planned = plan_of({instead.command}).bots.front();
  auto& bot = bots.at(instead.seat);
  if (std::ranges::count(bots, bot) > 1) {
    bot = plan.bots.size();
    plan.bots.emplace_back();
  }
  planned.name = unused_name(planned.name, [&](const std::string& name) {
    return std::ranges::any_of(bots,
                               [&](auto other) { return other != bot && plan.bots[other].name == name; });
  });
  plan.bots[bot] = std::move(planned);
}

/// The bots that had the seats of a game in a results folder, with their current files, and the substitutes,
/// as if the plan had named them. Commands from the folder are untrusted. Prints on standard error which bots
/// of the folder have changed since the game.
std::vector<BotEntry> bots_of_folder(const PlayOptions& options, const Results& results, const Record& record,
                                     SandboxLevel level, std::span<const Substitute> substitutes) {
  const fs::path folder = options.from;
  auto plan = results.tournament().plan;
  std::vector<std::size_t> bots;
  for (const auto& entrant : record.entrants) bots.push_back(number_of(plan, entrant.bot));
  std::vector<std::size_t> kept;
  for (std::size_t seat = 0; seat < bots.size(); ++seat)
    if (std::ranges::find(substitutes, seat, &Substitute::seat) == substitutes.end())
      kept.push_back(bots[seat]);
  for (const auto& instead : substitutes) substitute(plan, bots, instead);
  spare_files(options, plan, std::span{&folder, 1});
  must(build_again(plan, bots, level, folder));
  const auto now = hashes_of(must(identities_of(plan, std::span{&folder, 1})));
  for (const auto& sentence : changes_since_results(results, folder, kept))
    std::cerr << "tribunal: note: " << harmless(sentence) << '\n';
  const auto& recorded = results.tournament();
  for (const auto bot : kept) {
    if (!recorded.plan.bots[bot].build.empty() && recorded.sha256.at(bot) != now.at(bot))
      std::cerr << "tribunal: note: bot " << harmless(recorded.plan.bots[bot].name)
                << " is not the version that played the last games: its source now builds different files\n";
  }
  const auto all = entries_of(plan, now, level, std::span{&folder, 1});
  std::vector<BotEntry> entries;
  for (const auto bot : bots) entries.push_back(all.at(bot));
  return entries;
}

/// The table for a game of a results folder, between the bots that played it and the substitutes.
Table table_of_folder(const PlayOptions& options, const RecordedGame& recorded) {
  const auto results = must(Results::open(options.from, RoundSource::nowhere));
  const auto level = settle_level_again(options.sandbox, recorded.record, CommandSource::results_folder,
                                        results.tournament().plan.resources);
  if (!level) throw Complaint{level.error().at(ErrorCode::no_sandbox, options.from)};
  std::vector<std::string> bots;
  for (const auto& entrant : recorded.record.entrants) bots.push_back(entrant.bot);
  const auto substitutes = substitutes_of(options.seats, bots);
  auto entries = bots_of_folder(options, results, recorded.record, *level, substitutes);
  std::vector<std::string> words(entries.size());
  for (const auto& [seat, command] : substitutes) words[seat] = command;
  seat_people(options, entries, words);
  return Table{order_again(options, recorded.record, *level), std::move(entries), recorded.differences,
               recorded.scores};
}

/// The table for the deal of a recorded game, between the bots of the command line. If it has none, the bots
/// of the results folder play.
Table table_again(const PlayOptions& options) {
  const RecordedGames games{options.from};
  const auto recorded = must(games.first({.number = options.game.value_or(0)}));
  const auto& record = recorded.record;
  auto words = options.bots;  // the first is not a game here
  if (!options.rules.game.empty()) words.insert(words.begin(), options.rules.game);
  if (!options.seats.empty() && !words.empty())
    throw Complaint{"--seat replaces single bots of a results folder; expected no commands after --"};
  if (words.empty() && games.is_folder()) return table_of_folder(options, recorded);
  if (!options.seats.empty())
    throw Complaint{ExitCode::usage, options.from +
                                         ": a log does not contain the bots' commands; expected a bot for "
                                         "each seat after --, and no --seat"};
  must_not(unquoted("play --from " + escaped(options.from), words));
  if (words.size() != record.entrants.size()) {
    throw Complaint{options.from + ": game " + std::to_string(recorded.number) + " has " +
                    counted(record.entrants.size(), "seat") + "; expected a bot for each after --, not " +
                    std::to_string(words.size())};
  }
  const auto level = settle_level_again(options.sandbox, record, CommandSource::command_line);
  if (!level) throw Complaint{level.error().at(ErrorCode::no_sandbox, options.from)};
  auto entries = players_of(options, words, *level);
  return Table{order_again(options, record, *level), std::move(entries), recorded.differences,
               recorded.scores};
}

/// The length at which a line without an end is shown as if it ended.
constexpr std::size_t longest_shown = 2 * longest_line;

constexpr std::size_t most_waiting = std::size_t{16} << 20U;  // size in bytes

constexpr std::string_view legend =
    "trace: seconds, seat and bot; > what it is sent, < what it writes, ! what it writes to stderr, = its "
    "end\n";

/// Shows the conversation with the bots of a game on `stream`, line by line: the seconds since the trace
/// began, the seat, the bot, and the line. Lines are escaped, so that they cannot harm a terminal.
class Trace {
 public:
  /// `names`: of the bots, by seat.
  Trace(std::ostream& stream, std::vector<std::string> names)
      : names_{std::move(names)},
        unfinished_(names_.size()),
        out_{most_waiting, [](std::size_t lines) { return "[" + counted(lines, "line") + " left out]\n"; },
             [&stream](std::string_view line, const std::stop_token&) {
               stream << line << std::flush;
               return true;
             }} {
    std::size_t width = 0;
    for (const auto& name : names_) width = std::max(width, name.size());
    for (auto& name : names_) name.resize(width, ' ');
    out_.write(std::string{legend});
  }

  /// The listener for the bot of a seat. The trace must outlive it.
  [[nodiscard]] Tap tap(std::size_t seat) {
    return [this, seat](Overheard what, std::string_view text) {
      if (what != Overheard::end) return hear_lines(seat, what, text);
      // These lines stay unfinished.
      for (const auto shown : {Overheard::output, Overheard::errors})
        if (auto& line = unfinished_.at(seat).at(index_of(shown)); !line.empty())
          show(seat, sign_of(shown),
               escaped(std::exchange(line, {}), longest_shown) + "  (without the end of the line)");
      show(seat, '=', std::string{text});
    };
  }

 private:
  static std::size_t index_of(Overheard what) {
    return what == Overheard::input ? 0 : what == Overheard::output ? 1 : 2;
  }
  static char sign_of(Overheard what) { return "><!"[index_of(what)]; }

  void hear_lines(std::size_t seat, Overheard what, std::string_view text) {
    auto& unfinished = unfinished_.at(seat).at(index_of(what));
    while (true) {
      const auto end = text.find('\n');
      unfinished += text.substr(0, end);
      const bool has_ended = end != std::string_view::npos;
      if (!has_ended && unfinished.size() <= longest_shown) return;
      show(seat, sign_of(what), escaped(std::exchange(unfinished, {}), longest_shown));
      if (!has_ended) return;
      text.remove_prefix(end + 1);
    }
  }

  void show(std::size_t seat, char sign, const std::string& text) {
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - began_;
    out_.write(fmt::format("{:9.3f}  {} {}  {} {}\n", time.count(), seat, names_.at(seat), sign, text));
  }

  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::vector<std::string> names_;
  std::vector<std::array<std::string, 3>> unfinished_;  ///< lines without an end so far, by seat
  BackgroundWriter out_;
};

using GameEnd = std::expected<PlayedGame, GameVoid>;

/// The result of a game, and the end of each bot's stderr, by seat.
struct GameRun {
  GameEnd result;
  std::vector<std::string> errors;
  bool interrupted = false;
};

asio::awaitable<GameEnd> play_and_dismiss(GameOrder order, std::span<Bot* const> bots) {
  auto result = co_await play_game(std::move(order), bots);
  // Bots must be ended even after Ctrl-C.
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

void print_result(const PlayedGame& game, const std::vector<std::int32_t>& recorded) {
  std::vector<TextTable::Column> columns{{"place"}, {"seat"}, {"bot", TextTable::Align::left}, {"points"}};
  if (!recorded.empty()) columns.push_back({"recorded"});
  TextTable table{columns};
  for (int place = 1; place <= game.outcome.seats; ++place) {
    for (int seat = 0; seat < game.outcome.seats; ++seat) {
      const auto index = static_cast<std::size_t>(seat);
      if (game.outcome.places.at(index) != place) continue;
      std::vector<std::string> row{std::to_string(place), std::to_string(seat), seat_name(game.record, seat),
                                   std::to_string(game.outcome.scores.at(index))};
      if (!recorded.empty()) row.push_back(std::to_string(recorded.at(index)));
      table.add(std::move(row));
    }
  }
  std::cout << table.text();
}

/// A hint for the bot at this seat, which did not start.
std::string hint_on_start(const std::vector<BotEntry>& entries, const FaultReport& report) {
  std::vector<BotFiles> bots;
  for (const auto& entry : entries)
    bots.push_back({.name = entry.name, .command = entry.command, .files = kits_of(entry.command)});
  const auto seat = index_of(report.fault.seat);
  const FailedStart start{.command = entries[seat].command,
                          .sandbox = entries[seat].sandbox,
                          .shared = visibility_of(bots, {})[seat].shared,
                          .ran = report.fault.us > 0,
                          .message = report.message,
                          .error_tail = report.error_tail};
  return start_hint(start, [](const auto&) { return std::string{own_folder_or_no_sandbox}; });
}

/// Prints the last 20 lines of `text`, escaped for a terminal. `...` stands for earlier lines.
void show_last_lines(std::ostream& out, const std::string& text) {
  constexpr std::ptrdiff_t most = 20;
  std::istringstream stream{text};
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
  const auto left_out = std::max<std::ptrdiff_t>(0, std::ssize(lines) - most);
  if (left_out > 0) out << "    ...\n";
  for (auto line = lines.begin() + left_out; line != lines.end(); ++line)
    out << "    " << escaped(*line) << '\n';
}

void print_faults(std::ostream& out, const std::vector<BotEntry>& entries, const PlayedGame& game,
                  bool with_errors) {
  for (const auto& report : game.reports) {
    const auto seat = index_of(report.fault.seat);
    const auto hint = report.fault.kind == FaultKind::start ? hint_on_start(entries, report) : std::string{};
    out << "fault: " << game.record.entrants[seat].bot << " (seat " << seat << "): " << report.message
        << (hint.empty() ? "" : "; ") << hint << '\n';
    if (with_errors) out << error_tail_text(report.error_tail);
  }
}

/// Prints the last lines on stderr of the bots in these seats.
void print_errors(std::ostream& out, const std::vector<BotEntry>& entries,
                  const std::vector<std::string>& errors, SeatSet seats) {
  for (const auto seat : seats) {
    const auto index = index_of(seat);
    if (errors[index].empty()) continue;
    out << "stderr: " << entries[index].name << " (seat " << index
        << "); --trace shows all of it, with times\n";
    show_last_lines(out, errors[index]);
  }
}

/// Prints a game, with the bots' stderr unless a trace has already shown it.
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

ExitCode report(const PlayOptions& options, const Table& table, const PlayedGame& game,
                const std::vector<std::string>& errors) {
  const bool log_on_stdout = options.log == "-";
  if (!log_on_stdout) print_result(game, table.recorded);
  print_game(log_on_stdout ? std::cerr : std::cout, options, table.entries, game, errors);
  if (!options.log.empty()) write_log_file(options.log, game.record);
  return game.reports.empty() ? ExitCode::ok : ExitCode::failed;
}

ExitCode play(const PlayOptions& options) {
  must_not(objection(options.limits));
  if (!options.from.empty() && options.secret.given())
    throw Complaint{
        "--from plays a recorded deal; expected no --seed or --secret-file, which choose another"};
  auto table = options.from.empty() ? new_table(options) : table_again(options);
  be_patient(table.order, options);
  const auto& [order, entries, differences, recorded] = table;
  auto& out = options.log == "-" ? std::cerr : std::cout;
  out << differences.text() << std::flush;
  const auto journal = must(options.journal.open());
  note_start(journal, order, entries);
  tell_of_level(out, *find_name<SandboxLevel>(order.host.sandbox));
  const auto [result, errors, interrupted] = play(order, entries, options.trace);
  if (result && !interrupted) {
    note_end(journal, *result);
    const auto code = report(options, table, *result, errors);
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
  const auto code = play(options);
  std::cout.flush();
  WrittenFiles::note({options.log, options.journal.file()});
  return code;
}

}  // namespace

void add_play_command(CommandLine& command) {
  auto& options = command.runs(play_as_asked);
  // It is in capitals because, from CLI11 2.4 on, a positional cannot have the name of an option.
  command.add("GAME", options.rules.game, Value::game, "a game or preset (tribunal games lists them)");
  command.add("bots", options.bots, Value::bot,
              "after --: one command per seat, each quoted as for a shell; human: you, at this terminal");
  auto* const from = command.add("--from", options.from, Value::source,
                                 "play the deal of a recorded game from a replay log or a results folder; if "
                                 "no bots are given, those of the folder play");
  command.add("--game", options.game, "with --from: number of the game, from 0")->needs(from);
  command
      .add("--seat", options.seats, {Value::text, "S=COMMAND"},
           "with --from and a results folder: another bot, quoted as for a shell, or human plays this seat "
           "(its number, or the name of its bot); the other seats keep their bots; repeatable")
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
