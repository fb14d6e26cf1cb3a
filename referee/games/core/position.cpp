#include "games/core/position.hpp"

#include <algorithm>

namespace tribunal {

std::vector<Card> listed(const Hand& hand) {
  std::vector<Card> cards;
  for (auto faces = hand.faces(); faces != 0; faces &= faces - 1) {
    const auto card = first_card(faces);
    cards.push_back(card);
    if ((hand.pairs() & face(card)) != 0) cards.push_back(card);
  }
  return cards;
}

void take_out(std::vector<Card>& rest, std::span<const Card> cards) {
  for (const auto card : cards) rest.erase(std::ranges::find(rest, card));
}

}  // namespace tribunal
