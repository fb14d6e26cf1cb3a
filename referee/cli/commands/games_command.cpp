// tribunal games: lists what can be played, and with which options.
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "cli/commands/commands.hpp"
#include "cli/options/game_options.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "games/catalogue.hpp"
#include "report/format/json.hpp"
#include "report/format/text_table.hpp"

namespace tribunal {
namespace {

Json to_json(const OptionValue& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

Json to_json(const OptionInfo& option) {
  Json json{{"name", option.name}, {"default", to_json(option.default_value)}};
  if (option.highest > option.lowest) {
    json["lowest"] = option.lowest;
    json["highest"] = option.highest;
  }
  if (!option.words.empty()) json["words"] = option.words;
  json["meaning"] = option.meaning;
  return json;
}

/// The rules for each number of players that these options allow.
using PlayableRules = std::vector<Rules>;

/// The rules of the game or preset `name` for each number of players that the options allow.
PlayableRules playable_rules(const std::string& name, const GameInfo& game, const OptionTexts& options) {
  PlayableRules playable;
  std::string problem;
  for (int players = game.fewest_players; players <= game.most_players; ++players) {
    auto rules = make_rules(name, players, options);
    if (rules) {
      playable.push_back(*std::move(rules));
    } else if (problem.empty()) {
      problem = rules.error().message;
    }
  }
  if (playable.empty()) throw Complaint{problem};
  return playable;
}

Json to_json(const PlayableRules& playable) {
  auto scores = Json::array();
  for (const auto& rules : playable) {
    const auto [least, most] = rules.score_bounds();
    scores.push_back({{"players", rules.players()}, {"least", least}, {"most", most}});
  }
  return scores;
}

Json to_json(const GameInfo& game) {
  Json json{{"schema", report_schema},
            {"name", game.name},
            {"title", game.title},
            {"family", game.family},
            {"summary", game.summary},
            {"fewest_players", game.fewest_players},
            {"most_players", game.most_players},
            {"options", Json::array()},
            {"presets", Json::array()}};
  for (const auto& option : game.options) json["options"].push_back(to_json(option));
  for (const auto& preset : game.presets) {
    json["presets"].push_back(
        {{"name", preset.name}, {"meaning", preset.meaning}, {"options", preset.options}});
  }
  return json;
}

std::string line_text(const GameInfo& game) {
  auto text = fmt::format("{}  ({}-{} players, {} family)  {}\n", game.name, game.fewest_players,
                          game.most_players, game.family, game.summary);
  for (const auto& preset : game.presets) text += fmt::format("    {}  {}\n", preset.name, preset.meaning);
  return text;
}

std::string scores_text(const PlayableRules& playable) {
  std::string text = "\nscore of a seat in a game, least to most:\n";
  for (const auto& rules : playable) {
    const auto [least, most] = rules.score_bounds();
    text += fmt::format("  {} {:<7}  {} to {}\n", rules.players(),
                        rules.players() == 1 ? "player" : "players", least, most);
  }
  return text;
}

std::string whole_text(const GameInfo& game) {
  auto text = fmt::format("{}: {}\nplayers: {} to {}\n", game.title, game.summary, game.fewest_players,
                          game.most_players);
  if (!game.options.empty()) text += "\noptions:\n";
  for (const auto& option : game.options)
    text += fmt::format("  {} = {}  (default {})\n      {}\n", option.name, values_text(option),
                        to_text(option.default_value), option.meaning);
  if (!game.presets.empty()) text += "\npresets:\n";
  for (const auto& preset : game.presets) {
    text += fmt::format("  {}  {}\n     ", preset.name, preset.meaning);
    for (const auto& [name, value] : preset.options) text += fmt::format(" {}={}", name, value);
    text += '\n';
  }
  return text;
}

/// Prints text, with its lines fitted to the width of the terminal.
void print(const std::string& text) { std::cout << fitted_text(text, layout_of(STDOUT_FILENO)); }

void list_games(const ReportOption& json) {
  std::string lines;
  for (const auto& game : catalogue()) lines += line_text(game);
  if (!json.is_printed()) print(lines);
  if (!json.is_wanted()) return;
  auto list = Json::array();
  for (const auto& game : catalogue()) list.push_back(to_json(game));
  json.write(json_text(list));
}

void show_game(const RuleOptions& asked, const ReportOption& json) {
  const auto* const game = find_game(asked.name());
  if (game == nullptr) throw Complaint{unknown_game(asked.name())};
  const auto options = must(asked.options());
  const auto playable = playable_rules(asked.name(), *game, options);
  if (!json.is_printed()) print(whole_text(*game) + scores_text(playable));
  if (!json.is_wanted()) return;
  auto shown = to_json(*game);
  shown["scores"] = to_json(playable);
  json.write(json_text(shown));
}

struct GamesOptions {
  RuleOptions rules;
  ReportOption json;
};

ExitCode games(const GamesOptions& options) {
  if (!options.rules.game.empty())
    show_game(options.rules, options.json);
  else if (!options.rules.settings.empty())
    throw Complaint{"--rule needs the name of a game"};
  else
    list_games(options.json);
  return ExitCode::ok;
}

}  // namespace

void add_games_command(CommandLine& command) {
  auto& options = command.runs(games);
  command.add("name", options.rules.game, Value::game, "a game or preset");
  options.rules.add_rule_option(command);
  options.json.add(command, "--json", "JSON");
}

}  // namespace tribunal
