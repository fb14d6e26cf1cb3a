#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "cards/card.hpp"
#include "games/core/seat.hpp"

namespace tribunal {

// The simultaneous tricks of the Anarchy games: their captors, as pure functions of the cards shown. A trick
// is one card for each place at the table; a place without a card holds `Card{}`.

inline constexpr std::size_t most_places = 7;

/// The seat that captures the card of each place; `no_seat` if there is none.
using Captors = std::array<Seat, most_places>;

/// The order of two cards of one suit.
enum class RankOrder : std::uint8_t {
  usual,    ///< ace high, two low
  reversed  ///< two high, ace low: in the trick of the Bomb
};

/// Anarchy: in each suit the highest card captures all cards of it; a suit shown once captures itself.
[[nodiscard]] Captors capture_in_suits(std::span<const Card> trick);

/// Anarchist Bomb: the highest card of a suit shown twice or more captures that suit. Among the singletons,
/// the suits shown once, the highest captures all; if the highest is shared, each captures itself. If the
/// highest card of a suit is shared (two packs), each card of that suit captures itself.
[[nodiscard]] Captors capture_with_singletons(std::span<const Card> trick, RankOrder order);

/// Snark: the highest card of a suit shown twice or more captures that suit. Among the singletons, the lowest
/// whose rank is shown by no other captures all. If there is none, each takes the card of the next seat,
/// clockwise, that is tied with it.
[[nodiscard]] Captors capture_into_hands(std::span<const Card> trick);

}  // namespace tribunal
