#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cards/commit_reveal.hpp"
#include "games/catalogue.hpp"
#include "record/limits.hpp"

namespace CLI {
class Option;
}

namespace tribunal {

class CommandLine;

// The options that replace a plan: the game and its rules, the secret of its deals, and its limits.

/// Adds all `settings` of `--rule` to `options`. Returns a sentence about the first wrong setting. None if
/// all are right.
[[nodiscard]] std::optional<std::string> add_rules(const std::vector<std::string>& settings,
                                                   OptionTexts& options);

/// A game in the form `NAME[:option=value,...]`.
struct GameText {
  std::string text;  ///< text as it was given
  std::string name;
  OptionTexts options;
};

/// Reads a game in the form of `--game`. The error is one sentence.
[[nodiscard]] Result<GameText> parse_game(const std::string& text);

CLI::Option* add_rule_option(CommandLine& command, std::vector<std::string>& settings);

/// The options that select what is played: a game's name and `--rule key=value`.
struct RuleOptions {
  std::string game;                     ///< `NAME[:option=value,...]`
  std::vector<std::string> settings{};  ///< rules, each `key=value`

  CLI::Option* add_rule_option(CommandLine& command) { return tribunal::add_rule_option(command, settings); }
  [[nodiscard]] std::string name() const { return game.substr(0, game.find(':')); }
  /// The options in the text of the game and in the settings together. The error is one sentence.
  [[nodiscard]] Result<OptionTexts> options() const;
  /// The reason that the options are invalid for any number of players: no such game or option, or a wrong
  /// value. None if they are valid for some.
  [[nodiscard]] std::optional<std::string> objection() const;
  /// The rules for `players` players. 0: the smallest number that the game allows.
  [[nodiscard]] Rules rules(int players) const;
};

/// The options for the secret: `--seed TEXT`, `--secret-file FILE`, `--public VALUE`.
struct SecretSource {
  std::optional<std::string> seed;
  std::optional<std::filesystem::path> file;
  std::optional<std::string> public_value;

  void add_options(CommandLine& command);

  [[nodiscard]] bool given() const { return seed || file; }
  /// The secret before the public value is mixed in. The error is one sentence.
  [[nodiscard]] Result<Secret> committed() const;
  /// The secret that the deals follow from.
  [[nodiscard]] Result<Secret> secret() const;
};

/// The options for a game's clock in commands that play games without a plan: one for each of `limit_fields`,
/// and `--clock`.
[[nodiscard]] std::vector<std::string> limit_options();

/// Adds `limit_options`, whose values are stored in `limits`.
void add_limit_options(CommandLine& command, Limits& limits);

/// The reason that no game can be played within these limits. None if one can.
[[nodiscard]] std::optional<std::string> objection(const Limits& limits);

/// The limits as options, each after a blank. Defaults are omitted.
[[nodiscard]] std::string limit_words(const Limits& limits);

}  // namespace tribunal
