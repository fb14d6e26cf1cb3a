#pragma once

#include <span>
#include <vector>

#include "cards/deal.hpp"

namespace tribunal {

/// The cards that a game is played with.
struct PackKind {
  Rank highest = Rank::ace;  ///< `Rank::king`: a pack without aces
  int jokers = 0;            ///< per pack, 0 or more
  int packs = 1;             ///< 1 or more
};

/// The cards before the shuffle: suits c, d, h, s, from 2 upward in each, then the jokers; then a complete
/// second pack (the order is part of the deal's definition, docs/deals.md).
[[nodiscard]] std::vector<Card> fresh_pack(const PackKind& kind);

/// Fisher-Yates from the end: for i = N-1 .. 1: swap cards i and uniform(i + 1). Card 0 is the top of the
/// stock.
void shuffle(std::span<Card> cards, Stream& stream);

}  // namespace tribunal
