#pragma once

#include <span>
#include <string>
#include <string_view>

#include "games/core/event.hpp"
#include "report/format/card_signs.hpp"

namespace tribunal {

/// An event in the words of the verb's sentence: `seat 1 greedy plays Kh`. `arguments` are those of a line of
/// the protocol; a card that is not seen is `??`.
[[nodiscard]] std::string told(Verb verb, std::span<const std::string_view> arguments, const std::string& who,
                               CardStyle style);
/// An action, a word of the protocol, as people say it: `play Kh`, `give 2 3c 4c`.
[[nodiscard]] std::string shown_action(std::string_view action, CardStyle style);
/// An event with all its cards.
[[nodiscard]] std::string told(const Event& event, const std::string& who, CardStyle style);

}  // namespace tribunal
