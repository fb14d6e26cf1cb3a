// tribunal check: is a bot sound? For its author, and for continuous integration.
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <memory>
#include <set>
#include <sstream>

#include <CLI/CLI.hpp>

#include "bots/process/host.hpp"
#include "check/again.hpp"
#include "check/check.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/journal_options.hpp"
#include "cli/options/limit_options.hpp"
#include "cli/options/quoting.hpp"
#include "cli/options/rule_options.hpp"
#include "cli/options/sandbox_option.hpp"
#include "cli/terminal/interruptible.hpp"
#include "cli/terminal/output.hpp"
#include "report/check/check_report.hpp"

namespace tribunal {
namespace {

struct CheckOptions {
  std::vector<std::string> games{"revolution"};
  std::string players;
  std::int64_t seconds = 45;
  int deals = 3;
  bool deterministic = false;
  std::vector<std::string> only;
  Limits limits;
  std::string sandbox;  ///< empty: the highest that works here
  std::string junit;
  std::string json;
  JournalOptions journal;
  bool github = false;
  bool quiet = false;
  std::vector<std::string> bot;
};

/// Numbers of players that are wanted.
struct PlayerRange {
  int fewest = 1;
  int most = max_seats;
};

std::expected<PlayerRange, std::string> players_of(const std::string& text) {
  PlayerRange range;
  if (text.empty()) return range;
  const auto* const end = text.data() + text.size();
  auto read = std::from_chars(text.data(), end, range.fewest);
  range.most = range.fewest;
  if (read.ec == std::errc{} && read.ptr != end && *read.ptr == '-')
    read = std::from_chars(read.ptr + 1, end, range.most);
  if (read.ec != std::errc{} || read.ptr != end || range.fewest < 1 || range.most < range.fewest) {
    return std::unexpected{"--players " + text + ": expected a number or a range, for example 3 or 2-4"};
  }
  return range;
}

/// `NAME[:option=value,...]`
struct GameText {
  std::string name;
  OptionTexts options;
};

std::expected<GameText, std::string> parse_game(const std::string& text) {
  const auto colon = text.find(':');
  GameText game{text.substr(0, colon), {}};
  if (colon == std::string::npos) return game;
  std::istringstream settings{text.substr(colon + 1)};
  for (std::string setting; std::getline(settings, setting, ',');) {
    if (const auto problem = add_setting(setting, game.options))
      return std::unexpected{"--game " + text + ": " + *problem};
  }
  return game;
}

/// Adds a table for each number of players that the game takes.
std::optional<std::string> add_tables(const std::string& text, PlayerRange players,
                                      std::vector<CheckedTable>& tables) {
  const auto game = parse_game(text);
  if (!game) return game.error();
  const auto* const info = find_game(game->name);
  if (info == nullptr) return unknown_game(game->name);
  const auto before = tables.size();
  std::string refusal = "--game " + text + ": it is played by " + std::to_string(info->fewest_players) +
                        " to " + std::to_string(info->most_players);
  for (int count = std::max(players.fewest, info->fewest_players);
       count <= std::min(players.most, info->most_players); ++count) {
    auto rules = make_rules(game->name, count, game->options);
    if (rules) {
      tables.push_back({game->name, game->options, std::move(*rules)});
    } else {
      refusal = rules.error();
    }
  }
  if (tables.size() == before) return refusal;
  return std::nullopt;
}

std::expected<std::vector<CheckedTable>, std::string> tables_of(const CheckOptions& options) {
  const auto players = players_of(options.players);
  if (!players) return std::unexpected{players.error()};
  std::vector<CheckedTable> tables;
  std::set<std::string> seen;
  for (const auto& text : options.games) {
    if (!seen.insert(text).second) return std::unexpected{"--game " + text + ": this game is given twice"};
    if (auto problem = add_tables(text, *players, tables)) return std::unexpected{std::move(*problem)};
  }
  return tables;
}

/// The options that `play` has too, as they were given.
std::string shared_options(const CheckOptions& options) {
  const Limits usual;
  std::string text;
  if (options.limits.move_ms != usual.move_ms) text += " --move-ms " + std::to_string(options.limits.move_ms);
  if (options.limits.startup_ms != usual.startup_ms)
    text += " --startup-ms " + std::to_string(options.limits.startup_ms);
  return text;
}

std::string game_options(const CheckOptions& options) {
  std::string text;
  for (const auto& game : options.games) text += " --game " + shell_word(game);
  if (!options.players.empty()) text += " --players " + options.players;
  return text;
}

std::expected<CheckOrder, std::string> order_of(const CheckOptions& options) {
  if (options.bot.size() != 1) return std::unexpected{one_bot_wanted("check", "check --", options.bot)};
  auto entries = entries_of(options.bot);
  if (!entries) return std::unexpected{entries.error()};
  auto tables = tables_of(options);
  if (!tables) return std::unexpected{tables.error()};
  return CheckOrder{.bot = std::move(entries->front()),
                    .tables = std::move(*tables),
                    .limits = options.limits,
                    .host = {.referee = TRIBUNAL_VERSION},
                    .budget = std::chrono::seconds{options.seconds},
                    .deals = options.deals,
                    .must_be_deterministic = options.deterministic,
                    .only = {options.only.begin(), options.only.end()},
                    .program = program_invocation_name,
                    .command = options.bot.front(),
                    .options = shared_options(options),
                    .games = game_options(options)};
}

/// The commands that show a failure again name the level, since `play` has another default.
void confine(CheckOrder& order, SandboxLevel level) {
  confine(std::span{&order.bot, 1}, level);
  order.host.sandbox = name_of(level);
  order.options += " --sandbox " + order.host.sandbox;
}

/// Now, by ISO 8601, in UTC.
std::string timestamp() {
  const auto now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  return text.data();
}

CheckReport run(const CheckOrder& order, const CheckListener& listener) {
  Host host;
  asio::io_context context{1};
  bool interrupted = false;
  auto report = run_interruptibly(context, check_bot(context, host, order, listener), interrupted);
  report.interrupted = report.interrupted || interrupted;
  return report;
}

ExitCode write_file(const std::string& name, const std::string& text) {
  if (name.empty()) return ExitCode::ok;
  Output out{name};
  out.write(text);
  return out.finish() ? ExitCode::ok : complain(ExitCode::cannot_write, out.problem());
}

ExitCode exit_code_of(CheckVerdict verdict) {
  switch (verdict) {
    case CheckVerdict::interrupted:
      return ExitCode::interrupted;
    case CheckVerdict::failed:
      return ExitCode::failed;
    case CheckVerdict::error:
      return ExitCode::our_bug;
    case CheckVerdict::unfinished:
      return ExitCode::inconclusive;
    case CheckVerdict::sound:
      break;
  }
  return ExitCode::ok;
}

/// Of a bot that is never ready, all else would only be a list of what was not asked.
bool is_worth_a_line(const Examination& examination, bool quiet) {
  if (examination.finding == Finding::skipped) return examination.message != never_ready;
  return !quiet || examination.finding != Finding::passed;
}

void note(const Journal& journal, const Examination& examination) {
  const auto line =
      std::string{name_of(examination.finding)} + ": " + examination.name + ": " + examination.message;
  const bool is_trouble = examination.finding != Finding::passed && examination.finding != Finding::skipped;
  is_trouble ? journal.warning(line) : journal.info(line);
}

/// Bots that run at the same time: one at every seat of the largest table, and one that is asked alone.
int most_bots_of(const CheckOrder& order) {
  int most = 0;
  for (const auto& table : order.tables) most = std::max(most, table.rules.players());
  return most + 1;
}

ExitCode check(const CheckOptions& options) {
  auto order = order_of(options);
  if (!order) return complain(ExitCode::usage, order.error());
  for (const auto& file : {options.json, options.junit})
    if (const auto problem = Output::trouble_with(file)) return complain(ExitCode::cannot_write, *problem);
  const auto level = settle_level(find_sandbox_level(options.sandbox), {.bots = most_bots_of(*order)});
  if (!level) return complain(ExitCode::no_sandbox, level.error());
  confine(*order, *level);
  const auto journal = options.journal.open();
  if (!journal) return complain(ExitCode::cannot_write, journal.error());
  journal->info("start: tribunal " + order->host.referee + ", check of " + order->bot.name + ", sha256 " +
                order->bot.sha256 + ", sandbox " + order->host.sandbox);
  // A report on standard output moves the text for people to standard error.
  auto& out = options.json == "-" || options.junit == "-" ? std::cerr : std::cout;
  std::set<std::string_view> broken;  // the same rule broken at every table is explained once
  const auto tell = [&](const Examination& examination) {
    note(*journal, examination);
    if (!is_worth_a_line(examination, options.quiet)) return;
    const auto& rule = examination.evidence.rule;
    const bool is_new = !rule || broken.insert(rule->text).second;
    out << (is_new ? text_of(examination) : short_text_of(examination)) << std::flush;
  };
  const auto report = run(*order, tell);
  journal->info("end: " + std::string{name_of(report.verdict())});
  out << summary_of(report);
  if (options.github) out << annotations_of(report);
  out.flush();
  const auto json = write_file(options.json, json_of(report));
  const auto junit = write_file(options.junit, junit_of(report, timestamp()));
  if (json != ExitCode::ok || junit != ExitCode::ok) return ExitCode::cannot_write;
  return exit_code_of(report.verdict());
}

bool is_in_github_actions() {
  const char* const value = std::getenv("GITHUB_ACTIONS");
  return value != nullptr && *value != '\0';
}

void add_report_options(CLI::App& command, CheckOptions& options) {
  command.add_option("--junit", options.junit, "write JUnit XML to FILE (-: standard output)")
      ->type_name("FILE");
  command.add_option("--json", options.json, "write JSON to FILE (-: standard output)")->type_name("FILE");
  options.github = is_in_github_actions();
  command.add_flag("--github,!--no-github", options.github,
                   "print annotations for GitHub Actions (default: if GITHUB_ACTIONS is set)");
  options.journal.add_options(command, "");
  command.add_flag("--quiet", options.quiet, "print only what did not pass, and the summary");
}

}  // namespace

void add_check_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command = app.add_subcommand("check", "Test one bot");
  command->footer("Example: tribunal check --game mitch -- 'python3 mybot.py'");
  const auto options = std::make_shared<CheckOptions>();
  command->add_option("bot", options->bot, "the bot's command, quoted as for a shell")->required();
  command
      ->add_option("--game", options->games, "game or preset, with options as NAME:key=value,...; repeatable")
      ->type_name("GAME")
      ->allow_extra_args(false)
      ->capture_default_str();
  command->add_option("--players", options->players,
                      "number of players, such as 3 or 2-4 (default: every number that the game allows)");
  command->add_option("--seconds", options->seconds, "time limit of the whole check, in seconds")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{86400}))
      ->capture_default_str();
  command->add_option("--deals", options->deals, "deals per number of players")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_flag("--deterministic", options->deterministic,
                    "fail, instead of warn, if the bot plays equal games differently");
  const std::set<std::string> kinds{examinations::all.begin(), examinations::all.end()};
  command->add_option("--only", options->only, "run only this check; repeatable")
      ->allow_extra_args(false)
      ->check(CLI::IsMember(kinds));
  add_move_ms_option(*command, options->limits);
  add_startup_ms_option(*command, options->limits);
  add_level_option(*command, "--sandbox", options->sandbox,
                   "isolation of the bot (default: the highest level that works)");
  add_report_options(*command, *options);
  command->callback([options, &exit_code] { exit_code = check(*options); });
}

}  // namespace tribunal
