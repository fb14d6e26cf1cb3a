#include "cli/options/rule_options.hpp"

#include <sstream>

#include <CLI/CLI.hpp>

namespace tribunal {

std::optional<std::string> add_setting(const std::string& setting, OptionTexts& options) {
  const auto equals = setting.find('=');
  if (equals == std::string::npos) return "expected key=value, for example hands=3";
  if (options.emplace(setting.substr(0, equals), setting.substr(equals + 1)).second) return std::nullopt;
  return "an option is given twice";
}

std::optional<std::string> add_rules(const std::vector<std::string>& settings, OptionTexts& options) {
  for (const auto& setting : settings)
    if (const auto problem = add_setting(setting, options)) return "--rule " + setting + ": " + *problem;
  return std::nullopt;
}

CLI::Option* add_rule_option(CLI::App& command, std::vector<std::string>& settings) {
  return command
      .add_option("-r,--rule", settings, "option of the game (tribunal games NAME lists them); repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

Result<GameText> parse_game(const std::string& text) {
  const auto colon = text.find(':');
  GameText game{text, text.substr(0, colon), {}};
  if (colon == std::string::npos) return game;
  std::istringstream settings{text.substr(colon + 1)};
  for (std::string setting; std::getline(settings, setting, ',');) {
    if (const auto problem = add_setting(setting, game.options))
      return std::unexpected{"--game " + text + ": " + *problem};
  }
  return game;
}

Result<OptionTexts> RuleOptions::options() const {
  auto named = parse_game(game);
  if (!named) return std::unexpected{named.error()};
  if (auto problem = add_rules(settings, named->options)) return std::unexpected{*std::move(problem)};
  return named->options;
}

std::optional<std::string> RuleOptions::objection() const {
  const auto given = options();
  if (!given) return given.error().message;
  const auto* const info = find_game(name());
  if (info == nullptr) return unknown_game(name());
  for (int players = 1; players <= max_seats; ++players)
    if (make_rules(name(), players, *given)) return std::nullopt;
  return make_rules(name(), info->fewest_players, *given).error().message;
}

Result<Rules> RuleOptions::rules(int players) const {
  const auto overrides = options();
  if (!overrides) return std::unexpected{overrides.error()};
  const auto* const info = find_game(name());
  return make_rules(name(), players == 0 && info != nullptr ? info->fewest_players : players, *overrides);
}

}  // namespace tribunal
