#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "cards/card.hpp"

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
  /// The bids that are not in `others`.
  [[nodiscard]] constexpr BidSet without(BidSet others) const {
    BidSet rest;
    rest.bits_ = static_cast<std::uint16_t>(bits_ & ~others.bits_);
    return rest;
  }

 private:
  [[nodiscard]] static constexpr unsigned bit(Bid bid) { return 1U << static_cast<unsigned>(bid); }
  std::uint16_t bits_ = 0;
};

}  // namespace tribunal
