// tribunal games: what can be played, and with which options.
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "games/catalogue.hpp"

namespace tribunal {
namespace {

using Json = nlohmann::ordered_json;

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

Json to_json(const GameInfo& game) {
  Json json{{"name", game.name},
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

void print_line(const GameInfo& game) {
  std::cout << game.name << "  (" << game.fewest_players << '-' << game.most_players << " players, "
            << game.family << " family)  " << game.summary << '\n';
  for (const auto& preset : game.presets)
    std::cout << "    " << preset.name << "  " << preset.meaning << '\n';
}

void print_whole(const GameInfo& game) {
  std::cout << game.title << ": " << game.summary << '\n'
            << "players: " << game.fewest_players << " to " << game.most_players << '\n';
  if (!game.options.empty()) std::cout << "\noptions:\n";
  for (const auto& option : game.options) {
    std::cout << "  " << option.name << " = " << values_text(option) << "  (default "
              << to_text(option.default_value) << ")\n      " << option.meaning << '\n';
  }
  if (!game.presets.empty()) std::cout << "\npresets:\n";
  for (const auto& preset : game.presets) {
    std::cout << "  " << preset.name << "  " << preset.meaning << "\n     ";
    for (const auto& [name, value] : preset.options) std::cout << ' ' << name << '=' << value;
    std::cout << '\n';
  }
}

void list_games(bool json) {
  if (!json) {
    for (const auto& game : catalogue()) print_line(game);
    return;
  }
  auto list = Json::array();
  for (const auto& game : catalogue()) list.push_back(to_json(game));
  std::cout << list.dump(2) << '\n';
}

ExitCode show_game(const std::string& name, bool json) {
  const auto* const game = find_game(name);
  if (game == nullptr) return complain(ExitCode::usage, unknown_game(name));
  if (json) {
    std::cout << to_json(*game).dump(2) << '\n';
  } else {
    print_whole(*game);
  }
  return ExitCode::ok;
}

}  // namespace

void add_games_command(CLI::App& app, ExitCode& exit_code) {
  struct Options {
    std::string name;
    bool json = false;
  };
  auto* const command = app.add_subcommand("games", "List the games, or one game's options and presets");
  const auto options = std::make_shared<Options>();
  command->add_option("name", options->name, "a game or a preset");
  command->add_flag("--json", options->json, "as JSON");
  command->callback([options, &exit_code] {
    if (!options->name.empty()) {
      exit_code = show_game(options->name, options->json);
      return;
    }
    list_games(options->json);
  });
}

}  // namespace tribunal
