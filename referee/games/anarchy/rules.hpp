#pragma once

#include <cstddef>
#include <cstdint>

#include "games/anarchy/bid.hpp"
#include "games/core/seat.hpp"

namespace tribunal {

/// The three games with bids (docs/rules/anarchy.md, anarchist-bomb.md, organised-chaos.md).
enum class AnarchyKind : std::uint8_t { original, bomb, organised };

/// The complete rules of a game with bids. Values that follow from the game and the number of players are
/// computed.
struct AnarchyRules {
  AnarchyKind kind = AnarchyKind::original;
  int players = 4;            ///< 3 .. 5; the original has 4 or 5
  int hands = 1;              ///< per game; organised: the number of bids
  bool bids_in_turn = false;  ///< from the dealer's left; later players hear earlier bids
  bool bids_by_card = false;  ///< original: a suit is bid by showing a card of it from the hand
  bool joker_stays = false;   ///< bomb: with the odd card, for the captor of that
  bool dummy_passes = false;  ///< organised, three players

  /// Organised, five players: `overs` and `unders` count from 13 as in the other games, though a hand has 12.
  bool counts_from_13 = false;

  [[nodiscard]] constexpr int hand_size() const {
    if (kind == AnarchyKind::original) return players == 5 ? 10 : 13;
    return kind == AnarchyKind::organised && players == 5 ? 12 : 13;
  }
  /// The number of cards from which misere, `overs` and `unders` count.
  [[nodiscard]] constexpr int par() const { return counts_from_13 ? 13 : hand_size(); }
  /// A hand that the referee plays from its top, card by card; no player scores its takings.
  [[nodiscard]] constexpr bool has_dummy() const { return players == 3; }
  /// The number of hands: the players' and the dummy's.
  [[nodiscard]] constexpr int places() const { return players + (has_dummy() ? 1 : 0); }
  [[nodiscard]] constexpr Seat dummy() const { return has_dummy() ? static_cast<Seat>(players) : no_seat; }
  /// The card that takes the joker's place.
  [[nodiscard]] constexpr bool has_odd_card() const { return kind == AnarchyKind::bomb && players < 5; }
  /// Cards that are turned up one after another and captured by their suits.
  [[nodiscard]] constexpr int turn_ups() const {
    return kind == AnarchyKind::original && players == 5 ? 2 : 0;
  }
  [[nodiscard]] constexpr bool has_bonuses() const { return kind != AnarchyKind::original; }
  [[nodiscard]] constexpr BidSet bids() const {
    if (kind == AnarchyKind::original) {
      return BidSet{Bid::spades, Bid::clubs, Bid::hearts, Bid::diamonds, Bid::no_suit, Bid::misere};
    }
    return BidSet{Bid::spades, Bid::clubs, Bid::hearts, Bid::diamonds, Bid::cards,
                  Bid::black,  Bid::red,   Bid::best,   Bid::overs,    Bid::unders};
  }
};

}  // namespace tribunal
