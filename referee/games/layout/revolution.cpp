#include <algorithm>
#include <iterator>
#include <utility>

#include "games/core/option_values.hpp"
#include "games/layout/family.hpp"
#include "games/layout/layout.hpp"
#include "games/layout/rules.hpp"

namespace tribunal {
namespace {

std::vector<OptionInfo> revolution_options() {
  std::vector<OptionInfo> all{
      {.name = "scoring",
       .default_value = std::string{"basic"},
       .words = {"basic", "advanced", "preferred"},
       .meaning = "How a hand is scored: by the number of players, by unique cards, or by these with one "
                  "more bonus."},
      {.name = "mob",
       .default_value = false,
       .words = {},
       .meaning = "One more seat, played by the referee, which holds no hand and plays every card it draws."},
      {.name = "tyrant",
       .default_value = false,
       .words = {"any"},
       .meaning = "A seat that wins all four suits may be called, when a card is played (on) or at any point "
                  "(any); the hand ends and all scores change sign."},
  };
  std::ranges::move(session_options(), std::back_inserter(all));
  return all;
}

std::vector<PresetInfo> revolution_presets() {
  return {
      {"revolution-advanced",
       "Suits are worth their unique cards; the best for two players.",
       {{"scoring", "advanced"}}},
      {"revolution-preferred", "The inventor's own scoring.", {{"scoring", "preferred"}}},
      {"tyrant", "A seat that wins all four suits may be called.", {{"tyrant", "on"}}},
      {"tyrant-any", "A seat that wins all four suits may be called at any point.", {{"tyrant", "any"}}},
      {"mob", "The Mob sits in.", {{"mob", "on"}}},
      {"solitaire", "One player against the Mob.", {{"mob", "on"}, {"scoring", "advanced"}}},
      {"gambling",
       "Pay a chip a turn or fold; the lowest score pays the highest.",
       {{"session", "gambling"}, {"hands", "10"}}},
      {"hustler",
       "Two players and the Mob take their points out of a pot until it is empty.",
       {{"session", "hustler"}, {"mob", "on"}}},
      {"stud",
       "Betting between cards that all play at the same time.",
       {{"session", "stud"}, {"hands", "10"}}},
      {"cube", "Two players and a doubling cube.", {{"session", "cube"}, {"scoring", "advanced"}}},
  };
}

Tyrant tyrant_of(const OptionValue& value) {
  if (const auto* on = std::get_if<bool>(&value)) return *on ? Tyrant::after_play : Tyrant::off;
  return Tyrant::any;
}

Result<Rules> resolve_revolution(const GameInfo& game, int players, OptionValues options) {
  if (players == 1 && !is_on(options, "mob")) {
    return std::unexpected{
        "revolution for one player needs mob=on; without the Mob it is for 2 to 5 players"};
  }
  LayoutRules rules{.players = players, .last_ace = LastAce::ends_hand};
  rules.scoring = scoring_of(options);
  rules.mob = is_on(options, "mob");
  rules.tyrant = tyrant_of(value_of(options, "tyrant"));
  read_session(options, rules);
  if (auto wrong = session_objection(rules)) return std::unexpected{*std::move(wrong)};
  leave_out_default(game, options, "rejoin");
  return layout_rules(game.name, rules, std::move(options));
}

}  // namespace

GameInfo revolution() {
  return {.name = "revolution",
          .title = "Revolution",
          .summary =
              "Build falling melds, one a suit; the fourth ace ends the hand, the longest meld conquers its "
              "suit, and every other card in it costs a point.",
          .fewest_players = 1,
          .most_players = 5,
          .options = revolution_options(),
          .presets = revolution_presets(),
          .resolve = resolve_revolution};
}

}  // namespace tribunal
