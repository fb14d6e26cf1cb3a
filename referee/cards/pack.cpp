#include "cards/pack.hpp"

namespace tribunal {

std::vector<Card> fresh_pack(const PackKind& kind) {
  std::vector<Card> cards;
  for (int pack = 0; pack < kind.packs; ++pack) {
    for (int suit = 0; suit < suit_count; ++suit) {
      for (int rank = static_cast<int>(Rank::two); rank <= static_cast<int>(kind.highest); ++rank) {
        cards.emplace_back(static_cast<Rank>(rank), static_cast<Suit>(suit));
      }
    }
    cards.insert(cards.end(), static_cast<std::size_t>(kind.jokers), Card::joker());
  }
  return cards;
}

}  // namespace tribunal
