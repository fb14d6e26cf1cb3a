#include "cli/run/check_orders.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "base/escape.hpp"
#include "cli/mistakes/mistake.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/build_bots.hpp"
#include "cli/options/game_options.hpp"
#include "cli/run/start_check.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {
namespace {

/// Numbers of players that are wanted.
struct PlayerRange {
  int fewest = 1;
  int most = max_seats;
  bool unusual = false;  ///< also those that a game is not meant for
};

PlayerRange players_of(const std::string& text) {
  PlayerRange range;
  if (text.empty()) return range;
  range.unusual = true;
  const auto* const end = text.data() + text.size();
  auto read = std::from_chars(text.data(), end, range.fewest);
  range.most = range.fewest;
  if (read.ec == std::errc{} && read.ptr != end && *read.ptr == '-')
    read = std::from_chars(read.ptr + 1, end, range.most);
  if (read.ec != std::errc{} || read.ptr != end || range.fewest < 1 || range.most < range.fewest) {
    throw Complaint{"--players " + text + ": expected a number or a range, for example 3 or 2-4"};
  }
  return range;
}

/// The games that are given, each once, with the options of `--rule`.
std::vector<GameText> games_of(const CheckOptions& options) {
  std::vector<GameText> games;
  std::set<std::string> seen;
  for (const auto& text : options.games) {
    if (!seen.insert(text).second) throw Complaint{"--game " + text + ": this game is given twice"};
    games.push_back(must(parse_game(text)));
  }
  if (!options.rules.empty() && games.size() > 1)
    throw Complaint{"--rule is an option of one game; of several, write --game NAME:key=value"};
  must_not(add_rules(options.rules, games.front().options));
  return games;
}

/// Adds a table for each number of players that the game takes.
std::optional<std::string> add_tables(const GameText& game, PlayerRange players,
                                      std::vector<CheckedTable>& tables) {
  const auto* const info = find_game(game.name);
  if (info == nullptr) return unknown_game(game.name);
  const auto before = tables.size();
  std::string refusal = "--game " + game.text + ": it is played by " + std::to_string(info->fewest_players) +
                        " to " + std::to_string(info->most_players);
  for (int count = std::max(players.fewest, info->fewest_players);
       count <= std::min(players.most, info->most_players); ++count) {
    auto rules = make_rules(game.name, count, game.options);
    if (!rules) {
      refusal = rules.error().message;
    } else if (players.unusual || rules->is_usual()) {
      tables.push_back({game.name, game.options, std::move(*rules)});
    }
  }
  if (tables.size() == before && !players.unusual) {
    players.unusual = true;
    return add_tables(game, players, tables);
  }
  if (tables.size() == before) return refusal;
  return std::nullopt;
}

std::vector<CheckedTable> tables_of(const CheckOptions& options) {
  const auto players = players_of(options.players);
  const auto games = games_of(options);
  std::vector<CheckedTable> tables;
  for (const auto& game : games) must_not(add_tables(game, players, tables));
  return tables;
}

/// The plan's games at its number of players.
std::vector<CheckedTable> tables_of(const Tournament& tournament) {
  std::vector<CheckedTable> tables;
  for (std::size_t game = 0; game < tournament.rules.size(); ++game) {
    const auto& planned = tournament.plan.games[game];
    tables.push_back({planned.game, planned.options, tournament.rules[game]});
  }
  return tables;
}

/// The games as options, each once.
std::string game_words(const std::vector<CheckedTable>& tables) {
  std::string words;
  std::set<std::string> seen;
  for (const auto& table : tables)
    if (seen.insert(table.game_text()).second) words += " --game " + shell_word(table.game_text());
  return words;
}

/// The part of a check that does not depend on whether a command line or a plan names the bot.
CheckOrder order_for(const CheckOptions& options, BotEntry bot, std::vector<CheckedTable> tables,
                     const Limits& limits, const std::string& command) {
  return {.bot = std::move(bot),
          .tables = std::move(tables),
          .limits = limits,
          .host = {.referee = TRIBUNAL_VERSION},
          .budget = std::chrono::seconds{options.seconds},
          .deals = options.deals,
          .must_be_deterministic = options.deterministic,
          .only = {options.only.begin(), options.only.end()},
          .program = program_invocation_name,
          .command = command,
          .options = limit_words(limits)};
}

/// The commands that show a failure again name the level, since `play` has another default.
void note_level(CheckOrder& order, SandboxLevel level) {
  order.host.sandbox = name_of(level);
  order.options += " --sandbox " + order.host.sandbox;
}

}  // namespace

CheckOrder check_order_of(const CheckOptions& options) {
  if (options.bot.size() == 2 && options.json.is_printed() && options.bot.front().ends_with(".json"))
    throw Complaint{loose_file("--json", options.bot.front())};
  if (options.bot.size() != 1) throw Complaint{one_bot_wanted("check", "check --", options.bot)};
  must_not(objection(options.limits));
  const auto built = build_here(options.build, options.sandbox);
  auto entries = entries_of(options.bot, options.log, built);
  auto tables = tables_of(options);
  auto order =
      order_for(options, std::move(entries.front()), std::move(tables), options.limits, options.bot.front());
  if (!options.build.empty()) order.options += " --build " + shell_word(options.build);
  order.named_by_command = true;
  order.games = game_words(order.tables);
  if (!options.players.empty()) order.games += " --players " + options.players;
  return order;
}

void confine(CheckOrder& order, SandboxLevel level) {
  confine(std::span{&order.bot, 1}, level);
  note_level(order, level);
}

CheckOrder check_order_of(const CheckOptions& options, const Tournament& tournament,
                          const std::vector<Sandbox>& sandboxes, SandboxLevel level, int bot) {
  const auto& plan = tournament.plan;
  auto order = order_for(options, entry_of(tournament, sandboxes, bot), tables_of(tournament),
                         limits_of(plan, static_cast<std::size_t>(bot)),
                         plan.bots.at(static_cast<std::size_t>(bot)).command_text);
  order.bot.restart = Restart::never;  // as for a command line
  note_level(order, level);
  order.games = game_words(order.tables) + " --players " + std::to_string(plan.players);
  return order;
}

std::vector<int> bots_named(const Plan& plan, const std::vector<std::string>& names) {
  if (names.empty()) return playing_bots(plan);
  std::vector<int> bots;
  for (const auto& name : names) {
    bots.push_back(must(bot_of_plan(plan, name, " in the plan")));
  }
  return bots;
}

int most_bots_of(const CheckOrder& order) {
  int most = 0;
  for (const auto& table : order.tables) most = std::max(most, table.rules.players());
  return most + 1;
}

}  // namespace tribunal
