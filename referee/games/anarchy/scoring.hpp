#pragma once

#include <array>
#include <cstdint>

#include "cards/card.hpp"
#include "games/anarchy/rules.hpp"

namespace tribunal {

struct ScoreBounds;

inline constexpr int void_points = 10;     ///< points for a suit of which no card was taken
inline constexpr int quartet_points = 20;  ///< points for four cards of a rank

/// Points for each card of a bid suit.
[[nodiscard]] constexpr int suit_bid_points(AnarchyKind kind) {
  return kind == AnarchyKind::original ? 2 : 4;
}

/// The counts of the cards that one player took in a hand.
struct Takings {
  std::array<std::uint8_t, suit_count> suits{};  ///< index: `Suit`
  std::array<std::uint8_t, 13> ranks{};          ///< index: rank, from the twos
  bool joker = false;                            ///< an additional card of any suit

  constexpr void add(Card card) {
    if (card.is_joker()) {
      joker = true;
      return;
    }
    ++suits[static_cast<std::size_t>(card.suit())];
    ++ranks[static_cast<std::size_t>(card.rank()) - 2];
  }
  [[nodiscard]] constexpr int cards() const {
    return suits[0] + suits[1] + suits[2] + suits[3] + (joker ? 1 : 0);
  }
};

/// The points of one player's hand.
struct TakingsScore {
  int bid = 0;
  int voids = 0;     ///< 10 for each suit without a card
  int quartets = 0;  ///< 20 for each four cards of one rank

  [[nodiscard]] constexpr int total() const { return bid + voids + quartets; }
  constexpr bool operator==(const TakingsScore&) const = default;
};

/// The points of the takings under the bid. A joker among them counts for the suit that scores most.
[[nodiscard]] TakingsScore score_takings(const AnarchyRules& rules, Bid bid, const Takings& takings);

/// The bounds of a player's score in a game of these rules, over all hands.
[[nodiscard]] ScoreBounds score_bounds(const AnarchyRules& rules);

}  // namespace tribunal
