#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cards/card.hpp"
#include "games/core/action.hpp"
#include "games/core/seat.hpp"

namespace tribunal {

/// The words of a line.
[[nodiscard]] std::vector<std::string> words_of(std::string_view line);
/// The seat of a word; nothing if it is not a seat.
[[nodiscard]] std::optional<Seat> seat_of(std::string_view word);
/// The cards among the words from `first` on; hidden ones for `??`.
[[nodiscard]] std::vector<Card> cards_of(const std::vector<std::string>& words, std::size_t first);
/// The action whose echo has these words.
[[nodiscard]] std::optional<Action> action_of(const std::vector<std::string>& words);

}  // namespace tribunal
