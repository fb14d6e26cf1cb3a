#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "games/catalogue.hpp"
#include "support/random_play.hpp"
#include "support/words.hpp"

namespace tribunal::testing {

/// `mitch players=4 hand_size=5 ...`, for messages.
[[nodiscard]] inline std::string describe(const Rules& rules) {
  auto text = rules.game() + " players=" + std::to_string(rules.players());
  for (const auto& [name, value] : rules.options()) text += " " + name + "=" + to_text(value);
  return text;
}

/// The options that a text names: `mob=on, tyrant=any`.
[[nodiscard]] inline OptionTexts options_of(std::string_view text) {
  OptionTexts options;
  for (const auto& option : words_of(text, ", ")) {
    const auto equals = option.find('=');
    options[option.substr(0, equals)] = option.substr(equals + 1);
  }
  return options;
}

/// A value that the option allows; numbers above ten stay below it, so that games stay short.
[[nodiscard]] inline std::string random_value(const OptionInfo& option, Dice& dice) {
  if (std::holds_alternative<bool>(option.default_value)) {
    if (!option.words.empty() && dice.flip()) return dice.pick(option.words);
    return dice.flip() ? "on" : "off";
  }
  const bool takes_numbers = option.highest > option.lowest;
  if (!takes_numbers || (!option.words.empty() && dice.flip())) return dice.pick(option.words);
  return std::to_string(dice.between(option.lowest, std::min<std::int64_t>(option.highest, 10)));
}

/// Random options of `game`, possible together or not, except for those of `fixed`; at most three hands.
[[nodiscard]] inline OptionTexts random_options(const GameInfo& game, Dice& dice,
                                                const OptionTexts& fixed = {}) {
  OptionTexts options;
  for (const auto& option : game.options) {
    // Half of the options keep their defaults. Otherwise a game with many options would rarely have a
    // possible combination.
    if (dice.flip()) options[option.name] = random_value(option, dice);
  }
  if (std::ranges::find(game.options, "hands", &OptionInfo::name) != game.options.end()) {
    options["hands"] = std::to_string(dice.between(1, 3));
  }
  for (const auto& [name, value] : fixed) options[name] = value;
  return options;
}

/// Rules of `game` for this number of players with random options, except for those of `fixed`: all that the
/// catalogue allows.
[[nodiscard]] inline Rules random_rules(const GameInfo& game, int players, Dice& dice,
                                        const OptionTexts& fixed = {}) {
  while (true) {
    if (auto rules = make_rules(game.name, players, random_options(game, dice, fixed)))
      return *std::move(rules);
  }
}

/// Rules of `game` with random players and options, all that the catalogue allows.
[[nodiscard]] inline Rules random_rules(const GameInfo& game, Dice& dice) {
  while (true) {
    const auto options = random_options(game, dice);
    const auto players = static_cast<int>(dice.between(game.fewest_players, game.most_players));
    if (auto rules = make_rules(game.name, players, options)) return *std::move(rules);
  }
}

/// Rules of any game of a family.
[[nodiscard]] inline Rules random_rules_of(std::string_view family, Dice& dice) {
  std::vector<const GameInfo*> games;
  for (const auto& game : catalogue()) {
    if (game.family == family) games.push_back(&game);
  }
  return random_rules(*dice.pick(games), dice);
}

/// Rules of any game of the catalogue.
[[nodiscard]] inline Rules random_rules(Dice& dice) {
  const auto games = catalogue();
  return random_rules(games[dice.below(games.size())], dice);
}

}  // namespace tribunal::testing
