// Weighs every action by the points to expect after it: what the hand would give if it ended before the next
// turn, and what the melds and the cards in hand promise if it goes on.
#include "careful.hpp"

#include <algorithm>

using namespace tribunal::bot;
using namespace careful;

namespace {

/// The view after a play or a discard of mine.
View after(const View& view, const Action& action) {
  View next = view;
  auto& mine = next.seats[static_cast<std::size_t>(view.me)];
  const auto card = action.card();
  const auto held = std::find(mine.hand.begin(), mine.hand.end(), card);
  if (held != mine.hand.end()) mine.hand.erase(held);
  if (action.is("play")) mine.melds[index_of(card.suit)].push_back(card);
  return next;
}

bool wins_all(const View& view, int seat) {
  return std::all_of(suits.begin(), suits.end(), [&](Suit suit) { return view.winner(suit) == seat; });
}

/// Points lost in Mitch by who plays nothing as long as there are cards to draw.
double penalty(const View& view) {
  const double usual = view.option("scoring") == "banilower" ? 10 : 0;
  const bool played =
      std::any_of(suits.begin(), suits.end(), [&](Suit suit) { return !view.mine().meld(suit).empty(); });
  return played ? 0 : view.option("penalty") == "usual" ? usual : view.number("penalty");
}

/// The points to expect once `view` is what lies on the table and in hand.
double expect(const View& view, const Outlook& outlook) {
  if (view.is_on("tyrant") && wins_all(view, view.me))
    return -points_now(view, view.me);  // somebody will call
  const double later = prospects(view, outlook);
  if (outlook.hands_are_played_out) return later - outlook.ending * penalty(view);
  return outlook.ending * points_now(view, view.me) + (1 - outlook.ending) * later;
}

double best_with(View view, const Outlook& outlook, Card card, bool must_play) {
  view.seats[static_cast<std::size_t>(view.me)].hand.push_back(card);
  double best = -1e9;
  for (const auto held : view.hand()) {
    if (must_play && held != card) continue;
    if (view.fits(view.me, held))
      best = std::max(best, expect(after(view, Action{"play:" + held.text()}), outlook));
    if (!must_play) best = std::max(best, expect(after(view, Action{"discard:" + held.text()}), outlook));
  }
  return best;
}

/// What an average card of the stock is good for.
double expect_from_stock(const View& view, const Outlook& outlook) {
  double sum = 0;
  for (const auto card : outlook.unseen) sum += best_with(view, outlook, card, false);
  return sum / std::max<double>(1, static_cast<double>(outlook.unseen.size()));
}

double rate(const View& view, const Outlook& outlook, const Action& action) {
  if (action.is("play") || action.is("discard")) return expect(after(view, action), outlook);
  if (action.is("take"))
    return best_with(view, outlook, action.card(), view.option("draw") == "either-must-play");
  if (action.is("stock")) return view.legal.size() > 1 ? expect_from_stock(view, outlook) : 0;
  // To call turns all signs: good for who stands below zero, and for who expects less than that.
  if (action.is("call")) return -points_now(view, view.me);
  if (action.is("pass"))
    return wins_all(view, view.me) ? points_now(view, view.me) : prospects(view, outlook);
  return 0;
}

}  // namespace

int main() {
  return tribunal::run("careful", "1.0", [](const View& view) {
    const Outlook outlook{view};
    const auto* best = &view.legal.front();
    double best_rating = rate(view, outlook, *best);
    for (const auto& action : view.legal) {
      const double rating = rate(view, outlook, action);
      if (rating > best_rating) {
        best = &action;
        best_rating = rating;
      }
    }
    return *best;
  });
}
