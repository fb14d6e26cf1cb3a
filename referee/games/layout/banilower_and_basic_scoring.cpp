#include "games/layout/banilower_and_basic_scoring.hpp"

#include <bit>

namespace tribunal {
namespace {

/// The lowest rank that only one of two sets has.
constexpr RankSet lowest_difference(RankSet a, RankSet b) {
  const auto differ = static_cast<unsigned>(a ^ b);
  return static_cast<RankSet>(differ & (~differ + 1U));
}

/// True if `a` is the first to have the lower card when compared with `b` from the lowest card upward. The
/// sets have equal size.
constexpr bool lower_upward(RankSet a, RankSet b) { return (a & lowest_difference(a, b)) != 0; }

/// Converts ranks, which are distances from the two, to distances from the king.
constexpr RankSet mirrored(RankSet ranks) {
  RankSet mirror = 0;
  for (int rank = 0; rank < meld_ranks; ++rank) {
    if ((ranks >> rank & 1U) != 0) mirror = static_cast<RankSet>(mirror | 1U << (meld_ranks - 1 - rank));
  }
  return mirror;
}

/// The set of distances from the end of the meld's direction: the last card's is the lowest.
constexpr RankSet distances(const Meld& meld) { return meld.ascending ? mirrored(meld.ranks) : meld.ranks; }

bool wins_by_distance(const Meld& a, const Meld& b) {
  const auto a_distances = distances(a);
  const auto b_distances = distances(b);
  const int a_last = std::countr_zero(a_distances);
  const int b_last = std::countr_zero(b_distances);
  if (a_last != b_last) return a_last > b_last;
  if (a.ascending != b.ascending) return b.ascending;
  return lower_upward(b_distances, a_distances);
}

/// True if `a` wins the suit against `b`, a meld of equal length; neither wins if they are equal.
bool wins_tie(const Meld& a, const Meld& b, SuitTie tie) {
  switch (tie) {
    case SuitTie::high:
      return lower_upward(b.ranks, a.ranks);
    case SuitTie::low:
      return lower_upward(a.ranks, b.ranks);
    case SuitTie::distance:
      return wins_by_distance(a, b);
  }
  return false;
}

/// The index of the meld that is `better` than all others; -1 if there is none.
template <typename Better>
int single_best(const BySuit<RankSet>& winners, Better better) {
  int best = -1;
  bool shared = false;
  for (int suit = 0; suit < suit_count; ++suit) {
    const auto ranks = winners[static_cast<std::size_t>(suit)];
    if (ranks == 0) continue;
    const auto leader = best < 0 ? ranks : winners[static_cast<std::size_t>(best)];
    if (best < 0 || better(ranks, leader)) {
      best = suit;
      shared = false;
    } else if (ranks == leader) {
      shared = true;
    }
  }
  return shared ? -1 : best;
}

bool is_shorter(RankSet a, RankSet b) {
  if (std::popcount(a) != std::popcount(b)) return std::popcount(a) < std::popcount(b);
  return lower_upward(a, b);
}

bool has_lower_low_card(RankSet a, RankSet b) {
  const auto differ = lowest_difference(a, b);
  if (differ == 0) return false;
  const bool is_in_a = (a & differ) != 0;
  const bool other_ran_out = (is_in_a ? b : a) < differ;
  return is_in_a != other_ran_out;
}

/// The number of ranks of `winners[suit]` that no other winning meld has.
int unique_cards(const BySuit<RankSet>& winners, std::size_t suit) {
  unsigned others = 0;
  for (std::size_t other = 0; other < winners.size(); ++other) {
    if (other != suit) others |= winners[other];
  }
  return std::popcount(winners[suit] & ~others);
}

void double_worth(BySuit<std::int32_t>& worths, int suit) {
  if (suit >= 0) worths[static_cast<std::size_t>(suit)] *= 2;
}

}  // namespace

Seat conqueror(std::span<const Meld> melds, SuitTie tie) {
  Seat best = no_seat;
  bool shared = false;
  int most = 0;
  for (std::size_t seat = 0; seat < melds.size(); ++seat) {
    const auto& meld = melds[seat];
    const int size = meld.size();
    if (size == 0 || size < most) continue;
    if (size > most || wins_tie(meld, melds[index_of(best)], tie)) {
      best = static_cast<Seat>(seat);
      most = size;
      shared = false;
    } else if (!wins_tie(melds[index_of(best)], meld, tie)) {
      shared = true;
    }
  }
  return shared ? no_seat : best;
}

int shortest_suit(const BySuit<RankSet>& winners) { return single_best(winners, is_shorter); }

int lowest_high_card(const BySuit<RankSet>& winners) {
  // Sets of bits, compared as numbers, are ordered by the highest cards first, and a shorter set is lower.
  return single_best(winners, [](RankSet a, RankSet b) { return a < b; });
}

int lowest_low_card(const BySuit<RankSet>& winners) { return single_best(winners, has_lower_low_card); }

Seat conqueror_of(Suit suit, std::span<const Tableau> tableaux, SuitTie tie) {
  std::array<Meld, max_seats> melds;
  for (std::size_t seat = 0; seat < tableaux.size(); ++seat) melds[seat] = tableaux[seat].meld(suit);
  return conqueror(std::span{melds}.first(tableaux.size()), tie);
}

std::string conquest_reason(const Meld& winner, const Meld& loser, Suit suit, SuitTie tie) {
  const auto count = std::to_string(winner.size()) + (winner.size() == 1 ? " card" : " cards");
  if (winner.size() > loser.size()) return count + " to " + std::to_string(loser.size());
  if (tie == SuitTie::distance) return count + " each, and its last is further from the end of its direction";
  const auto differ = lowest_difference(winner.ranks, loser.ranks);
  const auto bit = std::countr_zero(static_cast<unsigned>(loser.ranks & ~(differ - 1U)));
  const bool is_lowest = ((winner.ranks | loser.ranks) & (differ - 1U)) == 0;
  return count +
         (is_lowest ? " each, and its lowest is " : " each, and the first that differs, from below, is ") +
         (tie == SuitTie::high ? "higher than " : "lower than ") +
         Card{static_cast<Rank>(bit + 2), suit}.text();
}

Seat conqueror_of_all(std::span<const Tableau> tableaux, SuitTie tie) {
  const auto first = conqueror_of(Suit::clubs, tableaux, tie);
  if (first == no_seat) return no_seat;
  for (const auto suit : {Suit::diamonds, Suit::hearts, Suit::spades}) {
    if (conqueror_of(suit, tableaux, tie) != first) return no_seat;
  }
  return first;
}

BySuit<std::int32_t> suit_worths(const LayoutRules& rules, const BySuit<RankSet>& winners) {
  BySuit<std::int32_t> worths{};
  const bool counts_unique_cards =
      rules.scoring == LayoutScoring::advanced || rules.scoring == LayoutScoring::preferred;
  for (std::size_t suit = 0; suit < worths.size(); ++suit) {
    if (winners[suit] == 0) continue;
    if (counts_unique_cards) {
      worths[suit] = 1 + unique_cards(winners, suit);
    } else {
      worths[suit] = rules.scoring == LayoutScoring::basic ? 1 + rules.seats() : 4;
    }
  }
  if (rules.scoring != LayoutScoring::banilower || rules.shortest_suit_doubles) {
    double_worth(worths, shortest_suit(winners));
  }
  if (counts_unique_cards) double_worth(worths, lowest_high_card(winners));
  if (rules.scoring == LayoutScoring::preferred) double_worth(worths, lowest_low_card(winners));
  return worths;
}

HandScore score_hand(const LayoutRules& rules, std::span<const Tableau> tableaux, SeatSet penalised) {
  HandScore score;
  BySuit<RankSet> winners{};
  for (std::size_t suit = 0; suit < winners.size(); ++suit) {
    const auto seat = conqueror_of(static_cast<Suit>(suit), tableaux, rules.suit_tie);
    score.conquerors[suit] = seat;
    if (seat == no_seat) continue;
    winners[suit] = tableaux[index_of(seat)].meld(static_cast<Suit>(suit)).ranks;
  }
  score.worths = suit_worths(rules, winners);
  for (std::size_t seat = 0; seat < tableaux.size(); ++seat) {
    auto& points = score.points[seat];
    for (std::size_t suit = 0; suit < winners.size(); ++suit) {
      const bool won = score.conquerors[suit] == static_cast<Seat>(seat);
      points += won ? score.worths[suit] : -tableaux[seat].meld(static_cast<Suit>(suit)).size();
    }
    if (penalised.has(static_cast<Seat>(seat))) points -= rules.penalty;
  }
  return score;
}

}  // namespace tribunal
