#include <string>
#include <utility>

#include "games/anarchy/family.hpp"
#include "games/anarchy/game.hpp"
#include "games/core/option_values.hpp"

namespace tribunal {
namespace {

std::vector<OptionInfo> organised_chaos_options() {
  return {
      bidding_option(),
      {.name = "dummy_passes",
       .default_value = false,
       .words = {},
       .meaning = "With three players, the dummy passes its three top cards and receives three."},
      {.name = "count_from",
       .default_value = std::string{"hand"},
       .words = {"hand", "13"},
       .meaning = "The number of cards from which overs and unders count: those dealt to each player, or 13, "
                  "which differ only for five players."},
  };
}

std::vector<PresetInfo> organised_chaos_presets() {
  return {
      {"organised-chaos-dummy", "Three players; the dummy passes cards too.", {{"dummy_passes", "on"}}},
      {"organised-chaos-13", "Five players; overs and unders count from 13.", {{"count_from", "13"}}},
  };
}

Result<Rules> resolve_organised_chaos(const GameInfo& game, int players, OptionValues options) {
  AnarchyRules rules{.kind = AnarchyKind::organised, .players = players};
  rules.bids_in_turn = word_of(options, "bidding") == "in-turn";
  rules.hands = 10;
  rules.dummy_passes = is_on(options, "dummy_passes");
  if (rules.dummy_passes && !rules.has_dummy()) {
    return std::unexpected{"dummy_passes=on needs the dummy, which only three players have"};
  }
  rules.counts_from_13 = word_of(options, "count_from") == "13";
  if (rules.counts_from_13 && rules.hand_size() == 13) {
    return std::unexpected{"count_from=13 is for 5 players, who have 12 cards each; with " +
                           std::to_string(players) + " everybody has 13, so use count_from=hand"};
  }
  leave_out_default(game, options, "count_from");
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
          .options = organised_chaos_options(),
          .presets = organised_chaos_presets(),
          .table = "more5=678",
          .resolve = resolve_organised_chaos};
}

}  // namespace tribunal
