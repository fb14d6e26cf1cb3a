#pragma once

#include <array>

#include "games/core/verbs.hpp"

namespace tribunal {

struct Family;

/// The verbs of Chez, in addition to `shared_verbs`.
inline constexpr std::array chez_verbs{
    VerbInfo{"lay", arguments::one_card, true,
             "the seat puts these cards of its hand on the pile, with the betting man",
             "lays {*} on the pile", "royals|hand>discards"},
    VerbInfo{"castle", arguments::one_card, true, "the seat lays a castle: 7, 8, 9 and 10 of its hand",
             "lays the castle {*}", "hand>open"},
    VerbInfo{"court", arguments::one_card, true,
             "the seat lays a royal court: jack, queen and king of its hand", "lays the court {*}",
             "royals|hand>open"},
    VerbInfo{"pair", arguments::one_card, true,
             "the seat plays a king and a queen together, the second card on the first", "plays the pair {*}",
             "royals|hand>discards"},
    VerbInfo{"revolution", arguments::one_card, true,
             "the seat starts a revolution with these cards, the last on top", "begins a revolution with {*}",
             "royals|hand>discards"},
    VerbInfo{"extend", arguments::one_card, false,
             "the seat adds the next card of the run to a revolution, its own or another's",
             "extends the revolution with {*}", "royals|hand>discards"},
    VerbInfo{"siege", arguments::none, false, "the seat makes its run from ace to king a siege",
             "makes it a siege", "13:discards>turned,under:discards>"},
    VerbInfo{"betting-man", arguments::none, false,
             "the seat plays the betting man: all jokers and the rest of its hand", "plays the betting man"},
    VerbInfo{"nope", arguments::one_card, false,
             "the seat nopes the last effect, or the last nope, with this ace", "nopes with {*}", "hand>"},
    VerbInfo{"swap", arguments::one_seat, false, "the seat chooses the other seat to swap cards with",
             "swaps cards with seat {0}", "forget"},
    VerbInfo{"offer", arguments::one_card, false,
             "the seat sets this card of its hand aside for the other seat", "sets {*} aside for it",
             "count"},
    VerbInfo{"retry", arguments::none, false, "the seat returns what it received and tries again",
             "gives back what it got and tries again", "next:hand,next:hand,next:royals|hand,next:hand"},
    VerbInfo{"next", arguments::seat_and_number, false,
             "the seat chooses who plays next, and then upwards (1) or downwards (0) by seats",
             "makes seat {0} play next, and then {1:downwards|upwards}"},
    VerbInfo{"burden", arguments::one_seat, false, "the seat chooses who must pick up",
             "chooses seat {0} to pick up cards"},
    VerbInfo{"raze", arguments::one_seat, false, "the seat chooses whose castle falls",
             "razes the castle of seat {0}"},
    VerbInfo{"favour", arguments::one_seat, false, "the seat chooses who gets a card of its hand",
             "gives a card to seat {0}", "forget"},
    VerbInfo{"roll", arguments::three_numbers, false,
             "the seat rolls dice: their number, their sides and the total", "rolls {0}d{1}: {2}"},
    VerbInfo{"extra", arguments::one_number, false, "the number of extra actions that the seat now has",
             "has {0} extra {0:actions|action|actions}"},
    VerbInfo{"direction", arguments::one_number, false,
             "the seat sets the direction of play: upwards (1) or downwards (0) by seats",
             "makes play go {0:downwards|upwards}"},
    VerbInfo{"deliver", arguments::seat_and_card, false,
             "the seat's card goes into the hand of the other seat", "hands {1} to seat {0}",
             "next|royals|hand>to.hand"},
    VerbInfo{"reshuffle", arguments::one_number, false,
             "the seat needs a card: the discards are shuffled into a new stock of this number of cards",
             "finds the stock empty: {0} cards are shuffled into a new one", "stock=0,under:discards>"},
    VerbInfo{"reveal", arguments::one_card, true, "the seat turns these royals of its hand face-up",
             "turns {*} face-up", "hand>open"},
    VerbInfo{"conceal", arguments::one_card, true, "the seat takes these face-up royals back into its hand",
             "takes {*} back into hand", "open>hand"},
    VerbInfo{"disband", arguments::none, false, "the royal court of the seat is dissolved",
             "has no court any more"},
    VerbInfo{"revolt", arguments::one_number, false,
             "this number of heads must still roll, after an action or the death of the seat",
             "acts; heads that must still roll: {0}"},
    VerbInfo{"forever", arguments::none, false,
             "the revolt that the seat started or extended lasts until the game is over",
             "acts: the revolt lasts for ever"},
    VerbInfo{"peace", arguments::none, false, "the death of the seat ends the revolt",
             "dies, and the revolt is over"},
    VerbInfo{"execute", arguments::one_card, true,
             "these face-up royals of the seat are executed: they go to the secondary pile",
             "sees {*} executed", "open>"},
    VerbInfo{"ruin", arguments::one_card, true,
             "the castle of the seat falls: these cards go to the secondary pile", "sees its castle {*} fall",
             "open>"},
    VerbInfo{"seize", arguments::one_card, true,
             "the seat takes these cards of the piles into its hand after a siege", "seizes {*}",
             ">hand,all:stock>"},
    VerbInfo{"killed", arguments::none, false,
             "the seat is killed and out of the game; its hand goes face-down to the secondary pile",
             "is killed", "all:hand>,all:open>,out"},
    VerbInfo{"finish", arguments::none, false,
             "the seat has no card left, or no opponent, and leaves the game", "finishes", "out"},
    VerbInfo{"lose", arguments::none, false, "the seat has lost with the betting man and leaves the game",
             "has lost with the betting man", "out"},
};
inline constexpr std::uint8_t first_chez_verb = 128;

namespace verbs {
inline constexpr Verb lay = verb_in(first_chez_verb, chez_verbs, "lay");
inline constexpr Verb castle = verb_in(first_chez_verb, chez_verbs, "castle");
inline constexpr Verb court = verb_in(first_chez_verb, chez_verbs, "court");
inline constexpr Verb pair = verb_in(first_chez_verb, chez_verbs, "pair");
inline constexpr Verb revolution = verb_in(first_chez_verb, chez_verbs, "revolution");
inline constexpr Verb extend = verb_in(first_chez_verb, chez_verbs, "extend");
inline constexpr Verb siege = verb_in(first_chez_verb, chez_verbs, "siege");
inline constexpr Verb betting_man = verb_in(first_chez_verb, chez_verbs, "betting-man");
inline constexpr Verb nope = verb_in(first_chez_verb, chez_verbs, "nope");
inline constexpr Verb swap = verb_in(first_chez_verb, chez_verbs, "swap");
inline constexpr Verb offer = verb_in(first_chez_verb, chez_verbs, "offer");
inline constexpr Verb retry = verb_in(first_chez_verb, chez_verbs, "retry");
inline constexpr Verb next = verb_in(first_chez_verb, chez_verbs, "next");
inline constexpr Verb burden = verb_in(first_chez_verb, chez_verbs, "burden");
inline constexpr Verb raze = verb_in(first_chez_verb, chez_verbs, "raze");
inline constexpr Verb favour = verb_in(first_chez_verb, chez_verbs, "favour");
inline constexpr Verb roll = verb_in(first_chez_verb, chez_verbs, "roll");
inline constexpr Verb extra = verb_in(first_chez_verb, chez_verbs, "extra");
inline constexpr Verb direction = verb_in(first_chez_verb, chez_verbs, "direction");
inline constexpr Verb deliver = verb_in(first_chez_verb, chez_verbs, "deliver");
inline constexpr Verb reshuffle = verb_in(first_chez_verb, chez_verbs, "reshuffle");
inline constexpr Verb reveal = verb_in(first_chez_verb, chez_verbs, "reveal");
inline constexpr Verb conceal = verb_in(first_chez_verb, chez_verbs, "conceal");
inline constexpr Verb disband = verb_in(first_chez_verb, chez_verbs, "disband");
inline constexpr Verb revolt = verb_in(first_chez_verb, chez_verbs, "revolt");
inline constexpr Verb forever = verb_in(first_chez_verb, chez_verbs, "forever");
inline constexpr Verb peace = verb_in(first_chez_verb, chez_verbs, "peace");
inline constexpr Verb execute = verb_in(first_chez_verb, chez_verbs, "execute");
inline constexpr Verb ruin = verb_in(first_chez_verb, chez_verbs, "ruin");
inline constexpr Verb seize = verb_in(first_chez_verb, chez_verbs, "seize");
inline constexpr Verb killed = verb_in(first_chez_verb, chez_verbs, "killed");
inline constexpr Verb finish = verb_in(first_chez_verb, chez_verbs, "finish");
inline constexpr Verb lose = verb_in(first_chez_verb, chez_verbs, "lose");
}  // namespace verbs

[[nodiscard]] Family chez_family();

}  // namespace tribunal
