// The bounds of a hand follow from how many cards a seat can come to play; those of a session from how many
// chips can come to lie in the pot.
#include <algorithm>

#include "cards/card.hpp"
#include "games/core/game.hpp"
#include "games/layout/betting_round.hpp"
#include "games/layout/doubling_cube.hpp"
#include "games/layout/golden_rule.hpp"
#include "games/layout/scoring.hpp"

namespace tribunal {
namespace {

constexpr int all_faces = suit_count * meld_ranks;  // that are played: no aces

/// Cards but aces that can be drawn in a hand: those of the stock, if the last ace lies below them all.
int most_draws(const LayoutRules& rules) { return all_faces * rules.packs - rules.players * rules.hand_size; }

/// Cards that one player can play in a hand. Each turn plays one at most: a turn for each card drawn, of
/// which the first player has most (the only player sits behind the Mob), and then, where the last ace ends
/// the drawing alone, the hand. Who may draw from the discard pile has turns enough for every face.
int most_plays(const LayoutRules& rules) {
  if (rules.draw != DrawFrom::stock) return all_faces;
  const int before = rules.players == 1 ? 1 : 0;
  const int turns = (most_draws(rules) - before + rules.seats() - 1) / rules.seats();
  return std::min(all_faces, turns + (rules.last_ace == LastAce::ends_drawing ? rules.hand_size : 0));
}

/// Points that one player can lose in a hand: one for each card in a losing meld, where another meld of the
/// suit is as long, so that with one pack six cards of a suit are the most. Who has the penalty has
/// played nothing but the hand after the last ace.
int most_lost(const LayoutRules& rules) {
  const int losing = rules.packs == 1 ? all_faces / 2 : all_faces;
  const int held = rules.last_ace == LastAce::ends_drawing ? rules.hand_size : 0;
  return std::max(std::min(losing, most_plays(rules)), rules.penalty + std::min(losing, held));
}

bool is_by_unique_cards(const LayoutRules& rules) {
  return rules.scoring == LayoutScoring::advanced || rules.scoring == LayoutScoring::preferred;
}

/// What the bonuses of unique cards multiply a suit by that has them all.
int all_doubles(const LayoutRules& rules) { return rules.scoring == LayoutScoring::preferred ? 8 : 4; }

/// Points that one player can win in a hand: all four suits, one of them doubled; or, by unique cards, one
/// suit with all bonuses, of as many cards as can be. (There are twelve unique cards at most in all the
/// melds, so that to divide them up for more suits loses more by the bonuses than it wins.)
int most_won(const LayoutRules& rules) {
  if (is_by_unique_cards(rules)) return all_doubles(rules) * (1 + std::min(meld_ranks, most_plays(rules)));
  if (rules.scoring == LayoutScoring::basic) return (suit_count + 1) * (1 + rules.seats());
  return 4 * (suit_count + (rules.shortest_suit_doubles ? 1 : 0));
}

/// Points of a player who has won all four suits. By unique cards: the shortest meld has `a` of them, and
/// each other one as many cards; another has `b`. One bonus is the shortest's, and of the others all are the
/// one's or the other's.
int most_of_tyrant(const LayoutRules& rules) {
  if (!is_by_unique_cards(rules)) return most_won(rules);
  const int doubles = all_doubles(rules);
  const int unique = std::min(meld_ranks, most_plays(rules));
  int most = 0;
  for (int a = 0; suit_count * a <= most_plays(rules) && 2 * a <= meld_ranks; ++a) {
    for (int b = 0; a + b <= unique; ++b) {
      const int two = std::max(doubles * (1 + a) + (1 + b), 2 * (1 + a) + doubles / 2 * (1 + b));
      most = std::max(most, two + 2 + unique - a - b);
    }
  }
  return most;
}

/// The points of a hand, before any cube. A tyrant's call changes all signs: then the tyrant loses what the
/// suits are worth, and others win what their melds have lost.
ScoreBounds bounds_of_hand(const LayoutRules& rules) {
  if (rules.tyrant == Tyrant::off) return {.least = -most_lost(rules), .most = most_won(rules)};
  return {.least = -std::max(most_lost(rules), most_of_tyrant(rules)),
          .most = std::max(most_won(rules), most_lost(rules))};
}

/// A hand under the cube at its highest, or dropped before it comes there.
ScoreBounds bounds_of_cube(const LayoutRules& rules) {
  const auto points = bounds_of_hand(rules).times(DoublingCube::most);
  const int dropped = rules.drop_points * DoublingCube::most / 2;
  return {.least = std::min(points.least, -dropped), .most = std::max(points.most, dropped)};
}

/// The pot is never taken, so that it grows by a chip a turn: every turn draws a card, but the last, which
/// draws the ace. In every hand the seat is alone to pay the whole pot, or alone to get as much; at the end
/// it has its share of it. Where others fold, every second turn is its own; where all stay, it pays for one
/// turn of each round. (To take the pot brings no more than to be paid as much, and ends its growth.)
ScoreBounds bounds_of_gambling(const LayoutRules& rules) {
  const int n = rules.players;
  const int turns = most_draws(rules) + 1;
  const int paid = turns - (rules.mob ? (turns + 1) / (n + 1) : 0);  // the Mob plays before the dealer
  const int fewest = 2 + (rules.mob ? 1 : 0);
  const int most_own = (turns + fewest - 1) / fewest;
  const int last_pot = n * rules.ante + rules.hands * paid;
  const int pots = rules.hands * n * rules.ante + rules.hands * (rules.hands + 1) / 2 * paid;
  return {.least = last_pot / n - pots - rules.ante - rules.hands * most_own,
          .most = pots + (last_pot + n - 1) / n - rules.ante - rules.hands * (paid / n)};
}

/// The ante and what melds lose in every hand; the two players' chips add up to nothing.
ScoreBounds bounds_of_hustler(const LayoutRules& rules) {
  const int lost = rules.ante + rules.hands * most_lost(rules);
  return {.least = -lost, .most = lost};
}

/// A bet and three raises in the first round, and in each for which there are cards: one for each of those
/// in, and one for the Mob. There are most rounds to lose if only two are in; and the others put most in if
/// few cards are wasted on the winner and the Mob, so if all stay.
ScoreBounds bounds_of_stud(const LayoutRules& rules) {
  constexpr int level = 1 + BettingRound::most_raises;
  const int mob = rules.mob ? 1 : 0;
  const int others = rules.players - 1;
  const int cards = most_draws(rules);
  const int rounds = 1 + cards / (2 + mob);
  const int stakes = others * (1 + cards / rules.seats()) + std::max(0, cards % rules.seats() - 1 - mob);
  return ScoreBounds{.least = -rules.ante - level * rounds, .most = others * rules.ante + level * stakes}
      .times(rules.hands);
}

}  // namespace

ScoreBounds score_bounds(const LayoutRules& rules) {
  switch (rules.session) {
    case Session::gambling:
      return bounds_of_gambling(rules);
    case Session::hustler:
      return bounds_of_hustler(rules);
    case Session::stud:
      return bounds_of_stud(rules);
    case Session::cube:
      return bounds_of_cube(rules).times(rules.hands);
    case Session::plain:
      break;
  }
  return bounds_of_hand(rules).times(rules.hands);
}

}  // namespace tribunal
