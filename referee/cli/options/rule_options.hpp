#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "games/catalogue.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tribunal {

/// Adds the option of a game that `setting`, `key=value`, is. The problem, if there is one, is a sentence.
[[nodiscard]] std::optional<std::string> add_setting(const std::string& setting, OptionTexts& options);

/// Adds all of `settings`, those of `--rule`. The problem, if there is one, is a sentence that names the
/// setting.
[[nodiscard]] std::optional<std::string> add_rules(const std::vector<std::string>& settings,
                                                   OptionTexts& options);

/// `NAME[:option=value,...]`
struct GameText {
  std::string text;  ///< as it was given
  std::string name;
  OptionTexts options;
};

/// Reads a game as `--game` has it. The error is one sentence.
[[nodiscard]] Result<GameText> parse_game(const std::string& text);

/// Adds `--rule`, repeatable.
CLI::Option* add_rule_option(CLI::App& command, std::vector<std::string>& settings);

/// The options that choose what is played: a game's name and `--rule key=value`.
struct RuleOptions {
  std::string game;                   ///< `NAME[:option=value,...]`
  std::vector<std::string> settings;  ///< each `key=value`

  CLI::Option* add_rule_option(CLI::App& command) { return tribunal::add_rule_option(command, settings); }
  [[nodiscard]] std::string name() const { return game.substr(0, game.find(':')); }
  /// The options in the text of the game and in the settings. The error is one sentence.
  [[nodiscard]] Result<OptionTexts> options() const;
  /// The reason why no number of players can play by these options: no such game or option, or a wrong value;
  /// nothing if some can.
  [[nodiscard]] std::optional<std::string> objection() const;
  /// The rules for `players` players (0: the fewest that the game takes). The error is one sentence.
  [[nodiscard]] Result<Rules> rules(int players) const;
};

}  // namespace tribunal
