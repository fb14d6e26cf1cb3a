// Does what gains most if the hand ended right now, and thinks no further.
#include <utility>

#include "tribunal_bot.hpp"

using namespace tribunal::bot;

namespace {

/// About what a suit is worth; near enough for every way of scoring.
constexpr int suit_worth = 4;

/// What `seat_number` gets for a suit as the melds lie.
int points(const View& view, Suit suit) {
  return view.winning(suit) ? suit_worth : -static_cast<int>(view.mine().meld(suit).size());
}

int gain_of_playing(View view, Card card) {
  if (card.suit == Suit::none) return 0;  // a joker of other games
  const int before = points(view, card.suit);
  view.seats[static_cast<std::size_t>(view.me)].melds[index_of(card.suit)].push_back(card);
  return points(view, card.suit) - before;
}

/// The gain first; among equal gains it plays rather than discards, plays high and discards low.
std::pair<int, int> rate(const View& view, const Action& action) {
  const Card card = action.card();
  if (action.is("play")) return {gain_of_playing(view, card), card.rank};
  if (action.is("take")) return {view.fits(view.me, card) ? gain_of_playing(view, card) : -1, 0};
  if (action.is("call")) return {view.winning(Suit::clubs) ? -1 : 1, 0};  // the tyrant wins that suit too
  if (action.is("fold") || action.is("drop")) return {-1, 0};
  return {0, -card.rank};  // discard, stock, pass
}

}  // namespace

int main() {
  return tribunal::run("greedy", "1.0", [](const View& view) {
    const auto worse = [&](const Action& a, const Action& b) { return rate(view, a) < rate(view, b); };
    return *std::max_element(view.legal.begin(), view.legal.end(), worse);
  });
}
