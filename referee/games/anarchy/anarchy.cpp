#include <utility>

#include "games/anarchy/family.hpp"
#include "games/anarchy/game.hpp"
#include "games/core/family.hpp"
#include "games/core/option_values.hpp"

namespace tribunal {
namespace {

std::vector<OptionInfo> anarchy_options() {
  auto bidding = bidding_option();
  bidding.words.emplace_back("bid-card");
  bidding.meaning =
      "Whether all bid at the same time, or one after another from the dealer's left, or at the same time "
      "with a "
      "card of the hand that shows the suit.";
  return {
      std::move(bidding),
      hands_option(),
  };
}

std::vector<PresetInfo> anarchy_presets() {
  return {
      {"anarchy-in-turn", "Bids are announced one after another.", {{"bidding", "in-turn"}}},
      {"anarchy-bid-card", "A suit is bid with a card of the hand.", {{"bidding", "bid-card"}}},
  };
}

Result<Rules> resolve_anarchy(const GameInfo& game, int players, OptionValues options) {
  AnarchyRules rules{.kind = AnarchyKind::original, .players = players};
  rules.bids_in_turn = word_of(options, "bidding") == "in-turn";
  rules.bids_by_card = word_of(options, "bidding") == "bid-card";
  rules.hands = number_of(options, "hands");
  return anarchy_rules(game.name, rules, std::move(options));
}

}  // namespace

GameInfo anarchy() {
  return {.name = "anarchy",
          .title = "Anarchy",
          .summary =
              "Everyone bids what to collect, then plays to each trick at the same time; the highest card of "
              "each suit captures that suit.",
          .fewest_players = 4,
          .most_players = 5,
          .options = anarchy_options(),
          .presets = anarchy_presets(),
          .resolve = resolve_anarchy};
}

Family anarchy_family() {
  return {.name = "anarchy",
          .title = "Anarchy",
          .verbs = anarchy_verbs,
          .first_verb = first_anarchy_verb,
          .games = {anarchy(), anarchist_bomb(), organised_chaos(), snark()},
          .table = "dealt=0 play=trick"};
}

}  // namespace tribunal
