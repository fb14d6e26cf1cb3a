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

// The options that say what is played without a plan: the game and its rules, the secret of its deals, its
// limits.

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
CLI::Option* add_rule_option(CommandLine& command, std::vector<std::string>& settings);

/// The options that choose what is played: a game's name and `--rule key=value`.
struct RuleOptions {
  std::string game;                   ///< `NAME[:option=value,...]`
  std::vector<std::string> settings;  ///< each `key=value`

  CLI::Option* add_rule_option(CommandLine& command) { return tribunal::add_rule_option(command, settings); }
  [[nodiscard]] std::string name() const { return game.substr(0, game.find(':')); }
  /// The options in the text of the game and in the settings. The error is one sentence.
  [[nodiscard]] Result<OptionTexts> options() const;
  /// The reason why no number of players can play by these options: no such game or option, or a wrong value;
  /// nothing if some can.
  [[nodiscard]] std::optional<std::string> objection() const;
  /// The rules for `players` players (0: the fewest that the game takes).
  [[nodiscard]] Rules rules(int players) const;
};

/// The options from which a command takes its secret: `--seed TEXT`, `--secret-file FILE`, `--public VALUE`.
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

/// The options of a game's clock, which every command has that plays games without a plan: one for each of
/// `limit_fields`, and `--clock`.
[[nodiscard]] std::vector<std::string> limit_options();

/// Adds `limit_options`, which leave their values in `limits`.
void add_limit_options(CommandLine& command, Limits& limits);

/// The reason why no game can be played within these limits; nothing if one can.
[[nodiscard]] std::optional<std::string> objection(const Limits& limits);

/// The limits as the options give them, each after a blank, but for those that are so anyway.
[[nodiscard]] std::string limit_words(const Limits& limits);

}  // namespace tribunal
