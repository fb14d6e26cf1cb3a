// Maximises the gain as if the hand ended at once.
#include <algorithm>
#include <array>
#include <utility>

#include "tribunal_bot.hpp"

using namespace tribunal::bot;

namespace {

/// The approximate worth of a suit, for every way of scoring.
constexpr int suit_worth = 4;

/// The points that I would get for a suit if the melds stayed as they are.
int points(const View& view, Suit suit) {
  return view.winning(suit) ? suit_worth : -static_cast<int>(view.mine().meld(suit).size());
}

int gain_of_playing(View view, Card card) {
  if (card.suit == Suit::none) return 0;  // a joker of other games
  const int before = points(view, card.suit);
  view.seats[static_cast<std::size_t>(view.me)].melds[index_of(card.suit)].push_back(card);
  return points(view, card.suit) - before;
}

/// The number of suits that I win, less that of the best rival.
int lead(const View& view) {
  std::array<int, 64> won{};
  for (const auto suit : suits) {
    if (view.winner(suit) >= 0) ++won[static_cast<std::size_t>(view.winner(suit))];
  }
  const int mine = std::exchange(won[static_cast<std::size_t>(view.me)], 0);
  return mine - *std::max_element(won.begin(), won.end());
}

/// In a session with chips or a cube: raises the stakes when it leads, and folds when it is far behind.
int rate_stake(const View& view, const Action& action) {
  constexpr int far_behind = -2;
  if (action.is("bet") || action.is("raise") || action.is("double")) return lead(view) > 0 ? 1 : -1;
  const bool may_leave = view.option("session") != "hustler" && lead(view) <= far_behind;
  if (action.is("fold") || action.is("drop")) return may_leave ? 1 : -100;
  return 0;  // pay, check, accept
}

bool is_tyrants(const View& view) { return view.legal.back().is("pass"); }

/// The gain counts first. Among equal gains it plays before it discards, plays high and discards low.
std::pair<int, int> rate(const View& view, const Action& action) {
  const Card card = action.card();
  if (action.is("play")) return {gain_of_playing(view, card), card.rank};
  if (action.is("take")) return {view.fits(view.me, card) ? gain_of_playing(view, card) : -1, 0};
  if (action.is("call") && is_tyrants(view))
    return {view.winning(Suit::clubs) ? -1 : 1, 0};  // the tyrant wins that suit too
  if (action.is("discard")) return {0, -card.rank};
  return {rate_stake(view, action), 0};
}

}  // namespace

int main() {
  return tribunal::run("greedy", "1.0", [](const View& view) {
    const auto worse = [&](const Action& a, const Action& b) { return rate(view, a) < rate(view, b); };
    return *std::max_element(view.legal.begin(), view.legal.end(), worse);
  });
}
