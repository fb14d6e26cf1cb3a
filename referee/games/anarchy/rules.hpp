#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cards/card.hpp"
#include "games/core/seat.hpp"

namespace tribunal {

/// The bid of a player of the Anarchy games: the cards that it scores for (docs/rules/anarchy.md,
/// docs/rules/anarchist-bomb.md).
enum class Bid : std::uint8_t {
  spades,
  clubs,
  hearts,
  diamonds,
  no_suit,
  misere,
  cards,
  black,
  red,
  best,
  overs,
  unders
};

/// The names of the bids, in their order.
inline constexpr std::array<std::string_view, 12> bid_names{"spades",  "clubs",  "hearts", "diamonds",
                                                            "no-suit", "misere", "cards",  "black",
                                                            "red",     "best",   "overs",  "unders"};

/// The bid of a suit.
[[nodiscard]] constexpr Bid bid_of(Suit suit) {
  constexpr std::array bids{Bid::clubs, Bid::diamonds, Bid::hearts, Bid::spades};
  return bids[static_cast<std::size_t>(suit)];
}

/// A set of bids.
class BidSet {
 public:
  constexpr BidSet() = default;
  template <typename... Bids>
  constexpr explicit BidSet(Bids... bids) {
    (add(bids), ...);
  }
  constexpr void add(Bid bid) { bits_ = static_cast<std::uint16_t>(bits_ | bit(bid)); }
  [[nodiscard]] constexpr bool has(Bid bid) const { return (bits_ & bit(bid)) != 0; }
  /// The bids except those in `others`.
  [[nodiscard]] constexpr BidSet without(BidSet others) const {
    BidSet rest;
    rest.bits_ = static_cast<std::uint16_t>(bits_ & ~others.bits_);
    return rest;
  }

 private:
  [[nodiscard]] static constexpr unsigned bit(Bid bid) { return 1U << static_cast<unsigned>(bid); }
  std::uint16_t bits_ = 0;
};

/// The three games with bids (docs/rules/anarchy.md, anarchist-bomb.md, organised-chaos.md).
enum class AnarchyKind : std::uint8_t { original, bomb, organised };

/// The complete rules of a game with bids. Values that follow from the game and the number of players are
/// computed.
struct AnarchyRules {
  AnarchyKind kind = AnarchyKind::original;
  int players = 4;            ///< 3 .. 5; in the original 4 or 5
  int hands = 1;              ///< per game; in Organised Chaos the number of bids
  bool bids_in_turn = false;  ///< bids start at the dealer's left; later players know earlier bids
  bool bids_by_card = false;  ///< in the original: a player bids a suit by showing a card of it from the hand
  bool joker_stays = false;   ///< in the Bomb: the joker stays with the odd card, for the captor of that
  bool dummy_passes = false;  ///< in Organised Chaos with three players

  /// In Organised Chaos with five players: `overs` and `unders` count from 13 as in the other games, although
  /// a hand has 12.
  bool counts_from_13 = false;

  [[nodiscard]] constexpr int hand_size() const {
    if (kind == AnarchyKind::original) return players == 5 ? 10 : 13;
    return kind == AnarchyKind::organised && players == 5 ? 12 : 13;
  }
  /// The number of cards from which misere, `overs` and `unders` count.
  [[nodiscard]] constexpr int par() const { return counts_from_13 ? 13 : hand_size(); }
  /// Whether there is a dummy: a hand that the referee plays from the top; no player scores its takings.
  [[nodiscard]] constexpr bool has_dummy() const { return players == 3; }
  /// The number of hands: the players' and the dummy's.
  [[nodiscard]] constexpr int places() const { return players + (has_dummy() ? 1 : 0); }
  [[nodiscard]] constexpr Seat dummy() const { return has_dummy() ? static_cast<Seat>(players) : no_seat; }
  /// Whether a card replaces the joker.
  [[nodiscard]] constexpr bool has_odd_card() const { return kind == AnarchyKind::bomb && players < 5; }
  /// The number of cards that are turned up one after another and captured by their suits.
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
