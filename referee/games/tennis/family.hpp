#pragma once

#include <array>

#include "games/core/verbs.hpp"

namespace tribunal {

struct Family;

/// The verbs of Tennis, in addition to `shared_verbs`.
inline constexpr std::array tennis_verbs{
    VerbInfo{"round", arguments::one_number, false,
             "the round with this number (from 1) starts; the seat leads", "leads round {0}",
             "number=0,each:hand>pile"},
    VerbInfo{"trick", arguments::one_number, false, "the seat wins the trick and this number of cards",
             "wins the trick and {0} cards", "pile+0,all:aside>,all:trick>"},
    VerbInfo{"aside", arguments::one_number, false,
             "nobody wins the trick that the seat led; this number of cards is now set aside",
             "led a trick that nobody wins; {0} cards lie aside", "all:trick>aside"},
    VerbInfo{"remove", arguments::one_number, false,
             "this number of cards set aside leaves the game; the seat led the last trick",
             "led the last trick; the {0} cards aside leave the game", "all:aside>discards"},
};
inline constexpr std::uint8_t first_tennis_verb = 48;

namespace verbs {
inline constexpr Verb round = verb_in(first_tennis_verb, tennis_verbs, "round");
inline constexpr Verb trick = verb_in(first_tennis_verb, tennis_verbs, "trick");
inline constexpr Verb aside = verb_in(first_tennis_verb, tennis_verbs, "aside");
inline constexpr Verb remove = verb_in(first_tennis_verb, tennis_verbs, "remove");
}  // namespace verbs

[[nodiscard]] Family tennis_family();

}  // namespace tribunal
