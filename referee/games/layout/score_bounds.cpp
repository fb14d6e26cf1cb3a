// The bounds of a hand follow from the number of cards that a seat can play; those of a session from the
// number of chips that can be in the pot.
#include <algorithm>

#include "cards/card.hpp"
#include "games/core/game.hpp"
#include "games/layout/banilower_and_basic_scoring.hpp"
#include "games/layout/betting_round.hpp"
#include "games/layout/doubling_cube.hpp"
#include "games/layout/golden_rule.hpp"

namespace tribunal {
namespace {

constexpr int all_faces = suit_count * meld_ranks;  // the playable faces: no aces

/// The number of cards except aces that can be drawn in a hand: those of the stock, if the last ace is below
/// them all. If players may stay out, at least two are dealt in.
int most_draws(const LayoutRules& rules) {
  const int dealt_to = rules.rejoin == Rejoin::ask ? std::min(2, rules.players) : rules.players;
  return all_faces * rules.packs - dealt_to * rules.hand_size;
}

/// The number of cards that one player can play in a hand. Each turn plays at most one. There is a turn for
/// each drawn card, and the first player has most of them (a single player is after the Mob). Then, if the
/// last ace ends only the drawing, the hand is played. A player who may draw from the discard pile has enough
/// turns for every face.
int most_plays(const LayoutRules& rules) {
  if (rules.draw != DrawFrom::stock) return all_faces;
  const int before = rules.players == 1 ? 1 : 0;
  const int turns = (most_draws(rules) - before + rules.seats() - 1) / rules.seats();
  return std::min(all_faces, turns + (rules.last_ace == LastAce::ends_drawing ? rules.hand_size : 0));
}

/// The points that one player can lose in a hand: one for each card in a losing meld. Another meld of the
/// suit is at least as long, so with one pack six cards of a suit are the most. A player with the penalty has
/// played cards only after the last ace, from the hand.
int most_lost(const LayoutRules& rules) {
  const int losing = rules.packs == 1 ? all_faces / 2 : all_faces;
  const int held = rules.last_ace == LastAce::ends_drawing ? rules.hand_size : 0;
  return std::max(std::min(losing, most_plays(rules)), rules.penalty + std::min(losing, held));
}

bool is_by_unique_cards(const LayoutRules& rules) {
  return rules.scoring == LayoutScoring::advanced || rules.scoring == LayoutScoring::preferred;
}

/// The factor of a suit with all bonuses of unique cards.
int all_doubles(const LayoutRules& rules) { return rules.scoring == LayoutScoring::preferred ? 8 : 4; }

/// The points that one player can win in a hand: all four suits, one of them doubled; or, by unique cards,
/// one suit with all bonuses and as many cards as possible. (All melds together have at most twelve unique
/// cards, so if they are divided among more suits, the loss by the bonuses exceeds the gain.)
int most_won(const LayoutRules& rules) {
  if (is_by_unique_cards(rules)) return all_doubles(rules) * (1 + std::min(meld_ranks, most_plays(rules)));
  if (rules.scoring == LayoutScoring::basic) return (suit_count + 1) * (1 + rules.seats());
  return 4 * (suit_count + (rules.shortest_suit_doubles ? 1 : 0));
}

/// The points of a player who has won all four suits. By unique cards: the shortest meld has `a` of them, and
/// each other meld has at least as many cards; one other meld has `b`. One bonus belongs to the shortest
/// meld, and all others belong to one of these two.
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

/// The points of a hand, without the cube. A tyrant's call changes all signs: the tyrant loses the worth of
/// the suits, and the others win the points that their melds have lost.
ScoreBounds bounds_of_hand(const LayoutRules& rules) {
  if (rules.tyrant == Tyrant::off) return {.least = -most_lost(rules), .most = most_won(rules)};
  return {.least = -std::max(most_lost(rules), most_of_tyrant(rules)),
          .most = std::max(most_won(rules), most_lost(rules))};
}

/// The points of a hand with the cube at its highest, or of a double dropped before.
ScoreBounds bounds_of_cube(const LayoutRules& rules) {
  const auto points = bounds_of_hand(rules).times(DoublingCube::most);
  const int dropped = rules.drop_points * DoublingCube::most / 2;
  return {.least = std::min(points.least, -dropped), .most = std::max(points.most, dropped)};
}

/// The pot is never taken, so it grows by a chip per turn: every turn draws a card, except the last, which
/// draws the ace. In every hand the seat alone pays the whole pot, or alone gets as much; at the end it gets
/// its share of the pot. If others fold, every second turn is its own; if all stay, it pays for one turn per
/// round. (To take the pot gains no more than to be paid as much, and ends its growth.)
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

/// The ante and the points that melds lose in every hand; the two players' chips add up to 0.
ScoreBounds bounds_of_hustler(const LayoutRules& rules) {
  const int lost = rules.ante + rules.hands * most_lost(rules);
  return {.least = -lost, .most = lost};
}

/// A bet and three raises in the first round, and in each round for which there are cards: one for each seat
/// still in, and one for the Mob. The loser has most rounds if only two seats stay in. The others pay most if
/// few cards go to the winner and the Mob, so if all stay.
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
    case SessionKind::gambling:
      return bounds_of_gambling(rules);
    case SessionKind::hustler:
      return bounds_of_hustler(rules);
    case SessionKind::stud:
      return bounds_of_stud(rules);
    case SessionKind::cube:
      return bounds_of_cube(rules).times(rules.hands);
    case SessionKind::plain:
      break;
  }
  return bounds_of_hand(rules).times(rules.hands);
}

}  // namespace tribunal
