// Weighs every action by the expected points after it: those of the hand if it ended before the next turn,
// and those that the melds and the cards in hand promise if it continues.
#include "careful.hpp"

#include <algorithm>

#include "careful_stakes.hpp"

using namespace tribunal::bot;
using namespace careful;

namespace {

constexpr double uniting_the_land = -20;  ///< the approximate contents of the hustler's pot

bool wins_all(const View& view, int seat) {
  return std::all_of(suits.begin(), suits.end(), [&](Suit suit) { return view.winner(suit) == seat; });
}

/// Points lost in Mitch by a player who plays nothing as long as there are cards to draw.
double penalty(const View& view) {
  const double usual = view.option("scoring") == "banilower" ? 10 : 0;
  const bool played =
      std::any_of(suits.begin(), suits.end(), [&](Suit suit) { return !view.mine().meld(suit).empty(); });
  return played ? 0 : view.option("penalty") == "usual" ? usual : view.number("penalty");
}

/// The expected points, with the table and the hand of `view`.
double expect(const View& view, const Outlook& outlook) {
  if (view.option("tyrant", "off") != "off" && wins_all(view, view.me))
    return -points_now(view, view.me);  // another player will call
  if (view.option("session") == "hustler" && wins_all(view, view.me)) return uniting_the_land;
  const double later = prospects(view, outlook);
  if (outlook.hands_are_played_out) return later - outlook.ending * penalty(view);
  return outlook.ending * points_now(view, view.me) + (1 - outlook.ending) * later;
}

/// The expected points after `card` of my hand is played or discarded. `view` is restored.
double expect_after(View& view, const Outlook& outlook, Card card, bool play) {
  auto& mine = view.seats[static_cast<std::size_t>(view.me)];
  auto& meld = mine.melds[index_of(card.suit)];
  const auto hand = mine.hand;
  const auto held = std::find(mine.hand.begin(), mine.hand.end(), card);
  if (held != mine.hand.end()) mine.hand.erase(held);
  if (play) meld.push_back(card);
  const double value = expect(view, outlook);
  if (play) meld.pop_back();
  mine.hand = hand;
  return value;
}

/// The expected points of the best action in a turn that brings `card`.
double expect_with(View& view, const Outlook& outlook, Card card, bool must_play) {
  auto& hand = view.seats[static_cast<std::size_t>(view.me)].hand;
  hand.push_back(card);
  double best = -1e9;
  for (const auto held : Cards{hand}) {
    if (must_play && held != card) continue;
    if (view.fits(view.me, held)) best = std::max(best, expect_after(view, outlook, held, true));
    if (!must_play) best = std::max(best, expect_after(view, outlook, held, false));
  }
  hand.pop_back();
  return best;
}

/// The expected points from drawing an average card of the stock.
double expect_from_stock(View& view, const Outlook& outlook) {
  double sum = 0;
  for (const auto card : outlook.unseen) sum += expect_with(view, outlook, card, false);
  return sum / std::max(1.0, static_cast<double>(outlook.unseen.size()));
}

double rate(View& view, const Outlook& outlook, const Action& action) {
  const Card card = action.card();
  if (action.is("play")) return expect_after(view, outlook, card, true);
  if (action.is("discard")) return expect_after(view, outlook, card, false);
  if (action.is("take")) return expect_with(view, outlook, card, view.option("draw") == "either-must-play");
  if (action.is("stock")) return expect_from_stock(view, outlook);
  // A call negates all scores. It pays for a player below zero, and for one that expects fewer points than
  // the negated score gives.
  if (action.is("call")) return -points_now(view, view.me);
  if (action.is("pass"))
    return wins_all(view, view.me) ? points_now(view, view.me) : prospects(view, outlook);
  return 0;
}

}  // namespace

int main() {
  Stakes stakes;
  Hooks hooks;
  hooks.game_start = [&stakes](const View& view) { stakes.begin(view); };
  hooks.event = [&stakes](const View& /*view*/, const Event& event) { stakes.hear(event); };
  const auto decide = [&stakes](const View& view) {
    const Outlook outlook{view};
    auto table = without_folded(view);  // a copy for trying out actions
    const double expected = expect(table, outlook);
    const auto* best = &view.legal.front();
    double best_rating = -1e9;
    for (const auto& action : view.legal) {
      const auto stake = rate_stake(table, outlook, stakes, expected, action);
      const double rating = stake ? *stake : rate(table, outlook, action);
      if (rating > best_rating) {
        best = &action;
        best_rating = rating;
      }
    }
    return *best;
  };
  return tribunal::run("careful", "1.0", decide, hooks);
}
