#include "games/chez/chez.hpp"

#include <memory>
#include <string>
#include <utility>

#include "games/chez/game.hpp"
#include "games/core/option_values.hpp"

namespace tribunal {
namespace {

std::vector<OptionInfo> options() {
  return {
      {.name = "hand_size",
       .default_value = std::int64_t{7},
       .lowest = 5,
       .highest = 10,
       .words = {},
       .meaning = "Cards dealt to each player."},
      {.name = "packs",
       .default_value = std::string{"usual"},
       .lowest = 1,
       .highest = 2,
       .words = {"usual"},
       .meaning = "Packs of 55, with three jokers each; usual is one, for five or six players two."},
  };
}

std::vector<PresetInfo> presets() {
  return {
      {"chez-two-packs",
       "Sets of up to eight, and six jokers for the betting man, at a small table too.",
       {{"packs", "2"}}},
  };
}

std::expected<Rules, std::string> resolve(const GameInfo& game, int players, OptionValues options) {
  const ChezRules rules{.players = players,
                        .packs = settle_number(options, "packs", players > 4 ? 2 : 1),
                        .hand_size = number_of(options, "hand_size")};
  const int needed = players * rules.hand_size + 1;
  if (needed > 55 * rules.packs) {
    return std::unexpected{"chez for " + std::to_string(players) +
                           " players with hand_size=" + std::to_string(rules.hand_size) + " needs packs=2"};
  }
  auto dealer = [setting =
                     std::make_shared<const ChezSetting>(rules)](DealPointer deal) -> std::unique_ptr<Game> {
    return std::make_unique<ChezGame>(setting, std::move(deal));
  };
  // A point for each seat in a worse place.
  const ScoreBounds scores{.least = 0, .most = players - 1};
  return Rules{game.name, players, players, std::move(options), scores, std::move(dealer)};
}

}  // namespace

GameInfo chez() {
  return {
      .name = "chez",
      .title = "Chez",
      .family = "chez",
      .summary =
          "Be rid of your cards: red takes higher, black takes lower, royals and sixes have powers, aces say "
          "nope, and a revolution turns all of it over.",
      .fewest_players = 2,
      .most_players = 6,
      .options = options(),
      .presets = presets(),
      .resolve = resolve};
}

}  // namespace tribunal
