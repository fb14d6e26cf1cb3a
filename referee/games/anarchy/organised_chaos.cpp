#include <utility>

#include "games/anarchy/family.hpp"
#include "games/anarchy/game.hpp"
#include "games/core/option_values.hpp"

namespace tribunal {
namespace {

std::vector<OptionInfo> options() {
  return {
      bidding_option(),
      {.name = "dummy_passes",
       .default_value = false,
       .words = {},
       .meaning = "With three players, the dummy passes its three top cards and receives three."},
  };
}

std::vector<PresetInfo> presets() {
  return {
      {"organised-chaos-dummy", "Three players; the dummy passes cards too.", {{"dummy_passes", "on"}}},
  };
}

std::expected<Rules, std::string> resolve(const GameInfo& game, int players, OptionValues options) {
  AnarchyRules rules{.kind = AnarchyKind::organised, .players = players};
  rules.bids_in_turn = word_of(options, "bidding") == "in-turn";
  rules.hands = 10;
  rules.dummy_passes = is_on(options, "dummy_passes");
  if (rules.dummy_passes && !rules.has_dummy()) {
    return std::unexpected{"dummy_passes=on needs the dummy, which only three players have"};
  }
  return anarchy_rules(game.name, rules, std::move(options));
}

}  // namespace

GameInfo organised_chaos() {
  return {.name = "organised-chaos",
          .title = "Organised Chaos",
          .summary =
              "Ten hands of Anarchist Bomb without the bomb: pass three cards, and make each of the ten bids "
              "exactly once.",
          .fewest_players = 3,
          .most_players = 5,
          .options = options(),
          .presets = presets(),
          .resolve = resolve};
}

}  // namespace tribunal
