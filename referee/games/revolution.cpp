#include "games/revolution.hpp"

#include <memory>
#include <utility>

#include "games/layout.hpp"
#include "games/option_values.hpp"

namespace tribunal {
namespace {

std::vector<OptionInfo> options() {
  return {
      {.name = "scoring",
       .default_value = std::string{"basic"},
       .words = {"basic", "advanced", "preferred"},
       .meaning = "How a hand is counted: by the number of players, by unique cards, or by these with one "
                  "bonus more."},
      {.name = "mob",
       .default_value = false,
       .words = {},
       .meaning = "One more seat, played by the referee, which holds no hand and plays every card it draws."},
      {.name = "tyrant",
       .default_value = false,
       .words = {},
       .meaning = "Whoever wins all four suits may be called; the hand ends and all scores change sign."},
      {.name = "session",
       .default_value = std::string{"plain"},
       .words = {"plain"},
       .meaning = "What the hands are played for: points, added."},
      {.name = "hands",
       .default_value = std::int64_t{1},
       .lowest = 1,
       .highest = 1000,
       .words = {},
       .meaning = "Hands in a game, their points added."},
  };
}

std::vector<PresetInfo> presets() {
  return {
      {"revolution-advanced",
       "Suits are worth their unique cards; the best for two players.",
       {{"scoring", "advanced"}}},
      {"revolution-preferred", "The inventor's own scoring.", {{"scoring", "preferred"}}},
      {"tyrant", "Whoever wins all four suits may be called.", {{"tyrant", "on"}}},
      {"mob", "The Mob sits in.", {{"mob", "on"}}},
      {"solitaire", "One player against the Mob.", {{"mob", "on"}, {"scoring", "advanced"}}},
  };
}

std::expected<Rules, std::string> resolve(const GameInfo& game, int players, OptionValues options) {
  if (players == 1 && !is_on(options, "mob")) {
    return std::unexpected{
        "revolution for one player needs mob=on; without the Mob it is for 2 to 5 players"};
  }
  LayoutRules rules{.players = players, .last_ace = LastAce::ends_hand};
  rules.scoring =
      meaning_of<LayoutScoring>(word_of(options, "scoring"), {{"basic", LayoutScoring::basic},
                                                              {"advanced", LayoutScoring::advanced},
                                                              {"preferred", LayoutScoring::preferred}});
  rules.mob = is_on(options, "mob");
  rules.tyrant = is_on(options, "tyrant");
  rules.hands = number_of(options, "hands");
  return layout_rules(game.name, rules, std::move(options));
}

}  // namespace

GameInfo revolution() {
  return {.name = "revolution",
          .title = "Revolution",
          .family = "layout",
          .summary =
              "Build falling melds, one a suit; the fourth ace ends the hand, the longest meld conquers its "
              "suit, and every other card in it costs a point.",
          .fewest_players = 1,
          .most_players = 5,
          .options = options(),
          .presets = presets(),
          .resolve = resolve};
}

}  // namespace tribunal
