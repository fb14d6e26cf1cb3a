#pragma once

#include <array>

#include "games/core/verbs.hpp"

namespace tribunal {

struct Family;
struct GameInfo;

/// The verbs of the layout games, in addition to `shared_verbs`.
inline constexpr std::array layout_verbs{
    VerbInfo{"ace", arguments::one_card, false, "the seat shows this ace of its hand and puts it aside",
             "puts {*} aside", "hand>aces"},
    VerbInfo{"stock", arguments::none, false, "the seat chooses to draw from the stock", "chooses the stock"},
    VerbInfo{"take", arguments::one_card, false, "the seat takes the top card of the discard pile into hand",
             "takes {*} from the discards", "1:discards>,>hand"},
    VerbInfo{"discard", arguments::one_card, false, "the seat puts the card of its hand on the discard pile",
             "discards {*}", "hand>discards"},
    VerbInfo{"call", arguments::none, false, "the seat calls the tyrant, or meets the bet", "calls"},
    VerbInfo{"conquer", arguments::suit_and_points, false, "the seat wins the suit, which is worth that much",
             "conquers {0} for {1}"},
    VerbInfo{"ante", arguments::one_number, false, "the seat puts this number of chips into the empty pot",
             "antes {0}", "pot+0,chips-0"},
    VerbInfo{"pay", arguments::one_number, false, "the seat puts this number of chips into the pot",
             "pays {0} into the pot", "pot+0,chips-0"},
    VerbInfo{"win", arguments::one_number, false, "the seat takes this number of chips out of the pot",
             "takes {0} out of the pot", "pot-0,chips+0"},
    VerbInfo{"chips", arguments::two_numbers, false,
             "the seat's gain or loss in chips: of this hand, then of the game so far",
             "has won {0} chips, {1} in all", "chips=1"},
    VerbInfo{"fold", arguments::none, false, "the seat gives up the hand and what it has paid into the pot",
             "folds", "out"},
    VerbInfo{"check", arguments::none, false, "the seat stays in without a bet", "checks"},
    VerbInfo{"bet", arguments::none, false, "the seat opens the betting with one chip", "bets"},
    VerbInfo{"raise", arguments::none, false, "the seat meets the bet and raises it by one chip", "raises"},
    VerbInfo{"double", arguments::one_number, false,
             "the seat offers to play on for this multiple of the points", "doubles to {0}"},
    VerbInfo{"accept", arguments::none, false, "the seat accepts the double and owns the cube", "accepts"},
    VerbInfo{"drop", arguments::none, false, "the seat refuses the double and loses the hand",
             "drops the hand"},
};
inline constexpr std::uint8_t first_layout_verb = 16;

namespace verbs {
inline constexpr Verb ace = verb_in(first_layout_verb, layout_verbs, "ace");
inline constexpr Verb stock = verb_in(first_layout_verb, layout_verbs, "stock");
inline constexpr Verb take = verb_in(first_layout_verb, layout_verbs, "take");
inline constexpr Verb discard = verb_in(first_layout_verb, layout_verbs, "discard");
inline constexpr Verb call = verb_in(first_layout_verb, layout_verbs, "call");
inline constexpr Verb conquer = verb_in(first_layout_verb, layout_verbs, "conquer");
inline constexpr Verb ante = verb_in(first_layout_verb, layout_verbs, "ante");
inline constexpr Verb pay = verb_in(first_layout_verb, layout_verbs, "pay");
inline constexpr Verb win = verb_in(first_layout_verb, layout_verbs, "win");
inline constexpr Verb chips = verb_in(first_layout_verb, layout_verbs, "chips");
inline constexpr Verb fold = verb_in(first_layout_verb, layout_verbs, "fold");
inline constexpr Verb check = verb_in(first_layout_verb, layout_verbs, "check");
inline constexpr Verb bet = verb_in(first_layout_verb, layout_verbs, "bet");
inline constexpr Verb raise = verb_in(first_layout_verb, layout_verbs, "raise");
inline constexpr Verb doubles = verb_in(first_layout_verb, layout_verbs, "double");  // `double` is a keyword
inline constexpr Verb accept = verb_in(first_layout_verb, layout_verbs, "accept");
inline constexpr Verb drop = verb_in(first_layout_verb, layout_verbs, "drop");
}  // namespace verbs

/// Mitch (docs/rules/mitch.md).
[[nodiscard]] GameInfo mitch();
/// Revolution (docs/rules/revolution.md).
[[nodiscard]] GameInfo revolution();

[[nodiscard]] Family layout_family();

}  // namespace tribunal
