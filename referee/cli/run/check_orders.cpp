#include "cli/run/check_orders.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "check/evidence.hpp"
#include "cli/mistakes/mistake.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/game_options.hpp"
#include "cli/options/plan_options.hpp"
#include "tournament/plan/plan.hpp"

namespace tribunal {
namespace {

/// The requested numbers of players.
struct PlayerRange {
  int fewest = 1;
  int most = max_seats;
  bool unusual = false;  ///< whether numbers that a game is not meant for are included
};

PlayerRange players_of(const std::string& text) {
  if (text.empty()) return {};
  const auto dash = std::min(text.find('-'), text.size());
  const auto fewest = number_from<int>(text.substr(0, dash));
  const auto most = dash == text.size() ? fewest : number_from<int>(text.substr(dash + 1));
  if (!fewest || !most || *fewest < 1 || *most < *fewest)
    throw Complaint{"--players " + text + ": expected a number or a range, for example 3 or 2-4"};
  return {.fewest = *fewest, .most = *most, .unusual = true};
}

/// The requested games with the options of `--rule`. It is an error if one is given twice.
std::vector<GameText> games_of(const CheckOptions& options) {
  std::vector<GameText> games;
  std::set<std::string> seen;
  for (const auto& text : options.games) {
    if (!seen.insert(text).second) throw Complaint{"--game " + text + ": this game is given twice"};
    games.push_back(must(parse_game(text)));
  }
  if (!options.rules.empty() && games.size() > 1)
    throw Complaint{"--rule needs a single game; for several, write --game NAME:key=value"};
  must_not(add_rules(options.rules, games.front().options));
  return games;
}

/// Adds a table for each number of players that the game allows. Returns a problem, or none.
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

/// The tables for the plan's games, with its number of players.
std::vector<CheckedTable> tables_of(const Tournament& tournament) {
  std::vector<CheckedTable> tables;
  for (std::size_t game = 0; game < tournament.rules.size(); ++game) {
    const auto& planned = tournament.plan.games[game];
    tables.push_back({planned.game, planned.options, tournament.rules[game]});
  }
  return tables;
}

/// The games as options, without repetitions.
std::string game_words(const std::vector<CheckedTable>& tables) {
  std::string words;
  std::set<std::string> seen;
  for (const auto& table : tables)
    if (seen.insert(table.game_text()).second) words += " --game " + shell_word(table.game_text());
  return words;
}

/// Builds bots of a check. It keeps failures for the reports, except for a missing sandbox.
class CheckBuilds {
 public:
  explicit CheckBuilds(const CheckOptions& options) : options_{options} {}

  Result<void> operator()(const Plan& plan, PlannedBot& bot) {
    empty_old_reports(options_.reports());
    const auto built = build_planned(plan, bot);
    if (built) return {};
    if (built.error().error.code == ErrorCode::no_sandbox) return std::unexpected{built.error().error};
    failed_.emplace(bot.name, examination_of(built.error(), bot.command.directory));
    bot.sha256.clear();  // it has no files to compare with
    return {};
  }
  [[nodiscard]] const FailedBuilds& failed() const { return failed_; }

 private:
  const CheckOptions& options_;
  FailedBuilds failed_;
};

/// The bot of the command line, in a plan made for it.
ToCheck bot_of_line(const CheckOptions& options) {
  if (options.bot.size() == 2 && options.json.is_printed() && options.bot.front().ends_with(".json"))
    throw Complaint{loose_file("--json", options.bot.front())};
  if (options.bot.size() != 1) throw Complaint{one_bot_wanted("check", "check --", options.bot)};
  must_not(objection(options.limits));
  auto tables = tables_of(options);  // its mistakes are named before a build that takes long
  Plan conditions;
  conditions.sandbox = options.sandbox;
  CheckBuilds builds{options};
  auto source = bot_to_build_here(options.build);
  if (!options.build.empty()) must(builds(conditions, source));
  auto plan = plan_of(options.bot, source.command.directory);
  plan.limits = options.limits;
  auto sha256 = hashes_of(must(identities_here(plan, options.log)));
  FailedBuilds failed;
  for (const auto& [name, build] : builds.failed()) failed.emplace(plan.bots.front().name, build);
  return {std::move(plan), std::move(sha256), std::move(tables), {0}, false, std::move(failed)};
}

/// The named bots of a plan. If none is named, all that still take part.
ToCheck bots_of_plan(const CheckOptions& options) {
  CheckBuilds builds{options};
  const auto tournament = must(load_tournament(plan_named(options.plan), {}, {}, std::ref(builds)));
  ToCheck found{tournament.plan, tournament.sha256, tables_of(tournament), {}, true, builds.failed()};
  for (const auto& name : options.bot)
    found.bots.push_back(must(bot_of_plan(tournament.plan, name, " in the plan")));
  if (options.bot.empty()) found.bots = playing_bots(tournament.plan);
  if (found.bots.size() > 1 && (options.json.is_wanted() || !options.junit.empty() || !options.html.empty()))
    throw Complaint{"--json, --junit and --html are reports on one bot; name it after the options"};
  return found;
}

}  // namespace

ToCheck bots_to_check(const CheckOptions& options) {
  return options.plan.empty() ? bot_of_line(options) : bots_of_plan(options);
}

CheckOrder check_order_of(const CheckOptions& options, const ToCheck& found, BotEntry entry, int bot) {
  const auto index = static_cast<std::size_t>(bot);
  const auto limits = limits_of(found.plan, index);
  const std::string level{name_of(entry.sandbox.level)};
  const auto players = found.is_planned ? std::to_string(found.plan.players) : options.players;
  entry.restart = Restart::never;  // as for a bot on a command line
  CheckOrder order{.bot = std::move(entry),
                   .tables = found.tables,
                   .limits = limits,
                   .host = {.referee = TRIBUNAL_VERSION, .sandbox = level},
                   .budget = std::chrono::seconds{options.seconds},
                   .deals = options.deals,
                   .named_by_command = !found.is_planned,
                   .must_be_deterministic = options.deterministic,
                   .only = {options.only.begin(), options.only.end()},
                   .program = program_invocation_name,
                   .command = found.plan.bots.at(index).command_text,
                   .options = limit_words(limits),
                   .games = game_words(found.tables)};
  if (const auto failed = found.not_built.find(order.bot.name); failed != found.not_built.end())
    order.failed_build = failed->second;
  if (!options.build.empty()) order.options += " --build " + shell_word(options.build);
  order.options += " --sandbox " + level;
  if (!players.empty()) order.games += " --players " + players;
  return order;
}

CheckOrder check_order_of(const CheckOptions& options, const Tournament& tournament,
                          const std::vector<Sandbox>& sandboxes, int bot) {
  return check_order_of(options, {tournament.plan, tournament.sha256, tables_of(tournament), {}, true},
                        entry_of(tournament, sandboxes, bot), bot);
}

}  // namespace tribunal
