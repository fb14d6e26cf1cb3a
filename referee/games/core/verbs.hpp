#pragma once

#include <array>

#include "games/core/verb.hpp"

namespace tribunal {

/// The verbs that several families use.
inline constexpr std::array shared_verbs{
    VerbInfo{"hand", arguments::one_number, false, "the seat deals the hand with this number (from 1)",
             "deals hand {0}", "number=0,clear"},
    VerbInfo{"deal", arguments::one_card, true, "the seat is dealt these cards", "is dealt {*}",
             "stock|pile>hand"},
    VerbInfo{"draw", arguments::one_card, false, "the seat takes the top card of the stock into hand",
             "draws {*}", "stock|pile>hand"},
    VerbInfo{"play", arguments::one_card, true,
             "the seat plays the card of its hand, or several of one rank at once", "plays {*}",
             "royals|hand>played"},
    VerbInfo{"pass", arguments::none, false, "the seat passes", "passes"},
    VerbInfo{"score", arguments::two_numbers, false,
             "the seat's points of this hand, then of the game so far", "scores {0}, {1} in all",
             "points=0,score=1"},
    VerbInfo{"turn", arguments::one_card, false, "the seat turns this card of the stock face up",
             "turns up {*}", "stock>shown"},
    VerbInfo{"place", arguments::one_number, false, "the seat's game ends with this place",
             "ends in place {0}", "out"},
};
inline constexpr std::uint8_t first_shared_verb = 0;

namespace verbs {
inline constexpr Verb hand = verb_in(first_shared_verb, shared_verbs, "hand");
inline constexpr Verb deal = verb_in(first_shared_verb, shared_verbs, "deal");
inline constexpr Verb draw = verb_in(first_shared_verb, shared_verbs, "draw");
inline constexpr Verb play = verb_in(first_shared_verb, shared_verbs, "play");
inline constexpr Verb pass = verb_in(first_shared_verb, shared_verbs, "pass");
inline constexpr Verb score = verb_in(first_shared_verb, shared_verbs, "score");
inline constexpr Verb turn = verb_in(first_shared_verb, shared_verbs, "turn");
inline constexpr Verb place = verb_in(first_shared_verb, shared_verbs, "place");
}  // namespace verbs

}  // namespace tribunal
