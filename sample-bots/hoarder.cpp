// Collects its longest suit: plays it from the top and discards the rest.
#include <utility>

#include "tribunal_bot.hpp"

using namespace tribunal::bot;

namespace {

/// Number of cards of the suit that it has played or may still play.
int holding(const View& view, Suit suit) {
  auto count = static_cast<int>(view.mine().meld(suit).size());
  for (const auto card : view.hand()) count += card.suit == suit && view.fits(view.me, card) ? 1 : 0;
  return count;
}

bool is_dear(const View& view, Suit suit) {
  if (suit == Suit::none) return false;  // a joker of other games
  return std::all_of(suits.begin(), suits.end(),
                     [&](Suit other) { return holding(view, other) <= holding(view, suit); });
}

/// The action with the highest value is best: a fitting card of the suit, the highest first; else the least
/// useful card.
std::pair<int, int> rate(const View& view, const Action& action) {
  const Card card = action.card();
  if (action.is("play")) return {is_dear(view, card.suit) ? 3 : 0, card.rank};
  if (action.is("take")) return {view.fits(view.me, card) && is_dear(view, card.suit) ? 3 : 0, 0};
  if (action.is("discard")) return {view.fits(view.me, card) && is_dear(view, card.suit) ? 1 : 2, -card.rank};
  if (action.is("fold") || action.is("drop") || action.is("double")) return {-1, 0};  // it hoards chips, too
  return {1, 0};  // draw from the stock; of other actions take the first
}

}  // namespace

int main() {
  return tribunal::run("hoarder", "1.0", [](const View& view) {
    const auto worse = [&](const Action& a, const Action& b) { return rate(view, a) < rate(view, b); };
    return *std::max_element(view.legal.begin(), view.legal.end(), worse);
  });
}
