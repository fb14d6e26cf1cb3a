#include <utility>

#include "games/anarchy/family.hpp"
#include "games/anarchy/game.hpp"
#include "games/core/option_values.hpp"

namespace tribunal {
namespace {

std::vector<OptionInfo> anarchist_bomb_options() {
  return {
      bidding_option(),
      {.name = "joker",
       .default_value = std::string{"leaves"},
       .words = {"leaves", "attached"},
       .meaning = "Whether the joker leaves the game when it is played, or stays with the odd card and "
                  "counts as one more card for its captor."},
      hands_option(),
  };
}

std::vector<PresetInfo> anarchist_bomb_presets() {
  return {
      {"anarchist-bomb-attached", "The joker is a card to win.", {{"joker", "attached"}}},
      {"anarchist-bomb-in-turn", "Bids are announced one after another.", {{"bidding", "in-turn"}}},
  };
}

Result<Rules> resolve_anarchist_bomb(const GameInfo& game, int players, OptionValues options) {
  AnarchyRules rules{.kind = AnarchyKind::bomb, .players = players};
  rules.bids_in_turn = word_of(options, "bidding") == "in-turn";
  rules.hands = number_of(options, "hands");
  rules.joker_stays = word_of(options, "joker") == "attached";
  if (rules.joker_stays && !rules.has_odd_card()) {
    return std::unexpected{"joker=attached needs the odd card, and five players have none; it is for 3 or 4"};
  }
  return anarchy_rules(game.name, rules, std::move(options));
}

}  // namespace

GameInfo anarchist_bomb() {
  return {.name = "anarchist-bomb",
          .title = "Anarchist Bomb",
          .summary =
              "Anarchy with ten bids and bonuses, where single cards fight too, and with a joker that turns "
              "the ranks of a trick upside down.",
          .fewest_players = 3,
          .most_players = 5,
          .options = anarchist_bomb_options(),
          .presets = anarchist_bomb_presets(),
          .table = "more5=678",
          .resolve = resolve_anarchist_bomb};
}

}  // namespace tribunal
