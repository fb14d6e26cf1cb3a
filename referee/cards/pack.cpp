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

void shuffle(std::span<Card> cards, Stream& stream) {
  for (std::size_t i = cards.size(); i-- > 1;) {
    std::swap(cards[i], cards[stream.uniform(static_cast<std::uint32_t>(i + 1))]);
  }
}

}  // namespace tribunal
