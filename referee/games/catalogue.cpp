#include "games/catalogue.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/spelling.hpp"
#include "base/text/number_text.hpp"
#include "games/anarchy/family.hpp"
#include "games/chez/family.hpp"
#include "games/layout/family.hpp"
#include "games/tennis/family.hpp"

namespace tribunal {
namespace {

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const auto& game : catalogue()) {
    names.push_back(game.name);
    for (const auto& preset : game.presets) names.push_back(preset.name);
  }
  return names;
}

std::optional<OptionValue> read_value(const OptionInfo& option, std::string_view text) {
  if (std::holds_alternative<bool>(option.default_value)) {
    if (text == "on" || text == "true") return true;
    if (text == "off" || text == "false") return false;
  }
  if (std::ranges::find(option.words, text) != option.words.end()) return std::string{text};
  if (!option.takes_numbers()) return std::nullopt;
  const auto number = number_from<std::int64_t>(text);
  if (!number || *number < option.lowest || *number > option.highest) return std::nullopt;
  return *number;
}

std::string unknown_option(const GameInfo& game, std::string_view name) {
  std::vector<std::string> names;
  names.reserve(game.options.size());
  for (const auto& known : game.options) names.push_back(known.name);
  auto text = game.name;
  return text.append(" has no option '").append(name).append("'").append(suggestion(name, names));
}

std::string wrong_value(const OptionInfo& option, std::string_view given) {
  auto text = option.name;
  text.append("=").append(given).append(" is not possible: ");
  return text.append(option.name).append(" is ").append(values_text(option));
}

/// Replaces the options' values by those of the texts.
Result<void> override_values(const GameInfo& game, const OptionTexts& texts, OptionValues& values) {
  for (const auto& [name, text] : texts) {
    const auto option = std::ranges::find(game.options, name, &OptionInfo::name);
    if (option == game.options.end()) {
      return std::unexpected{unknown_option(game, name)};
    }
    auto value = read_value(*option, text);
    if (!value) return std::unexpected{wrong_value(*option, text)};
    values[static_cast<std::size_t>(option - game.options.begin())].second = *std::move(value);
  }
  return {};
}

std::string players_text(const GameInfo& game) {
  return std::to_string(game.fewest_players) + " to " + std::to_string(game.most_players) + " players";
}

}  // namespace

std::span<const Family> families() {
  static const std::array all{
      layout_family(),
      tennis_family(),
      anarchy_family(),
      chez_family(),
  };
  return all;
}

std::span<const GameInfo> catalogue() {
  static const auto games = [] {
    std::vector<GameInfo> all;
    for (const auto& family : families()) {
      for (auto game : family.games) {
        game.family = family.name;
        game.table.append(game.table.empty() || family.table.empty() ? "" : " ").append(family.table);
        all.push_back(std::move(game));
      }
    }
    return all;
  }();
  return games;
}

const PresetInfo* find_preset(std::string_view name) {
  for (const auto& game : catalogue()) {
    const auto preset = std::ranges::find(game.presets, name, &PresetInfo::name);
    if (preset != game.presets.end()) return &*preset;
  }
  return nullptr;
}

const GameInfo* find_game(std::string_view name) {
  for (const auto& game : catalogue()) {
    if (game.name == name) return &game;
    if (std::ranges::find(game.presets, name, &PresetInfo::name) != game.presets.end()) return &game;
  }
  return nullptr;
}

std::string unknown_game(std::string_view name) {
  return "there is no game '" + std::string{name} + "'" +
         suggestion(name, all_names(), "tribunal games lists them");
}

Result<Rules> make_rules(std::string_view name, int players, const OptionTexts& overrides) {
  const auto* const game = find_game(name);
  if (game == nullptr) return std::unexpected{unknown_game(name)};
  OptionValues values;
  for (const auto& option : game->options) values.emplace_back(option.name, option.default_value);
  if (const auto* const preset = find_preset(name)) {
    if (auto done = override_values(*game, preset->options, values); !done)
      return std::unexpected{done.error()};
  }
  if (auto done = override_values(*game, overrides, values); !done) return std::unexpected{done.error()};
  if (players < game->fewest_players || players > game->most_players) {
    return std::unexpected{game->name + " is for " + players_text(*game) + ", not " +
                           std::to_string(players)};
  }
  return game->resolve(*game, players, std::move(values));
}

Result<Rules> rules_as_told(std::string_view game, int players, const ToldOption& option) {
  OptionTexts told;
  if (const auto* const info = find_game(game)) {
    for (const auto& known : info->options)
      if (const auto text = option(known.name); !text.empty()) told[known.name] = text;
  }
  return make_rules(game, players, told);
}

}  // namespace tribunal
