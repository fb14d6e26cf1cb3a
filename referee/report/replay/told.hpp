#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "cards/card.hpp"
#include "games/core/event.hpp"

namespace tribunal {

/// The style of cards. `letters`: `Kh`, as in the protocol. `signs`: with the signs of suits, hearts and
/// diamonds in red (ECMA-48 escape sequences), for a terminal that supports them.
enum class CardStyle : std::uint8_t { letters, signs };

/// The cards with single spaces between them.
[[nodiscard]] std::string shown_cards(std::span<const Card> cards, CardStyle style);
/// The suit and then only ranks: `h K 9 4`. All cards must be of one suit, and there must be at least one.
[[nodiscard]] std::string shown_meld(std::span<const Card> cards, CardStyle style);

/// An event as a sentence: `seat 1 greedy plays Kh`. `arguments` are those of a line of the protocol. A
/// hidden card is `??`.
[[nodiscard]] std::string told(Verb verb, std::span<const std::string_view> arguments, const std::string& who,
                               CardStyle style);
/// An action of the protocol in readable form: `play Kh`, `give 2 3c 4c`.
[[nodiscard]] std::string shown_action(std::string_view action, CardStyle style);
/// An event as a sentence, with all its cards.
[[nodiscard]] std::string told(const Event& event, const std::string& who, CardStyle style);

}  // namespace tribunal
