#pragma once

#include <span>
#include <string>

#include "cards/card.hpp"

namespace tribunal {

/// The style of cards. `letters`: `Kh`, the protocol's form. `signs`: with the signs of the suits, hearts and
/// diamonds in red (ECMA-48 escape sequences), for a terminal that supports them.
enum class CardStyle : std::uint8_t { letters, signs };

/// Jokers and hidden cards have none.
[[nodiscard]] constexpr bool has_suit(Card card) { return !card.is_joker() && !card.is_hidden(); }

[[nodiscard]] std::string shown_card(Card card, CardStyle style);
/// The cards with single spaces between them.
[[nodiscard]] std::string shown_cards(std::span<const Card> cards, CardStyle style);
/// The suit and then ranks alone: `h K 9 4`. All cards are of that suit, there is at least one.
[[nodiscard]] std::string shown_meld(std::span<const Card> cards, CardStyle style);

}  // namespace tribunal
