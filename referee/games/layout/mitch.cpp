#include <utility>

#include "games/core/family.hpp"
#include "games/core/option_values.hpp"
#include "games/layout/family.hpp"
#include "games/layout/layout.hpp"
#include "games/layout/rules.hpp"

namespace tribunal {
namespace {

constexpr int cards_a_pack = 48;  // without the aces, which are not played
constexpr int most_packs = 2;
constexpr int fewest_players = 2;
constexpr int usual_for_one_pack = 5;  // the largest number of players with one pack
constexpr int usual_hand = 5;
constexpr int usual_penalty = 10;
constexpr int usual_aces_a_pack = 3;

/// The largest hand size with which every dealt ace can be replaced and the first player can draw a card
/// other than an ace.
constexpr int largest_hand(int players, int packs) { return (cards_a_pack * packs - 1) / players; }

/// Ten players need a second pack for the usual hand. Other hands that are too large are refused, so that a
/// hand size never changes the number of packs implicitly.
constexpr int usual_packs(int players, int hand_size) {
  const int largest = largest_hand(players, 1);
  return usual_hand > largest && hand_size > largest ? 2 : 1;
}

std::vector<OptionInfo> mitch_options() {
  return {
      {.name = "packs",
       .default_value = std::string{"usual"},
       .lowest = 1,
       .highest = most_packs,
       .words = {"usual"},
       .meaning = "Packs of cards; two are for many players, or for large hands. Usual means 1, and 2 for "
                  "ten players with hands too large for one pack."},
      {.name = "hand_size",
       .default_value = std::int64_t{usual_hand},
       .lowest = 0,
       .highest = largest_hand(fewest_players, most_packs),
       .words = {},
       .meaning =
           "Cards dealt to each player; after the deal a card other than an ace must be left to draw."},
      {.name = "draw",
       .default_value = std::string{"stock"},
       .words = {"stock", "either", "either-must-play"},
       .meaning = "The source of a turn's card: the stock, or the stock or the top of the discard pile, "
                  "freely or with the obligation to play a card taken there at once."},
      {.name = "scoring",
       .default_value = std::string{"banilower"},
       .words = {"banilower", "basic", "advanced", "preferred"},
       .meaning = "How a hand is scored; the last three are Revolution's scorings."},
      {.name = "suit_tie",
       .default_value = std::string{"high"},
       .words = {"high", "low"},
       .meaning =
           "Which of two columns of the same length wins: the one whose lowest card is higher, or lower."},
      {.name = "shortest_suit_doubles",
       .default_value = false,
       .words = {},
       .meaning = "The shortest winning column counts double (banilower scoring only: the others have such a "
                  "bonus)."},
      {.name = "high_low",
       .default_value = false,
       .words = {},
       .meaning =
           "The second card of a column may be higher or lower than the first and fixes its direction."},
      {.name = "penalty",
       .default_value = std::string{"usual"},
       .lowest = 0,
       .highest = 100,
       .words = {"usual"},
       .meaning = "Points lost by a player who had turns in the first phase and played nothing in them; "
                  "usual means 10 with banilower scoring and 0 with the others."},
      {.name = "ace_limit",
       .default_value = std::string{"usual"},
       .lowest = 1,
       .highest = 8,
       .words = {"usual"},
       .meaning = "The ace that ends the first phase; usual means 3 for each pack."},
      hands_option(),
  };
}

std::vector<PresetInfo> mitch_presets() {
  return {
      {"mitch-two-packs", "Mitch with two packs, for six to ten players.", {{"packs", "2"}}},
      {"mitch-high-low", "Columns may run up or down.", {{"high_low", "on"}}},
      {"mitch-pick-and-play",
       "A card taken from the discard pile is played at once.",
       {{"draw", "either-must-play"}}},
      {"mitch-three-cards", "Brutal decisions: three cards in hand.", {{"hand_size", "3"}}},
      {"mitch-gunzler",
       "The inventor's suggestions: the lower card wins a tie, and the shortest column counts double.",
       {{"suit_tie", "low"}, {"shortest_suit_doubles", "on"}}},
  };
}

/// The objection to hands that are larger than the packs allow.
std::optional<std::string> objection_to_hands(int players, const LayoutRules& rules) {
  const int largest = largest_hand(players, rules.packs);
  if (rules.hand_size <= largest) return std::nullopt;
  const auto with_two = largest_hand(players, most_packs);
  auto text = "hand_size=" + std::to_string(rules.hand_size) + " is too large for " +
              std::to_string(players) + " players and packs=" + std::to_string(rules.packs) + ": at most " +
              std::to_string(largest);
  if (rules.packs < most_packs) text += ", or " + std::to_string(with_two) + " with packs=2";
  return text + " (a card must be left to draw)";
}

/// The objection to an impossible combination of rules, with the expected values.
std::optional<std::string> objection(int players, const LayoutRules& rules) {
  if (auto wrong = objection_to_hands(players, rules)) return wrong;
  if (rules.ace_limit > 4 * rules.packs) {
    return "ace_limit=" + std::to_string(rules.ace_limit) + " cannot be reached: one pack has 4 aces";
  }
  if (rules.high_low && rules.suit_tie == SuitTie::low) {
    return "suit_tie=low has no effect with high_low=on, where the last card's distance from its end decides "
           "ties; "
           "leave suit_tie=high";
  }
  if (rules.shortest_suit_doubles && rules.scoring != LayoutScoring::banilower) {
    return "shortest_suit_doubles=on belongs to scoring=banilower; the other ways of scoring have a bonus "
           "for the "
           "shortest suit anyway";
  }
  return std::nullopt;
}

LayoutRules read(int players, OptionValues& options) {
  LayoutRules rules{.players = players, .last_ace = LastAce::ends_drawing};
  rules.hand_size = number_of(options, "hand_size");
  rules.packs = settle_number(options, "packs", usual_packs(players, rules.hand_size));
  rules.hands = number_of(options, "hands");
  rules.draw =
      meaning_of<DrawFrom>(word_of(options, "draw"), {{"stock", DrawFrom::stock},
                                                      {"either", DrawFrom::either},
                                                      {"either-must-play", DrawFrom::either_must_play}});
  rules.scoring = scoring_of(options);
  rules.suit_tie =
      meaning_of<SuitTie>(word_of(options, "suit_tie"), {{"high", SuitTie::high}, {"low", SuitTie::low}});
  rules.shortest_suit_doubles = is_on(options, "shortest_suit_doubles");
  rules.high_low = is_on(options, "high_low");
  const bool is_banilower = rules.scoring == LayoutScoring::banilower;
  rules.penalty = settle_number(options, "penalty", is_banilower ? usual_penalty : 0);
  rules.ace_limit = settle_number(options, "ace_limit", usual_aces_a_pack * rules.packs);
  return rules;
}

Result<Rules> resolve_mitch(const GameInfo& game, int players, OptionValues options) {
  auto rules = read(players, options);
  if (auto wrong = objection(players, rules)) return std::unexpected{*std::move(wrong)};
  if (rules.high_low) rules.suit_tie = SuitTie::distance;
  auto made = layout_rules(game.name, rules, std::move(options));
  if ((players <= usual_for_one_pack) != (rules.packs == 1)) made.set_unusual();
  return made;
}

}  // namespace

GameInfo mitch() {
  return {
      .name = "mitch",
      .title = "Mitch",
      .summary =
          "Build falling columns, one a suit; the third ace ends the drawing, and the longest column wins "
          "its suit.",
      .fewest_players = fewest_players,
      .most_players = 10,
      .options = mitch_options(),
      .presets = mitch_presets(),
      .table = "ace_limit=" + std::to_string(usual_aces_a_pack),
      .resolve = resolve_mitch};
}

Family layout_family() {
  return {.name = "layout",
          .title = "Layout",
          .verbs = layout_verbs,
          .first_verb = first_layout_verb,
          .games = {mitch(), revolution()}};
}

}  // namespace tribunal
