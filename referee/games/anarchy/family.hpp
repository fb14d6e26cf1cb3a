#pragma once

#include <array>

#include "games/anarchy/rules.hpp"
#include "games/core/verbs.hpp"

namespace tribunal {

struct Family;
struct GameInfo;
class Action;

namespace arguments {
inline constexpr ArgumentKind bid{"bid", ArgumentForm::word, bid_names};
inline constexpr std::array one_bid{bid};
}  // namespace arguments

/// The verbs of the Anarchy games, in addition to `shared_verbs`.
inline constexpr std::array anarchy_verbs{
    VerbInfo{"bid", arguments::one_bid, false, "the seat bids how the cards that it takes are scored",
             "bids {0}", "bid=0"},
    VerbInfo{"give", arguments::seat_and_card, true, "the seat passes these cards to that seat",
             "passes {1*} to seat {0}", "hand>to.hand"},
    VerbInfo{"exchange", arguments::one_card, false,
             "the seat takes the joker that was turned up into hand and puts this card in its place",
             "takes the joker in exchange for {*}", "1:turned>hand,hand>turned"},
    VerbInfo{"bomb", arguments::one_card, true,
             "the joker that the seat played is a bomb: ranks are reversed in this trick, and this card, if "
             "any, takes the joker's place",
             "throws the bomb {*}", "turned>,explode"},
    VerbInfo{"capture", arguments::one_card, true, "the seat captures these cards of the trick",
             "captures {*}", "trick|turned>taken"},
    VerbInfo{"gather", arguments::one_card, true, "the seat takes these cards of the trick into hand",
             "takes {*} into hand", "trick>hand"},
    VerbInfo{"bonus", arguments::two_numbers, false,
             "the seat's points for suits of which it took no card, then for quartets",
             "earns {0} for missing suits and {1} for quartets"},
    VerbInfo{"bid-card", arguments::one_card, false,
             "the seat bids the suit of this card of its hand, shows the card and keeps it",
             "bids the suit of {*}, a card of its hand", "bid=0,show"},
};
inline constexpr std::uint8_t first_anarchy_verb = 64;

namespace verbs {
inline constexpr Verb bid = verb_in(first_anarchy_verb, anarchy_verbs, "bid");
inline constexpr Verb give = verb_in(first_anarchy_verb, anarchy_verbs, "give");
inline constexpr Verb exchange = verb_in(first_anarchy_verb, anarchy_verbs, "exchange");
inline constexpr Verb bomb = verb_in(first_anarchy_verb, anarchy_verbs, "bomb");
inline constexpr Verb capture = verb_in(first_anarchy_verb, anarchy_verbs, "capture");
inline constexpr Verb gather = verb_in(first_anarchy_verb, anarchy_verbs, "gather");
inline constexpr Verb bonus = verb_in(first_anarchy_verb, anarchy_verbs, "bonus");
inline constexpr Verb bid_card = verb_in(first_anarchy_verb, anarchy_verbs, "bid-card");
}  // namespace verbs

/// The bid of an action with one of these verbs.
[[nodiscard]] Bid bid_of(const Action& bid);

/// Anarchy (docs/rules/anarchy.md).
[[nodiscard]] GameInfo anarchy();
/// Anarchist Bomb (docs/rules/anarchist-bomb.md).
[[nodiscard]] GameInfo anarchist_bomb();
/// Organised Chaos (docs/rules/organised-chaos.md).
[[nodiscard]] GameInfo organised_chaos();
/// Snark (docs/rules/snark.md).
[[nodiscard]] GameInfo snark();

[[nodiscard]] Family anarchy_family();

}  // namespace tribunal
