#include "cli/rule_options.hpp"

#include <CLI/CLI.hpp>

namespace tribunal {

void RuleOptions::add_rule_option(CLI::App& command) {
  command.add_option("--rule", settings, "an option of the game, key=value (tribunal games NAME lists them)")
      ->allow_extra_args(false);
}

std::expected<Rules, std::string> RuleOptions::rules(int players) const {
  OptionTexts overrides;
  for (const auto& setting : settings) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos) {
      return std::unexpected{"--rule " + setting +
                             ": a rule is written key=value, for example --rule hands=3"};
    }
    if (!overrides.emplace(setting.substr(0, equals), setting.substr(equals + 1)).second) {
      return std::unexpected{"--rule " + setting + ": this option is given twice"};
    }
  }
  const auto* const info = find_game(game);
  return make_rules(game, players == 0 && info != nullptr ? info->fewest_players : players, overrides);
}

}  // namespace tribunal
