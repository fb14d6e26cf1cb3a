#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "careful.hpp"

namespace careful {
namespace {

using tribunal::bot::ace;
using tribunal::bot::index_of;
using tribunal::bot::suits;

// Parameters for the bot's own play and that of the others, tuned by matches.
constexpr double keen_on_open_suits =
    0.5;  ///< share of the fitting cards that a rival plays if it has a meld of the suit
constexpr double keen_on_new_suits = 0.25;  ///< and if it has none
constexpr double keen_myself = 0.9;
constexpr double turns_used = 0.7;  ///< share of its turns in which a rival plays and does not discard
constexpr double steepness = 2;     ///< certainty with which the longer meld wins
constexpr double least_spread = 0.7;
constexpr double sunk =
    0.15;  ///< share of a plan's cards that are lost if it fails, in addition to those on the table
constexpr double worthier = 1.2;  ///< a suit won is also lost to the rivals

/// The chance that at least `wanted` of the next `taken` cards are among the `marked` ones of `all`.
double chance_of(int wanted, int taken, int marked, int all) {
  taken = std::min(taken, all);
  double fewer = 0;
  for (int found = 0; found < wanted && found <= std::min(marked, taken); ++found) {
    if (taken - found > all - marked) continue;
    double term = 1;  // choose(marked, found) choose(all - marked, taken - found) / choose(all, taken)
    for (int i = 0; i < taken; ++i) {
      term *= static_cast<double>(i < found ? marked - i : all - marked - (i - found)) / (all - i);
    }
    for (int i = 0; i < found; ++i) term *= static_cast<double>(taken - i) / (i + 1);
    fewer += term;
  }
  return std::clamp(1 - fewer, 0.0, 1.0);
}

/// The cards of the suit in `cards` that `seat` may still play.
int fitting(const View& view, int seat, Suit suit, const Cards& cards) {
  return static_cast<int>(std::count_if(
      cards.begin(), cards.end(), [&](Card card) { return card.suit == suit && view.fits(seat, card); }));
}

/// The final length of a meld: its mean and its variance.
struct Length {
  double mean = 0;
  double spread = 0;
};

/// The final lengths of a rival's melds, by suit.
std::array<Length, 4> rival_lengths(const View& view, const Outlook& outlook, int seat) {
  const auto& rival = view.seat(seat);
  const auto hidden = static_cast<double>(std::count(rival.hand.begin(), rival.hand.end(), Card{}));
  const double share = outlook.share(hidden + outlook.draws);
  std::array<double, 4> more{};
  double sum = 0;
  for (const auto suit : suits) {
    const double usual = rival.meld(suit).empty() ? keen_on_new_suits : keen_on_open_suits;
    const double keenness = seat == view.mob() ? 1 : usual;  // the Mob plays every card that it draws
    const double cards =
        share * fitting(view, seat, suit, outlook.unseen) + fitting(view, seat, suit, rival.hand);
    sum += more[index_of(suit)] = keenness * cards;
  }
  const double turns = outlook.turns(rival) * (seat == view.mob() ? 1 : turns_used);
  const double scale = sum > turns ? turns / sum : 1;
  std::array<Length, 4> lengths;
  for (std::size_t i = 0; i < 4; ++i) {
    lengths[i] = {static_cast<double>(rival.melds[i].size()) + scale * more[i], scale * more[i]};
  }
  return lengths;
}

/// The chance that my meld, with a final length of `length`, is the longest of its suit.
double chance_to_win(Length length, const std::vector<Length>& rivals) {
  if (length.mean <= 0) return 0;
  double chance = 1;
  for (const auto& rival : rivals) {
    const double lead = (length.mean - rival.mean) / std::sqrt(least_spread + length.spread + rival.spread);
    chance /= 1 + std::exp(-steepness * lead);
  }
  return chance;
}

/// The worth of a suit to the seat that wins it with `length` cards, averaged over the ends of the other
/// suits.
double usual_worth(const View& view, double length) {
  const auto scoring = view.option("scoring");
  constexpr double unique = 0.7;  // share of cards whose rank is in no other winning meld
  if (scoring == "advanced") return 1.5 * (1 + unique * length);   // two doubles for four suits
  if (scoring == "preferred") return 1.9 * (1 + unique * length);  // three, and one may fall on another
  if (scoring == "basic") return 1.25 * (1 + static_cast<double>(view.seats.size()));
  return view.is_on("shortest_suit_doubles") ? 5 : 4;
}

/// A plan for a suit.
struct Plan {
  double value = 0;  ///< the expected points
  double turns = 0;  ///< the turns that it takes
};

/// The best plan for a suit: some of the cards in hand, from the top down, or all of them and those that may
/// be drawn. A card gets its turn with probability `turn`.
Plan best_plan(const View& view, const Outlook& outlook, Suit suit, const std::vector<Length>& rivals,
               double turn) {
  const auto played = static_cast<double>(view.mine().meld(suit).size());
  const int held = fitting(view, view.me, suit, view.hand());
  const double drawn =
      keen_myself * outlook.share(outlook.draws) * fitting(view, view.me, suit, outlook.unseen);
  Plan best{-1e9, 0};
  for (int cards = 0; cards <= held; ++cards) {
    const double more = cards == held && played + cards > 0 ? drawn : 0;
    const Length length{played + cards * turn + more, cards * turn * (1 - turn) + more};
    const double chance = chance_to_win(length, rivals);
    const double gain = worthier * usual_worth(view, length.mean);
    const double loss = played + sunk * (length.mean - played);
    const double value = chance * gain - (1 - chance) * loss;
    if (value > best.value) best = {value, cards + more};
  }
  return best;
}

/// The best plans for all suits together.
Plan best_plans(const View& view, const Outlook& outlook, const std::array<std::vector<Length>, 4>& rivals,
                double turn) {
  Plan sum;
  for (const auto suit : suits) {
    const auto plan = best_plan(view, outlook, suit, rivals[index_of(suit)], turn);
    sum.value += plan.value;
    sum.turns += plan.turns;
  }
  return sum;
}

}  // namespace

Outlook::Outlook(const View& view) : unseen{view.unseen()}, hands_are_played_out{view.game == "mitch"} {
  const auto first_ace =
      std::stable_partition(unseen.begin(), unseen.end(), [](Card card) { return card.rank != ace; });
  const auto aces =
      static_cast<int>(unseen.end() - first_ace);  // all in the stock, because hands do not keep aces
  unseen.erase(first_ace, unseen.end());
  const int left = view.aces_left();
  if (left == 0 || aces < left) return;  // nobody draws any more
  const auto seats = static_cast<int>(view.seats.size());
  // The k-th of `aces` aces among n cards lies, on average, at k (n + 1) / (aces + 1).
  draws = (left * (view.stock_size + 1.0) / (aces + 1) - left) / seats;
  ending = chance_of(left, seats, aces, view.stock_size);
}

double prospects(const View& view, const Outlook& outlook) {
  std::array<std::vector<Length>, 4> rivals;
  for (int seat = 0; seat < static_cast<int>(view.seats.size()); ++seat) {
    if (seat == view.me) continue;
    const auto lengths = rival_lengths(view, outlook, seat);
    for (std::size_t i = 0; i < 4; ++i) rivals[i].push_back(lengths[i]);
  }
  // First the cards that it would like to play, then those for which there will be turns.
  const auto wish = best_plans(view, outlook, rivals, 1);
  const double turns = outlook.turns(view.mine());
  return wish.turns <= turns ? wish.value : best_plans(view, outlook, rivals, turns / wish.turns).value;
}

}  // namespace careful
